{{/* The environment of every container of Casebook's image: {root, component}; `owner` for who changes the schema. */}}
{{- define "casebook.env" -}}
- name: CASEBOOK_CONFIG
  value: /etc/casebook/casebook.yaml
{{- if .root.Values.postgresql.enabled }}
# libpq takes the password from the environment, so that only the Secret knows it.
- name: CASEBOOK_DATABASE__URL
  value: postgresql://casebook@{{ include "casebook.fullname" .root }}-postgresql:5432/casebook
- name: PGPASSWORD
  valueFrom:
    secretKeyRef:
      {{- include "casebook.passwordRef" .root | nindent 6 }}
{{- else }}
- name: CASEBOOK_DATABASE__URL
  valueFrom:
    secretKeyRef:
      {{- include (ternary "casebook.ownersDsnRef" "casebook.dsnRef" (hasKey . "owner")) .root | nindent 6 }}
{{- end }}
- name: HOME
  value: /tmp
{{- end }}

{{- define "casebook.mounts" -}}
- name: config
  mountPath: /etc/casebook
  readOnly: true
{{- if or .Values.taxonomy.files .Values.taxonomy.presets }}
- name: taxonomy
  mountPath: /etc/casebook-taxonomy
  readOnly: true
{{- end }}
- name: tmp
  mountPath: /tmp
{{- end }}

{{- define "casebook.volumes" -}}
- name: config
  configMap:
    name: {{ include "casebook.fullname" . }}-config
{{- if or .Values.taxonomy.files .Values.taxonomy.presets }}
- name: taxonomy
  configMap:
    name: {{ include "casebook.fullname" . }}-taxonomy
{{- end }}
- name: tmp
  emptyDir:
    sizeLimit: 256Mi
{{- end }}

{{/* The key and nothing else: a Secret of somebody's own may hold more. */}}
{{- define "casebook.redactionKeyVolume" -}}
{{- $ref := include "casebook.redactionKeyRef" . | fromYaml -}}
- name: redaction-key
  secret:
    secretName: {{ $ref.name }}
    defaultMode: 0440
    items:
      - key: {{ $ref.key }}
        path: redaction.key
{{- end }}

{{/* A container of Casebook's image: {root, component, name, args}. */}}
{{- define "casebook.container" -}}
name: {{ .name }}
image: {{ include "casebook.image" (dict "root" .root "image" .root.Values.image) }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
args: {{ toJson .args }}
securityContext:
  {{- toYaml .root.Values.securityContext | nindent 2 }}
{{- end }}

{{/* Brings the schema up to date. An initContainer and no hook: Argo CD would run that at each sync. */}}
{{- define "casebook.migration" -}}
{{- if .root.Values.migrations.enabled -}}
initContainers:
  - {{- include "casebook.container" (merge (dict "name" "migrations" "args" (list "db" "upgrade" (printf "--wait=%v" .root.Values.migrations.waitSeconds))) .) | nindent 4 }}
    env:
      {{- include "casebook.env" (merge (dict "owner" true) .) | nindent 6 }}
      {{- with (get .root.Values .component).extraEnv }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
    resources:
      requests: {cpu: 50m, memory: 128Mi}
      limits: {memory: 512Mi}
    volumeMounts:
      {{- include "casebook.mounts" .root | nindent 6 }}
      {{- with (get .root.Values .component).extraVolumeMounts }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
{{- end }}
{{- end }}

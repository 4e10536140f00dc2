{{/* Whether a CronJob builds indexes: not empty where somebody is the owner of the tables. */}}
{{- define "casebook.buildsIndexes" -}}
{{- if and .Values.indexes.schedule (or .Values.postgresql.enabled .Values.migrations.existingSecret.name) -}}true{{- end -}}
{{- end }}

{{/* The environment of every container of Casebook's image: {root, component}; `owner` for who changes the schema. */}}
{{- define "casebook.env" -}}
- name: CASEBOOK_CONFIG
  value: /etc/casebook/casebook.yaml
{{- if .root.Values.postgresql.enabled }}
{{ include "casebook.postgresqlEnv" (dict "root" .root "login" (ternary "owner" .component (hasKey . "owner"))) }}
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
{{- if .Values.postgresql.enabled }}
- name: database-ca
  mountPath: /etc/casebook-database
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
{{- if .Values.postgresql.enabled }}
# The authority and nothing else: the key is the server's.
- name: database-ca
  secret:
    secretName: {{ include "casebook.certificateSecret" . }}
    items:
      - key: ca.crt
        path: ca.crt
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

{{/* Brings the schema up to date, and gives the logins of the release's PostgreSQL their passwords and their cluster. As
initContainers and no hook: Argo CD would run that at each sync. */}}
{{- define "casebook.migration" -}}
{{- if .root.Values.migrations.enabled -}}
initContainers:
  - {{- include "casebook.ownersContainer" (merge (dict "name" "migrations" "args" (list "db" "upgrade" (printf "--wait=%v" .root.Values.migrations.waitSeconds))) .) | nindent 4 }}
  {{- if .root.Values.postgresql.enabled }}
  {{- range $login := include "casebook.logins" .root | fromYamlArray }}
  {{- $user := printf "casebook_%s" $login }}
  {{- $args := list "db" "login" "add" $user "--password-file" (printf "/var/lib/casebook/logins/%s" $user) }}
  - {{- include "casebook.ownersContainer" (merge (dict "name" (printf "login-%s" $login) "args" $args "logins" true) $) | nindent 4 }}
  {{- end }}
  {{- end }}
{{- end }}
{{- end }}

{{/* A container that works as the owner of the tables, before the operator: {root, component, name, args, logins?}. */}}
{{- define "casebook.ownersContainer" -}}
{{- include "casebook.container" . }}
env:
  {{- include "casebook.env" (merge (dict "owner" true) .) | nindent 2 }}
  {{- with (get .root.Values .component).extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
resources:
  requests: {cpu: 50m, memory: 128Mi}
  limits: {memory: 512Mi}
volumeMounts:
  {{- include "casebook.mounts" .root | nindent 2 }}
  {{- if .logins }}
  - name: logins
    mountPath: /var/lib/casebook/logins
    readOnly: true
  {{- end }}
  {{- with (get .root.Values .component).extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

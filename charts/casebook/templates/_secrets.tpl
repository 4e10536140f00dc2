{{/* What the cluster has in a Secret, in base64, or nothing: {root, name, key}. Rendering without a cluster finds nothing. */}}
{{- define "casebook.kept" -}}
{{- with lookup "v1" "Secret" .root.Release.Namespace .name }}{{ get (.data | default dict) $.key }}{{ end -}}
{{- end }}

{{/* Name and key of a Secret: the user's own, or the one that the chart makes: {root, given, suffix, key}. */}}
{{- define "casebook.secretKeyRef" -}}
{{- if .given.name -}}
name: {{ .given.name }}
key: {{ .given.key }}
{{- else -}}
name: {{ include "casebook.fullname" .root }}-{{ .suffix }}
key: {{ .key }}
{{- end }}
{{- end }}

{{/* The password of a login of the release's PostgreSQL: {root, login}, which is owner, operator, web or knowledge. */}}
{{- define "casebook.passwordRef" -}}
{{- $given := .root.Values.postgresql.existingSecret -}}
{{- $own := get (dict "owner" "password" "operator" "operator-password" "web" "web-password" "knowledge" "knowledge-password") .login -}}
{{- $key := get (dict "owner" $given.key "operator" $given.operatorKey "web" $given.webKey "knowledge" $given.knowledgeKey) .login -}}
{{- include "casebook.secretKeyRef" (dict "root" .root "given" (dict "name" $given.name "key" $key) "suffix" "postgresql" "key" $own) -}}
{{- end }}

{{- define "casebook.dsnRef" -}}
{{- include "casebook.secretKeyRef" (dict "root" . "given" .Values.database.existingSecret "suffix" "database" "key" "url") -}}
{{- end }}

{{- define "casebook.ownersDsnRef" -}}
{{- if .Values.migrations.existingSecret.name -}}
{{- include "casebook.secretKeyRef" (dict "given" .Values.migrations.existingSecret) -}}
{{- else -}}
{{- include "casebook.dsnRef" . -}}
{{- end -}}
{{- end }}

{{- define "casebook.redactionKeyRef" -}}
{{- include "casebook.secretKeyRef" (dict "root" . "given" .Values.redactionKey.existingSecret "suffix" "redaction-key" "key" "redaction.key") -}}
{{- end }}

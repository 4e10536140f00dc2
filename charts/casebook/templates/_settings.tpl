{{/* The file of settings: what the chart decides over what the user gives, which the schema keeps apart. */}}
{{- define "casebook.settings" -}}
{{- $decided := dict
  "cluster" (dict "name" .Values.cluster.name "namespace" .Release.Namespace)
  "watch" .Values.watch
  "evidence" (dict "spool" "/var/lib/casebook/spool" "redaction_key" "/var/lib/casebook/key/redaction.key")
  "alerts" (include "casebook.alertSettings" . | fromYaml)
  "http" (dict "host" "0.0.0.0" "port" 8080)
  "web" (include "casebook.webSettings" . | fromYaml)
  "reports" (dict "external_url" (trimSuffix "/" .Values.externalUrl))
-}}
{{- if .Values.notify.enabled }}
{{- $_ := set $decided "notify" (include "casebook.notifySettings" . | fromYaml) }}
{{- end }}
{{- if .Values.reflection.existingSecret.name }}
{{- $_ := set $decided "reflection" (dict "key_file" "/var/lib/casebook/reflection/key") }}
{{- end }}
{{- if gt (int .Values.operator.shards) 1 }}
{{- $_ := set $decided "shards" (dict "count" (int .Values.operator.shards) "lease" (printf "%s-operator" (include "casebook.fullname" .))) }}
{{- end }}
{{- if or .Values.taxonomy.files .Values.taxonomy.presets }}
{{- $_ := set $decided "taxonomy" (dict "paths" (list "/etc/casebook-taxonomy")) }}
{{- end }}
{{- if .Values.database.standby.existingSecret.name }}
{{- $_ := set $decided "database" (dict "read_lag_seconds" .Values.database.standby.maxLagSeconds) }}
{{- end }}
{{- toYaml (mergeOverwrite (deepCopy .Values.config) $decided) }}
{{- end }}

{{- define "casebook.webSettings" -}}
host: 0.0.0.0
port: 8081
probe_port: 8082
embedder: {{ .Values.web.embedder | quote }}
{{- with .Values.web.authentication }}
tokens: {{ .tokens }}
audience: {{ .audience | quote }}
proxy:
  {{- if .proxy.existingSecret.name }}
  secret_file: /var/lib/casebook/proxy/secret
  {{- end }}
  peers: {{ toJson .proxy.peers }}
  user_header: {{ .proxy.userHeader | quote }}
  groups_header: {{ .proxy.groupsHeader | quote }}
{{- end }}
{{- end }}

{{- define "casebook.notifySettings" -}}
urls: /var/lib/casebook/notify
port: 8083
state: {{ include "casebook.fullname" . }}-notify
{{- if .Values.notify.template }}
template: /etc/casebook/notify.yaml
{{- end }}
{{- end }}

{{- define "casebook.alertSettings" -}}
{{- if and .Values.web.enabled .Values.web.alerts.existingSecret.name -}}
secret_file: /var/lib/casebook/alerts/secret
{{- end }}
{{- end }}

{{/* Files that are read at the start only. Taxonomy files are looked at while Casebook runs. */}}
{{- define "casebook.checksums" -}}
checksum/config: {{ include "casebook.settings" . | sha256sum }}
checksum/database: {{ toJson .Values.database | sha256sum }}
{{- if .Values.postgresql.enabled }}
checksum/certificate: {{ include "casebook.certificateChecksum" . }}
{{- end }}
{{- end }}

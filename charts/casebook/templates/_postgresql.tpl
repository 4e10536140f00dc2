{{/* The Secret with the certificate of the release's PostgreSQL. */}}
{{- define "casebook.certificateSecret" -}}
{{- .Values.postgresql.tls.existingSecret.name | default (printf "%s-postgresql-tls" (include "casebook.fullname" .)) -}}
{{- end }}

{{/* What is in that Secret where the chart makes it: what the cluster has, or a new authority and a certificate of it. The
key of the authority is forgotten at once. Remembered among the values, as every call would make another one. */}}
{{- define "casebook.certificate" -}}
{{- if not (hasKey .Values "_certificate") -}}
{{- $found := (lookup "v1" "Secret" .Release.Namespace (include "casebook.certificateSecret" .)).data | default dict -}}
{{- if not (and (get $found "ca.crt") (get $found "tls.crt") (get $found "tls.key")) -}}
{{- $name := printf "%s-postgresql" (include "casebook.fullname" .) -}}
{{- $days := .Values.postgresql.tls.days | int -}}
{{- $inside := printf "%s.%s" $name .Release.Namespace -}}
{{- $names := list $name $inside (printf "%s.svc" $inside) (printf "%s.svc.cluster.local" $inside) -}}
{{- $authority := genCA (printf "%s-ca" $name) $days -}}
{{- $made := genSignedCert $name nil $names $days $authority -}}
{{- $found = dict "ca.crt" ($authority.Cert | b64enc) "tls.crt" ($made.Cert | b64enc) "tls.key" ($made.Key | b64enc) -}}
{{- end -}}
{{- $_ := set .Values "_certificate" $found -}}
{{- end -}}
{{- toYaml (get .Values "_certificate") -}}
{{- end }}

{{/* Of which certificate pods have to know: the server reads it at its start, and clients at once with it. */}}
{{- define "casebook.certificateChecksum" -}}
{{- if .Values.postgresql.tls.existingSecret.name -}}
{{- sha256sum .Values.postgresql.tls.existingSecret.name -}}
{{- else -}}
{{- include "casebook.certificate" . | sha256sum -}}
{{- end -}}
{{- end }}

{{/* How a login reaches the release's PostgreSQL: {root, login}. libpq takes the password from the environment, so that
only the Secret knows it. */}}
{{- define "casebook.postgresqlEnv" -}}
{{- $user := eq .login "owner" | ternary "casebook" (printf "casebook_%s" .login) -}}
- name: CASEBOOK_DATABASE__URL
  value: postgresql://{{ $user }}@{{ include "casebook.fullname" .root }}-postgresql:5432/casebook?sslmode=verify-full&sslrootcert=/etc/casebook-database/ca.crt
- name: PGPASSWORD
  valueFrom:
    secretKeyRef:
      {{- include "casebook.passwordRef" . | nindent 6 }}
{{- end }}

{{/* Passwords that migrations give to the logins of operator and web, each in a file of the login's name. */}}
{{- define "casebook.loginsVolume" -}}
{{- if and .Values.postgresql.enabled .Values.migrations.enabled -}}
- name: logins
  secret:
    secretName: {{ (include "casebook.passwordRef" (dict "root" . "login" "owner") | fromYaml).name }}
    defaultMode: 0440
    items:
      {{- range $login := include "casebook.logins" . | fromYamlArray }}
      - key: {{ (include "casebook.passwordRef" (dict "root" $ "login" $login) | fromYaml).key }}
        path: casebook_{{ $login }}
      {{- end }}
{{- end }}
{{- end }}

{{- define "casebook.logins" -}}
{{- $logins := list "operator" -}}
{{- if .Values.web.enabled }}{{ $logins = append $logins "web" }}{{ end -}}
{{- if .Values.knowledge.enabled }}{{ $logins = append $logins "knowledge" }}{{ end -}}
{{- toJson $logins -}}
{{- end }}

{{- define "casebook.name" -}}
{{ .Values.nameOverride | default .Chart.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{/* Short enough for the longest suffix: a pod of a StatefulSet gets a label of its name and a hash, of 63 characters. */}}
{{- define "casebook.fullname" -}}
{{- $name := include "casebook.name" . -}}
{{- $full := .Release.Name -}}
{{- if not (contains $name .Release.Name) }}{{ $full = printf "%s-%s" .Release.Name $name }}{{ end -}}
{{- .Values.fullnameOverride | default $full | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{- define "casebook.selector" -}}
app.kubernetes.io/name: {{ include "casebook.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* Labels of an object: {root, component}. */}}
{{- define "casebook.labels" -}}
{{ include "casebook.selector" . }}
app.kubernetes.io/part-of: casebook
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* metadata of an object: {root, component, suffix?, clusterwide?, namespace?, labels?, annotations?}. */}}
{{- define "casebook.metadata" -}}
name: {{ include "casebook.fullname" .root }}{{ with .suffix | default .component }}-{{ . }}{{ end }}
{{- if ne (.clusterwide | default false) true }}
namespace: {{ .namespace | default .root.Release.Namespace }}
{{- end }}
labels:
  {{- include "casebook.labels" . | nindent 2 }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "casebook.image" -}}
{{- $repository := .image.repository -}}
{{- with .image.registry }}{{ $repository = printf "%s/%s" . $repository }}{{ end -}}
{{- if .image.digest }}{{ $repository }}@{{ .image.digest }}
{{- else }}{{ $repository }}:{{ .image.tag | default .root.Chart.AppVersion }}
{{- end }}
{{- end }}

{{- define "casebook.serviceAccountName" -}}
{{- $account := (get .root.Values .component).serviceAccount -}}
{{- $own := printf "%s-%s" (include "casebook.fullname" .root) .component -}}
{{- $account.name | default (ternary $own "default" $account.create) -}}
{{- end }}

{{/* What every pod template shares: {root, component, checksums?}. Without versions, which would restart the database with
each release of the chart. */}}
{{- define "casebook.podMetadata" -}}
{{- $own := get .root.Values .component -}}
labels:
  {{- include "casebook.selector" . | nindent 2 }}
  app.kubernetes.io/part-of: casebook
  {{- with .root.Values.commonLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- with $own.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
annotations:
  {{- $meant := dict "kubectl.kubernetes.io/default-container" .component }}
  {{- merge (dict) $own.podAnnotations (.checksums | default dict) $meant | toYaml | nindent 2 }}
{{- end }}

{{/* Where a pod runs: {root, component}. */}}
{{- define "casebook.placement" -}}
{{- $own := get .root.Values .component -}}
# Variables of Services would look like settings.
enableServiceLinks: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $own.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $own.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $own.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $own.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $own.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- range . }}
  {{- $selector := dict "labelSelector" (dict "matchLabels" (include "casebook.selector" $ | fromYaml)) }}
  - {{- merge (deepCopy .) $selector | toYaml | nindent 4 }}
  {{- end }}
{{- end }}
terminationGracePeriodSeconds: {{ $own.terminationGracePeriodSeconds }}
{{- end }}

{{/* The rules of some parts of files/rbac: {root, component, parts}. A part is what is needed at one kind of place. */}}
{{- define "casebook.rules" -}}
{{- range .parts }}
{{- $.root.Files.Get (printf "files/rbac/%s/%s.yaml" $.component .) }}
{{- end }}
{{- end }}

{{/* The parts that belong to no namespace, or to all: {root, component}. */}}
{{- define "casebook.clusterParts" -}}
{{- $parts := list }}
{{- with .root.Values }}
{{- if not .watch.namespaces }}{{ $parts = list "watched" "events" "told" "cases" "cluster" }}{{ end }}
{{- if .watch.nodes }}{{ $parts = append $parts "nodes" }}{{ end }}
{{- if .watch.taxonomies }}{{ $parts = append $parts "taxonomies" }}{{ end }}
{{- if .web.authentication.tokens }}{{ $parts = append $parts "tokens" }}{{ end }}
{{- end }}
{{- append $parts "readers" | toJson }}
{{- end }}

{{/* The parts of each namespace: those that are watched, the release's own where the cases of nodes live, and "default",
where Kubernetes keeps the Events about nodes. The operator decides the same (operator/casebook_operator/scope.py). */}}
{{- define "casebook.namespaceParts" -}}
{{- $places := dict }}
{{- with .root.Values.watch }}
{{- if .namespaces }}
{{- $_ := set $places $.root.Release.Namespace (list "told" "cases") }}
{{- if .nodes }}{{ $_ := set $places "default" (concat (list "events" "told") (get $places "default" | default list) | uniq) }}{{ end }}
{{- range .namespaces }}{{ $_ := set $places . (list "watched" "events" "told" "cases") }}{{ end }}
{{- end }}
{{- end }}
{{- toJson $places }}
{{- end }}

{{/* Every role of a component, and its binding: {root, component}. One that would grant nothing is not made. */}}
{{- define "casebook.roles" -}}
{{- $me := . }}
{{- $rules := include "casebook.rules" (merge (dict "parts" (include "casebook.clusterParts" . | fromJsonArray)) .) }}
{{- if $rules }}
{{- include "casebook.role" (merge (dict "rules" $rules "clusterwide" true) .) }}
{{- end }}
{{- range $namespace, $parts := include "casebook.namespaceParts" . | fromJson }}
{{- $rules := include "casebook.rules" (merge (dict "parts" $parts) $me) }}
{{- if $rules }}
{{- include "casebook.role" (merge (dict "rules" $rules "namespace" $namespace) $me) }}
{{- end }}
{{- end }}
{{- end }}

{{/* {root, component, rules, clusterwide | namespace}. Beside releases for other namespaces there may be one of the same
name, so that the name tells the release's namespace too. */}}
{{- define "casebook.role" -}}
{{- $prefix := ternary "Cluster" "" (.clusterwide | default false) }}
{{- $suffix := ternary (printf "%s-%s" .component .root.Release.Namespace) .component (not (empty .root.Values.watch.namespaces)) }}
{{- $me := merge (dict "suffix" $suffix) . }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ $prefix }}Role
metadata:
  {{- include "casebook.metadata" $me | nindent 2 }}
rules:
  {{- .rules | trim | nindent 2 }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ $prefix }}RoleBinding
metadata:
  {{- include "casebook.metadata" $me | nindent 2 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: {{ $prefix }}Role
  name: {{ include "casebook.fullname" .root }}-{{ $suffix }}
subjects:
  - kind: ServiceAccount
    name: {{ include "casebook.serviceAccountName" . }}
    namespace: {{ .root.Release.Namespace }}
{{- end }}

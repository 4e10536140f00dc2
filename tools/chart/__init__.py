"""Files that follow from the chart: its schema, the table in its README, golden manifests, the base for Kustomize."""

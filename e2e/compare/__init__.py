"""k8sgpt beside Casebook: the same scenes, in the same cluster, at the same time, the same words."""

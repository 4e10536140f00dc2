"""What people say of Investigations: by annotation, so that GitOps and the cluster's own rights apply."""

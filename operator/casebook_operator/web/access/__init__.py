"""Who asks, and what he may read: by the cluster's own answer, or by that of a proxy that is trusted."""

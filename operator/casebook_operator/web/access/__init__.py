"""Who asks, and what they may read: as the API server answers, or a proxy that is trusted."""

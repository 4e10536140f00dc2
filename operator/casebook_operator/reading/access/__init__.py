"""Who may do what: refusals by RBAC, and webhooks that refuse."""

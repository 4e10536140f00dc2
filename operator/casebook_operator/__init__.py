"""The Kubernetes half of Casebook: it watches, opens Investigations, gathers evidence and publishes conclusions."""

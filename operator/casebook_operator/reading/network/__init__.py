"""Services, their endpoints, network policies and name servers."""

"""What can be known of a release without a network: ``make release-check``."""

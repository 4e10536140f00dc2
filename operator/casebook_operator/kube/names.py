"""What Kubernetes lets names be, by RFC 1123: what is called otherwise is no object, and need not be asked for."""

import re

LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
"""Names of namespaces and Services: ``IsDNS1123Label`` of k8s.io/apimachinery/pkg/util/validation."""
SUBDOMAIN = re.compile(r"[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?")
"""Names of most other objects. The API server also wants a letter or a digit on both sides of a dot."""

"""The crash loop that collectors, readers and surveys are all tried on."""

from tests.operator.evidence.fixtures import *  # noqa: F403 - pytest takes fixtures from a conftest alone

"""How the tools that carry Git into a cluster judge what Casebook writes there."""

from e2e.gitops.flux import Judged, judge

__all__ = ["Judged", "judge"]

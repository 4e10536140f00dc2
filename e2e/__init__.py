"""End-to-end material: the cluster, the demo and the tests that need one."""

"""Revisions of workloads, and the pod templates that they are compared by."""

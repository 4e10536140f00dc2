"""Watches what is many: pods, workloads, claims. Of each object only what signals ask for is decoded and handed on."""

from casebook_operator.sensor.informer.informer import Informer

__all__ = ["Informer"]

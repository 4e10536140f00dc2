"""Sensors: where objects come from. Everything behind this seam looks at states, so any source will do."""

from casebook_operator.sensor.protocol import Observer, Sensor, StreamHealth

__all__ = ["Observer", "Sensor", "StreamHealth"]

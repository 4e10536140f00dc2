"""The JSON API under ``/api/v1``: what pages show, for programs. It changes nothing but what people attach.

Its answers are the structs that commands print with ``-o json``. What is in them may grow in v1; what is there stays.
"""

"""Golden cases: evidence as files in ``tests/cases``, and the reports that some of them must give."""

"""Memory to a Parquet file and back (docs/memory-format.md).

``file`` and ``rows`` know the format and no database; ``exporting`` and ``importing`` know both.
"""

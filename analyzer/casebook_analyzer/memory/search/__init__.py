"""Finding incidents: cases that resemble a case, places in reports for a free text, and why a pair matched.

``agreement``, ``scoring``, ``ranking``, ``comparison`` and ``excerpt`` are pure: how a score comes about can be
read and tested without a database. Nothing here may write.
"""

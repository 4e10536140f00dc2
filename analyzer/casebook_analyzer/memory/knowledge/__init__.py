"""What people wrote (runbooks, postmortems, notes): read, stored, searched, and fitted to cases.

A *document* is one file of a *source*, such as a folder or a Git checkout. It is cut into *passages*. What is found
here stands beside incidents and is never mixed with them: it says what somebody advised, not what has happened.
"""

"""Tools of agents (Model Context Protocol): the operations of the API, through the same gate. They only read.

One, which is off by default, passes on what a person has decided (``corrections``).

The SDK is in the extra ``mcp``; nothing else imports it.
"""

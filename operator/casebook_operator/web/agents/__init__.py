"""Tools of agents (Model Context Protocol): the operations of the API, through the same gate. They only read.

The SDK is in the extra ``mcp``; nothing else imports it.
"""

"""Messages about Investigations to chats, mail and webhooks: it watches Investigations, and nothing else."""

"""How good the drafts of ``casebook taxonomy propose`` are, by rules that are taken away and taught again."""

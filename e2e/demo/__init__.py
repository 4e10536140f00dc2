"""The main job of Casebook on a real cluster: what ``make demo`` shows and what the end-to-end tests assert."""

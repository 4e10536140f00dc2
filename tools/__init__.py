"""What writes files of this repository from others of its files. Tests import it, never the reverse."""

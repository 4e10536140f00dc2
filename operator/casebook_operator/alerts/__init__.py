"""The way back from Alertmanager: its alerts open Investigations, or are noted on those that are open."""

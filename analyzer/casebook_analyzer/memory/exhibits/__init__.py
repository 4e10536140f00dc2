"""What people attach to incidents as evidence of their own: kept as text, found with reports, erased on demand."""

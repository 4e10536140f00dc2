"""How PostgreSQL is to plan what is listed and counted, until the transaction ends."""

FROM_INDEXES = {
    "plan_cache_mode": "force_custom_plan",  # one plan is not for a day and for everything
    "jit": "off",  # compiling takes longer than reading
    "max_parallel_workers_per_gather": "0",  # starting them takes longer than what they save of 100,000 rows
    "random_page_cost": "1.1",  # memory or a solid state disk; with 4 it reads all rows to find a thousand
    "work_mem": "32MB",  # with 4 counts of 100,000 incidents are written to disk; they need 8, what is kept 16
}
"""What indexes have is read from them."""

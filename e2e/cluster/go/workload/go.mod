module casebook.local/e2e/workload

go 1.24.0

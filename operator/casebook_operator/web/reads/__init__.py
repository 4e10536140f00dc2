"""What a reader may see of memory, as values: what pages show, the API answers and agents are told.

Whatever is read for somebody is read here, so that there is one gate. Each function is told who reads, and raises
:class:`casebook_operator.web.problems.PageProblem` for what that reader may not see, or what is not there.
"""

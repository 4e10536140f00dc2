"""The file and line of the program's own code, of each language's stack trace, and never a library's."""

from casebook_analyzer.text import LINE_BREAK, place_in
from tests.rows import of_every

PYTHON = [
    "Traceback (most recent call last):",
    '  File "/app/main.py", line 12, in <module>',
    '  File "/app/quote.py", line 88, in total',
    '  File "/usr/lib/python3.12/site-packages/x/y.py", line 3, in z',
    "KeyError: 'a'",
]


@of_every(
    ("rows", "place"),
    [
        (PYTHON, "/app/quote.py:88"),
        (["thread 'main' panicked at src/config/mod.rs:71:48:", "called `Option::unwrap()`"], "src/config/mod.rs:71"),
        (["thread 'main' panicked at 'boom', src/main.rs:4:5"], "src/main.rs:4"),
        (["thread panicked at /rustc/9fc6/library/core/src/option.rs:1:2:"], ""),
        (
            [
                "System.NullReferenceException: x",
                "   at System.Linq.A() in /src/a.cs:line 1",
                "   at Shop.B(C d) in /src/B.cs:line 31",
            ],
            "/src/B.cs:31",
        ),
        (
            [
                "java.lang.NullPointerException",
                "\tat java.base/java.util.A.b(A.java:9)",
                "\tat com.acme.Shop.total(Shop.java:31)",
            ],
            "Shop.java:31",
        ),
        (
            [
                "TypeError: x",
                "    at a (/app/node_modules/b/c.js:1:2)",
                "    at toInvoice (/app/src/orders.js:57:27)",
                "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)",
            ],
            "/app/src/orders.js:57",
        ),
        (["TypeError: x", "    at file:///app/main.mjs:3:1"], "/app/main.mjs:3"),
        (
            [
                "panic: x",
                "goroutine 1 [running]:",
                "runtime.gopanic()",
                "\t/usr/local/go/src/runtime/panic.go:1 +0x1",
                "main.main()",
                "\t/src/main.go:44 +0x1d0",
            ],
            "/src/main.go:44",
        ),
        (
            ["/app/lib/tax.rb:7:in `rate': undefined method (NoMethodError)", "\tfrom /app/a.rb:1:in `b'"],
            "/app/lib/tax.rb:7",
        ),
        (["PHP Fatal error:  Uncaught Error: x in /var/www/index.php:9"], "/var/www/index.php:9"),
        (["PHP Fatal error:  Allowed memory in /var/www/a.php on line 12"], "/var/www/a.php:12"),
        (["listening at 10.0.0.1:8080", "at 10:15:01"], ""),
        ([""], ""),
    ],
)
def test_the_innermost_frame_that_is_the_programs_own(rows: list[str], place: str) -> None:
    assert place_in(LINE_BREAK.join(rows)) == place

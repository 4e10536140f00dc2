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
            [
                "At line 211 of file /src/solver.f90",
                "Fortran runtime error: Index '0' of dimension 1 of array 'flux' below lower bound of 1",
                "#0  0x7f1b2c423d21 in ???",
            ],
            "/src/solver.f90:211",
        ),
        (
            [
                "/app/src/main.nim(77) main",
                "/app/src/plan.nim(31) best",
                "/usr/lib/nim/system/fatal.nim(53) sysFatal",
                "Error: unhandled exception: index 5 not in 0 .. 4 [IndexDefect]",
            ],
            "/app/src/plan.nim:31",
        ),
        (
            ["/app/lib/tax.rb:7:in `rate': undefined method (NoMethodError)", "\tfrom /app/a.rb:1:in `b'"],
            "/app/lib/tax.rb:7",
        ),
        (["PHP Fatal error:  Uncaught Error: x in /var/www/index.php:9"], "/var/www/index.php:9"),
        (["PHP Fatal error:  Allowed memory in /var/www/a.php on line 12"], "/var/www/a.php:12"),
        (
            [
                "** (MatchError) no match of right hand side value: nil",
                "    (stdlib 6.1.2) lists.erl:2146: :lists.foldl_1/3",
                "    (shop 2.3.0) lib/shop/tax.ex:58: Shop.Tax.rate/1",
                "    (shop 2.3.0) lib/shop/web.ex:9: Shop.Web.call/2",
            ],
            "lib/shop/tax.ex:58",
        ),
        (['{badmatch,nil},[{tax,rate,1,[{file,"src/tax.erl"},{line,41}]}]'], "src/tax.erl:41"),
        (
            [
                "Null check",
                "#0      List.[] (dart:core-patch/growable_array.dart:264:36)",
                "#1      Tax.rate (package:shop/src/tax.dart:88:31)",
            ],
            "shop/src/tax.dart:88",
        ),
        (
            [
                "Swift/ContiguousArrayBuffer.swift:675: Fatal error: Index out of range",
                "0 _assertionFailure in shop at /usr/share/swift/stdlib/public/core/AssertCommon.swift:144:1",
                "1 Tax.rate(of:) + 412 in shop at /build/Sources/Shop/Tax.swift:41:22",
            ],
            "/build/Sources/Shop/Tax.swift:41",
        ),
        (["Can't locate Tax.pm in @INC at /app/bin/run.pl line 9."], "/app/bin/run.pl:9"),
        (["Illegal division by zero at /usr/share/perl5/Tax.pm line 3, <> line 2."], ""),
        (["the server is busy at 10 line 3"], ""),
        (
            ["Syntax error compiling at (shop/tax.clj:3:1).", "\tat clojure.lang.Compiler.load(Compiler.java:8177)"],
            "shop/tax.clj:3",
        ),
        (
            ["lua: /app/tax.lua:27: attempt to index a nil value", "stack traceback:", "\t[C]: in ?"],
            "/app/tax.lua:27",
        ),
        (
            [
                "shop: Prelude.head: empty list",
                "CallStack (from HasCallStack):",
                "  error, called at libraries/base/GHC/List.hs:1782:3 in base:GHC.List",
                "  head, called at src/Tax.hs:44:19 in shop-0.9.1:Tax",
            ],
            "src/Tax.hs:44",
        ),
        (
            [
                "BoundsError",
                "Stacktrace:",
                " [1] getindex",
                "   @ Base ./array.jl:861",
                " [2] rate",
                "   @ Shop /app/src/Tax.jl:12",
            ],
            "/app/src/Tax.jl:12",
        ),
        (
            [
                "Fatal error: exception Not_found",
                'Raised at Stdlib__List.find in file "list.ml", line 236, characters 10-25',
                'Called from Tax.rate in file "src/tax.ml" (inlined), line 9, characters 2-9',
            ],
            "src/tax.ml:9",
        ),
        (
            [
                "Traceback (most recent call last):",
                '  File "/usr/local/bin/airflow", line 8, in <module>',
                '  File "/usr/lib/python3.12/site-packages/x.py", line 3, in z',
                "TimeoutError: x",
            ],
            "",
        ),
        (
            [
                "Unhandled exception: x",
                "  from /usr/share/crystal/src/indexable.cr:104:13 in '[]'",
                "  from src/bids/book.cr:58:11 in 'best'",
            ],
            "src/bids/book.cr:58",
        ),
        (["thread 31 panic: x", "/app/src/codec.zig:144:21: 0x10a in decode (app)"], "/app/src/codec.zig:144"),
        (["an error of any language", "  in /app/tax.xyz(31) rate"], "/app/tax.xyz:31"),
        (["it failed", "  cannot reach db.shop.svc:5432 or http://10.0.0.1:80/a.b:3 or /run/db.sock"], ""),
        (["/app/tax.xyz:31 is loaded"], ""),
        (["listening at 10.0.0.1:8080", "at 10:15:01"], ""),
        ([""], ""),
    ],
)
def test_the_innermost_frame_that_is_the_programs_own(rows: list[str], place: str) -> None:
    found = place_in(LINE_BREAK.join(rows))
    assert (found.where if found is not None else "") == place


@of_every(
    ("rows", "function"),
    [
        (PYTHON, "total"),
        ([PYTHON[0], PYTHON[1], "KeyError: 'a'"], ""),
        (["java.lang.X", "\tat app//com.acme.Shop.total(Shop.java:31)"], "com.acme.Shop.total"),
        (["E", "   at Acme.Cart.Apply(Item item) in /src/Cart.cs:line 7"], "Acme.Cart.Apply"),
        (["TypeError: x", "    at async Cart.total (/app/cart.js:12:9)"], "Cart.total"),
        (["TypeError: x", "    at Object.<anonymous> (/app/cart.js:12:9)"], ""),
        (["TypeError: x", "    at /app/cart.js:12:9"], ""),
        (
            ["panic: x", "acme.example/shop/store.(*Store).Put(0x0, {0x1})", "\t/src/store.go:88 +0x1d"],
            "store.(*Store).Put",
        ),
        (["panic: x", "main.main()", "\t/src/main.go:44 +0x1d0"], "main.main"),
        (
            ["stack backtrace:", "   3: shard::index::Shard::lookup", "             at ./src/shard.rs:88:14"],
            "shard::index::Shard::lookup",
        ),
        (["/app/rule.rb:31:in `apply': undefined method (NoMethodError)"], "apply"),
        (["/app/rule.rb:31:in 'PriceRule#apply': undefined method (NoMethodError)"], "PriceRule#apply"),
        (["** (E) x", "    (shop 0.3.1) lib/shop/rule.ex:31: Shop.Rule.apply(nil, 3)"], "Shop.Rule.apply"),
        (["it failed", "  loading all rules", "  in /app/tax.xyz:31"], ""),
    ],
)
def test_the_function_of_that_frame(rows: list[str], function: str) -> None:
    found = place_in(LINE_BREAK.join(rows))
    assert found is not None
    assert found.function == function

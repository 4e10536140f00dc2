"""A page is read as somebody reads it who types what it says."""

from e2e.first_day.page import Step, steps

PAGE = """# Title

    $ kubectl apply -f a.yaml
    $ kubectl get pods \\
        -A
    NAMESPACE   NAME
    shop        orders

Text, and what it prints more of:

```json
{"a": 1}
```

```python
print("not a command")
```

    a block that nobody types
"""


def test_commands_come_with_what_the_page_shows_of_their_output() -> None:
    first, second = steps(PAGE)
    assert first == Step("kubectl apply -f a.yaml", 3, [], [])
    assert (second.command, second.line) == ("kubectl get pods \\\n    -A", 4)
    assert second.printed == ["NAMESPACE   NAME", "shop        orders", "a block that nobody types"]
    assert second.shown == [("json", '{"a": 1}'), ("python", 'print("not a command")')]

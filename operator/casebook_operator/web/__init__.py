"""Reports for a browser (``casebook web``), rendered on the server. There are no cookies, and a GET changes nothing."""

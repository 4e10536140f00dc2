"""Hosts as programs write them."""

import ipaddress


def is_address(host: str) -> bool:
    """Whether a host is an address of IPv4 or IPv6, and no name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True

"""Addresses of clients."""

import ipaddress


def client_name(address: str) -> str:
    """Return the client of an address, as limits and bans count it.

    An IPv6 network of 64 bits is one client: every household has one, with as many addresses as it
    likes.

    >>> client_name("2001:db8:1:2:3:4:5:6"), client_name("::ffff:192.0.2.7")
    ('2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))

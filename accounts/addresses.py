"""From which network address somebody speaks to us, whatever the door: as far as our own proxies say so."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest

HOME = 64  # bits that an IPv6 line is known by: the rest is any device's own choice


def address_of(request: HttpRequest) -> str:
    """Return the address that a request comes from; "" if nobody can say."""
    return _address(request.headers.get("x-forwarded-for", ""), request.META.get("REMOTE_ADDR", ""))


def address_in(scope: dict[str, Any]) -> str:
    """Return the same of a socket or a stream."""
    told = (value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for")
    return _address(",".join(told), (scope.get("client") or [""])[0])


def _address(forwarded: str, peer: str) -> str:
    """Return the entry that the outermost of our own proxies has written; what stands before it anybody can write."""
    count = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    hops = forwarded.split(",") if count and forwarded else []
    return _line(hops[-count].strip() if len(hops) >= count > 0 else peer)


def _line(text: str) -> str:
    """Return what stands for the line: an address of version 4, or what all devices behind one of version 6 share."""
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return str(address) if address.version == 4 else f"{int(address) >> (128 - HOME):x}::"

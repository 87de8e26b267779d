"""The signs and chips of Sequence as SVG, for pictures outside the site: each with its viewBox.

The same outlines as in ui/board.html, without the shades of chips, which cost bytes. A test holds the two together: who
changes a drawing changes both.
"""

from __future__ import annotations

FIGURES = {
    "S": (
        "0 0 24 24",
        '<path fill="currentColor" d="M12 1.6C9.2 6.6 2.8 9.3 2.8 14.2c0 2.8 2 4.7 4.5 4.7 1.6 0 3-.8 3.9-2.1-.2 '
        "2.4-1.1 4.2-2.9 5.6h7.4c-1.8-1.4-2.7-3.2-2.9-5.6.9 1.3 2.3 2.1 3.9 2.1 2.5 0 4.5-1.9 4.5-4.7C21.2 9.3 "
        '14.8 6.6 12 1.6Z"/>',
    ),
    "H": (
        "0 0 24 24",
        '<path fill="currentColor" d="M12 21.8C8.2 17.7 2.3 13.7 2.3 8.4c0-3.3 2.4-5.6 5.3-5.6 1.9 0 3.5 1 4.4 '
        '2.7.9-1.7 2.5-2.7 4.4-2.7 2.9 0 5.3 2.3 5.3 5.6 0 5.3-5.9 9.3-9.7 13.4Z"/>',
    ),
    "D": (
        "0 0 24 24",
        '<path fill="currentColor" d="M12 1.4c2 3.8 4.9 7.4 8 10.6-3.1 3.2-6 6.8-8 10.6-2-3.8-4.9-7.4-8-10.6 '
        '3.1-3.2 6-6.8 8-10.6Z"/>',
    ),
    "C": (
        "0 0 24 24",
        '<path fill="currentColor" d="M12 1.8a4.9 4.9 0 0 1 3.5 8.3 5 5 0 1 1-2.6 6.5c.2 2.6 1 4.5 2.8 '
        '5.8H8.3c1.8-1.3 2.6-3.2 2.8-5.8a5 5 0 1 1-2.6-6.5A4.9 4.9 0 0 1 12 1.8Z"/>',
    ),
    "chip-0": (
        "-20 -20 40 40",
        '<circle fill="currentColor" r="17"/>'
        '<circle stroke="#fff" opacity=".55" r="11.5" fill="none" stroke-width="2.2"/>'
        '<circle fill="#fff" opacity=".9" r="4.5"/>',
    ),
    "chip-1": (
        "-20 -20 40 40",
        '<path fill="currentColor" d="M-2.4-18.1a3.4 3.4 0 0 1 4.8 0L18.1-2.4a3.4 3.4 0 0 1 0 4.8L2.4 18.1a3.4 '
        '3.4 0 0 1-4.8 0L-18.1 2.4a3.4 3.4 0 0 1 0-4.8Z"/>'
        '<path stroke="#fff" opacity=".55" fill="none" stroke-width="2.2" stroke-linejoin="round" d="M0-11.5 '
        '11.5 0 0 11.5-11.5 0Z"/>'
        '<path fill="#fff" opacity=".9" d="M0-5 5 0 0 5-5 0Z"/>',
    ),
    "chip-2": (
        "-20 -20 40 40",
        '<path fill="currentColor" d="M-2.9-16.9a3.4 3.4 0 0 1 5.8 0L18 10.7a3.4 3.4 0 0 1-2.9 5.1H-15.1A3.4 3.4 '
        '0 0 1-18 10.7Z"/>'
        '<path stroke="#fff" opacity=".55" fill="none" stroke-width="2.2" stroke-linejoin="round" d="M0-9.5 10.3 '
        '9.8H-10.3Z"/>'
        '<path fill="#fff" opacity=".9" d="M0-1.6 4 6H-4Z"/>',
    ),
    "star": (
        "-25 -25 50 50",
        '<path fill="#e0ac45" d="M0-21 5.7-13.7 14.8-14.8 13.7-5.7 21 0 13.7 5.7 14.8 14.8 5.7 13.7 0 21-5.7 '
        '13.7-14.8 14.8-13.7 5.7-21 0-13.7-5.7-14.8-14.8-5.7-13.7Z"/>'
        '<path fill="#b98421" d="M0-21 5.7-13.7 0 0ZM14.8-14.8 13.7-5.7 0 0ZM21 0 13.7 5.7 0 0ZM14.8 14.8 5.7 '
        '13.7 0 0ZM0 21-5.7 13.7 0 0ZM-14.8 14.8-13.7 5.7 0 0ZM-21 0-13.7-5.7 0 0ZM-14.8-14.8-5.7-13.7 0 0Z"/>'
        '<circle fill="#fffdf7" r="6"/>'
        '<path fill="#b98421" d="M0-3.8 1.1-1.1 3.8 0 1.1 1.1 0 3.8-1.1 1.1-3.8 0-1.1-1.1Z"/>',
    ),
    "crown-K": (
        "0 0 40 24",
        '<path fill="#e0ac45" d="M4 19 2 5.5l9 6L20 1l9 10.5 9-6L36 19Z"/>'
        '<path fill="#b98421" d="M4 19h32v3.5H4Z"/>'
        '<circle fill="#e0ac45" cx="20" cy="2.6" r="2.6"/>'
        '<circle fill="#e0ac45" cx="2.6" cy="5.5" r="2.2"/>'
        '<circle fill="#e0ac45" cx="37.4" cy="5.5" r="2.2"/>',
    ),
    "crown-Q": (
        "0 0 40 24",
        '<path fill="#e0ac45" d="M5 19C4 12 6 8 9 6c2 4 4 6 6 6.5C15 8 17 4.5 20 2.5c3 2 5 5.5 5 10 2-.5 4-2.5 '
        '6-6.5 3 2 5 6 4 13Z"/>'
        '<path fill="#b98421" d="M5 19h30v3.5H5Z"/>'
        '<circle fill="#fffdf7" cx="20" cy="14.5" r="2.2"/>',
    ),
    "jack-two": (
        "0 0 80 96",
        '<path fill="#6b4226" d="M18 36C16 16 28 10 40 10s24 6 22 26c0 8 2 14 5 20-5 7-13 6-17 2H30c-4 4-12 '
        '5-17-2 3-6 5-12 5-20Z"/>'
        '<path fill="#dba978" d="M33 54h14v16H33Z"/>'
        '<path fill="currentColor" d="M4 96c1-17 11-26 26-29l10 9 10-9c15 3 25 12 26 29Z"/>'
        '<path fill="#e0ac45" d="M27 66c3-2 5-3 6-4l7 9 7-9c1 1 3 2 6 4L43.5 81h-7Z"/>'
        '<circle fill="#e0ac45" cx="40" cy="88" r="2.6"/>'
        '<path fill="#f3cfa6" d="M25 32h30v16c0 9-7 15.5-15 15.5S25 57 25 48Z"/>'
        '<path fill="#6b4226" d="M24 30h32c1 5 1 9 0 12-3-2-4-5-5-8-7 3-16 3-22 0-1 3-2 6-5 8-1-3-1-7 0-12Z"/>'
        '<path fill="currentColor" d="M17 27C17 13 27 5 41 5c13 0 22 9 22 22Z"/>'
        '<path fill="#e0ac45" d="M15 25.5c16-4 34-4 50 0 1.5.5 1.5 6 0 6.5-16-4-34-4-50 0-1.5-.5-1.5-6 0-6.5Z"/>'
        '<path fill="#e0ac45" d="M54 20C56 8 65 0 77 1c1 11-7 19-20 22Z"/>'
        '<path fill="#b98421" d="M55.5 21.5C60 13 67 6 77 1c1 11-7 19-20 22Z"/>'
        '<ellipse fill="#2b1d18" cx="33.5" cy="45" rx="2.3" ry="2.9"/>'
        '<ellipse fill="#2b1d18" cx="46.5" cy="45" rx="2.3" ry="2.9"/>'
        '<path fill="none" stroke="#2b1d18" stroke-width="1.7" stroke-linecap="round" d="M30 39.5q3.5-2 '
        '6.5-.4M50 39.5q-3.5-2-6.5-.4M40 46v4.5l-1.8.8M35 55.6q5 3.8 10 0"/>'
        '<circle fill="#e58f78" opacity=".55" cx="29.5" cy="51.5" r="2.8"/>'
        '<circle fill="#e58f78" opacity=".55" cx="50.5" cy="51.5" r="2.8"/>',
    ),
    "jack-one": (
        "0 0 80 96",
        '<path fill="#6b4226" d="M30 26c22-6 34 4 33 20 0 8 2 12 6 16-6 8-20 8-27 2Z"/>'
        '<path fill="#dba978" d="M34 56h18v14H34Z"/>'
        '<path fill="currentColor" d="M10 96c1-16 9-25 22-29l24 0c12 4 19 13 20 29Z"/>'
        '<path fill="#e0ac45" d="M28 68c4-1 6-3 7-5 7 4 13 4 19 0 1 2 3 4 6 5-10 8-23 8-32 0Z"/>'
        '<path fill="#b98421" d="M18 96c1-8 4-15 10-20l5 4c-4 4-6 10-6 16Z"/>'
        '<path fill="#f3cfa6" d="M23 30h31v22c0 8-7 13-15 13-3 0-6-.3-8-.8-4-1-5-4-4.4-7.2l-2.1-1.6 '
        '1.7-2.2-1.7-1.7c-.4-1.3-3.3-1-5.3-2-1.2-.8-.7-2.3.2-3.5 2-2.6 3.4-4.7 3.6-7.5Z"/>'
        '<path fill="#6b4226" d="M40 29h16c3 9 2 20-4 27-3-6-3-9-5-13-1-2 1-4 0-6-3-1-6-4-7-8Z"/>'
        '<path fill="#dba978" d="M45 42c4-2.5 6.5 0 6 3.5s-4 4.5-5.5 2Z"/>'
        '<path fill="currentColor" d="M19 29C17 14 28 6 42 6c14 0 24 9 23 23Z"/>'
        '<path fill="#e0ac45" d="M15 27.5c17-3.5 34-3.5 52 0 1.5.5 1.5 5.5 0 6-18-3.5-35-3.5-52 0-2-.5-2-5.5 '
        '0-6Z"/>'
        '<path fill="#e0ac45" d="M36 12C42 2 54-1 64 5c-3 10-14 14-27 10Z"/>'
        '<path fill="#b98421" d="M36.5 13.5C46 11 55 8 64 5c-3 10-14 14-27 10Z"/>'
        '<ellipse fill="#2b1d18" cx="29.5" cy="43.5" rx="2.3" ry="2.9"/>'
        '<path fill="none" stroke="#2b1d18" stroke-width="1.7" stroke-linecap="round" d="M26 38q3-2 6.5-.6M26.8 '
        '57h6"/>'
        '<circle fill="#e58f78" opacity=".55" cx="37" cy="51.5" r="3"/>',
    ),
    "sign-two": (
        "0 0 20 20",
        '<path fill="#b98421" d="M10 .8 12.6 7.2l6.6.5-5.1 4.3 1.6 6.6L10 15l-5.7 3.6 1.6-6.6L.8 7.7l6.6-.5Z"/>',
    ),
    "sign-one": (
        "0 0 20 20",
        '<circle cx="10" cy="10" r="7.6" fill="none" stroke="currentColor" stroke-width="2"/>'
        '<path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" d="M6.5 6.5l7 7m0-7-7 '
        '7"/>',
    ),
}

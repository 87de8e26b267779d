"""The drawings of Diamoniak as SVG, for pictures outside the site.

The same outlines as in ui/board.html and ui/palaces.js. A test holds them together: who changes a drawing changes both.
"""

from __future__ import annotations

# Each with its viewBox.
FIGURES = {
    "diamond": (
        "0 0 80 80",
        '<path fill="#3fb0d6" d="M20 14h40l17 20-37 38L3 34Z"/>'
        '<path fill="#97dcf2" d="M20 14 3 34h20Zm20 0L23 34h34Zm20 0-3 20h20Z"/>'
        '<path fill="#dcf4fd" d="M20 14h20L23 34Z"/>'
        '<path fill="#2b95c0" d="M57 34h20L40 72Z"/>'
        '<path fill="#1f7aa8" d="M23 34h34L40 72Z"/>'
        '<path fill="#fff" d="m24 18 1.800 4 4 1.800-4 1.800-1.800 4-1.800-4-4-1.800 4-1.800Z"/>',
    ),
    "witch": (
        "0 0 80 96",
        '<path fill="#2e2347" d="M6 96c2-18 10-27 22-30h24c12 3 20 12 22 30Z"/>'
        '<path fill="#d98a3d" d="M22 36C14 44 12 56 14 68l10-6V40Zm36 0c8 8 10 20 8 32l-10-6V40Z"/>'
        '<path fill="#9cc77a" d="M24 34h32v16c0 9-5 13-9 16-3 2.500-11 2.500-14 0-4-3-9-7-9-16Z"/>'
        '<path fill="#7aa857" d="M37 42c6 3 12 8 10 15-3 1-6-1-7-3-2-3-1-7-3-12Z"/>'
        '<circle fill="#7aa857" cx="30" cy="56" r="1.900"/>'
        '<ellipse fill="#fff" cx="32" cy="43.500" rx="4" ry="4.500"/>'
        '<ellipse fill="#fff" cx="49" cy="43.500" rx="4" ry="4.500"/>'
        '<circle fill="#241a3a" cx="33" cy="44.500" r="2"/>'
        '<circle fill="#241a3a" cx="48" cy="44.500" r="2"/>'
        '<path fill="none" stroke="#241a3a" stroke-width="1.8" stroke-linecap="round" d="m26 37 10 3m19-3-10 3"/>'
        '<path fill="none" stroke="#241a3a" stroke-width="1.8" stroke-linecap="round" d="M30 61c5 4 12 5 20-1"/>'
        '<path fill="#fff" d="m36 63.300.800 4 2.600-3.200Z"/>'
        '<path fill="#2e2347" d="M4 36c12-7 22-9 36-9s24 2 36 9c-6 4-22 2-36 2S10 40 4 36Z"/>'
        '<path fill="#2e2347" d="M22 30C26 18 30 9 44 1c8 2 12 6 17 11-5-1-8 0-10 2 2 5 4 10 5 16Z"/>'
        '<path fill="#8a5bb5" d="M22.500 29.500c11-3 23-3 33.500 0l-1-6c-9-2-20-2-30.500.500Z"/>'
        '<path fill="#eebb4d" d="M35 21.500h9v8h-9Zm2.400 2.300v3.400h4.200v-3.400Z"/>'
        '<path fill="#8a5bb5" d="M30 67h20l-10 9Z"/>',
    ),
    "fairy": (
        "0 0 80 96",
        '<path fill="#cfeef5" stroke="#7fc4d6" d="M36 56C16 34 4 34 3 46c-1 13 14 20 30 18Zm8 0c20-22 32-22 '
        '33-10 1 13-14 20-30 18Z"/>'
        '<path fill="#b4e2ee" stroke="#7fc4d6" d="M34 62C20 66 10 76 14 84c5 7 17-2 22-16Zm12 0c14 4 24 14 20 '
        '22-5 7-17-2-22-16Z"/>'
        '<path fill="#e27fa8" d="M40 58c7 0 9 4 10 10l7 22c-10 5-24 5-34 0l7-22c1-6 3-10 10-10Z"/>'
        '<path fill="#e0b283" d="M36 50h8v10l-4 3-4-3Z"/>'
        '<path fill="#c9812f" d="M22 34c-2-16 8-23 18-23s20 7 18 23c0 7 2 12 4 15-5 4-10 3-12 0H30c-2 3-7 4-12 0 '
        '2-3 4-8 4-15Z"/>'
        '<path fill="#f7d5ae" d="M26 30h28v9c0 9-6 15-14 15s-14-6-14-15Z"/>'
        '<path fill="#c9812f" d="M25 33c2-12 9-16 15-16s13 4 15 16c-6-1-10-3-13-7-4 4-10 7-17 7Z"/>'
        '<circle fill="#241a3a" cx="34" cy="39" r="2.100"/>'
        '<circle fill="#241a3a" cx="46" cy="39" r="2.100"/>'
        '<circle fill="#ee8f8f" opacity=".6" cx="30" cy="44" r="2.700"/>'
        '<circle fill="#ee8f8f" opacity=".6" cx="50" cy="44" r="2.700"/>'
        '<path fill="none" stroke="#241a3a" stroke-width="1.8" stroke-linecap="round" d="M35.500 46q4.500 3.500 '
        '9 0"/>'
        '<path fill="#eebb4d" d="M28 14l5 4 7-8 7 8 5-4-1.500 9h-21Z"/>'
        '<path fill="none" stroke="#8c5a2b" stroke-width="2.4" stroke-linecap="round" d="M54 72 68 28"/>'
        '<path fill="#eebb4d" d="m69 12 2.600 6.400 6.900.5-5.300 4.400 1.700 6.700-5.900-3.600-5.900 3.600 '
        '1.700-6.700-5.300-4.400 6.900-.5Z"/>',
    ),
}

# By colour, six parts from the ground up, each of (material, outline).
PALACES = {
    "pink": (
        (
            ("wall", "M40 64h40v36H40Z"),
            ("pale", "M40 64h40v4H40Z"),
            ("door", "M51 100V84a9 9 0 0 1 18 0v16Z"),
        ),
        (
            ("wall", "M14 74h26v26H14Z"),
            ("door", "M22 92v-7a5 5 0 0 1 10 0v7Z"),
        ),
        (
            ("wall", "M80 74h26v26H80Z"),
            ("door", "M88 92v-7a5 5 0 0 1 10 0v7Z"),
        ),
        (
            ("roof", "M13 74c-3-10 5-14 14-23 9 9 17 13 14 23Z"),
            ("gold", "M26 43h2v9h-2Zm-2 0a3 3 0 1 1 6 0 3 3 0 0 1-6 0Z"),
        ),
        (
            ("roof", "M79 74c-3-10 5-14 14-23 9 9 17 13 14 23Z"),
            ("gold", "M92 43h2v9h-2Zm-2 0a3 3 0 1 1 6 0 3 3 0 0 1-6 0Z"),
        ),
        (
            ("roof", "M37 64c-5-17 8-25 23-40 15 15 28 23 23 40Z"),
            ("pale", "M46 58c-2-9 3-15 9-21-3 8-4 14-3 21Z"),
            ("gold", "M59 12h2v14h-2Zm-3 0a4 4 0 1 1 8 0 4 4 0 0 1-8 0Z"),
        ),
    ),
    "blue": (
        (
            ("wall", "M36 74v-7h7v4h7v-4h7v4h6v-4h7v4h7v-4h7v33H36Z"),
            ("door", "M51 100V86a9 9 0 0 1 18 0v14Z"),
        ),
        (
            ("wall", "M13 56h23v44H13Z"),
            ("door", "M22 68h5v10h-5Z"),
        ),
        (
            ("wall", "M84 56h23v44H84Z"),
            ("door", "M93 68h5v10h-5Z"),
        ),
        (("roof", "M10 56V43h6v5h5v-5h7v5h5v-5h6v13Zm71 0V43h6v5h5v-5h7v5h5v-5h6v13Z"),),
        (
            ("wall", "M46 38h28v31l-4-2v4h-7v-4h-6v4h-7v-4l-4 2Z"),
            ("door", "M56 47h8v12h-8Z"),
        ),
        (
            ("roof", "M42 38V24h7v6h7v-6h8v6h7v-6h7v14Z"),
            ("gold", "M59 6h2v18h-2Zm2 0 14 4.500-14 4.500Z"),
        ),
    ),
    "green": (
        (
            ("wall", "M40 58h40v42H40Z"),
            ("door", "M51 100V84c0-5 4-9 9-13 5 4 9 8 9 13v16Z"),
        ),
        (
            ("wall", "M18 72h22v28H18Z"),
            ("door", "M25 90v-5c0-3 2-5 4-7 2 2 4 4 4 7v5Z"),
        ),
        (
            ("wall", "M80 72h22v28H80Z"),
            ("door", "M87 90v-5c0-3 2-5 4-7 2 2 4 4 4 7v5Z"),
        ),
        (
            ("roof", "M15 72 29 34l14 38Z"),
            ("gold", "M28 26h2v12h-2Zm-3 3h8v2h-8Z"),
        ),
        (
            ("roof", "M77 72 91 34l14 38Z"),
            ("gold", "M90 26h2v12h-2Zm-3 3h8v2h-8Z"),
        ),
        (
            ("roof", "M36 58 60 10l24 48Z"),
            ("pale", "M48 54 60 28l-5 26Z"),
            ("gold", "M59 2h2v14h-2Zm-4 4h10v2H55Z"),
        ),
    ),
    "yellow": (
        (
            ("wall", "M6 84h108v16H6Z"),
            ("door", "M54 100V92a6 6 0 0 1 12 0v8Zm-32 0v-6a4 4 0 0 1 8 0v6Zm68 0v-6a4 4 0 0 1 8 0v6Z"),
        ),
        (
            ("roof", "M18 68h84v16H18Z"),
            ("door", "M32 84v-6a4 4 0 0 1 8 0v6Zm24 0v-6a4 4 0 0 1 8 0v6Zm24 0v-6a4 4 0 0 1 8 0v6Z"),
        ),
        (
            ("wall", "M30 52h60v16H30Z"),
            ("door", "M44 68v-6a4 4 0 0 1 8 0v6Zm24 0v-6a4 4 0 0 1 8 0v6Z"),
        ),
        (
            ("roof", "M42 36h36v16H42Z"),
            ("door", "M56 52v-6a4 4 0 0 1 8 0v6Z"),
        ),
        (
            ("wall", "M50 22h20v14H50Z"),
            ("pale", "M46 22h28l-14-9Z"),
            ("gold", "M58.500 6a3 3 0 1 1 3 0v7h-3Z"),
        ),
        (
            (
                "leaf",
                "M8 84c0-5 3-8 6-8s6 3 6 8Zm92 0c0-5 3-8 6-8s6 3 6 8ZM20 68c0-5 3-8 6-8s5 3 5 8Zm69 0c0-5 2-8 "
                "5-8s6 3 6 8Z",
            ),
            ("leaf", "M32 52c0-4 2-7 5-7s5 3 5 7Zm46 0c0-4 2-7 5-7s5 3 5 7Z"),
            ("leaf", "M42 36c0-4 2-6 4-6s4 2 4 6Zm28 0c0-4 2-6 4-6s4 2 4 6Z"),
        ),
    ),
}

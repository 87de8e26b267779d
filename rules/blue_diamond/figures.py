"""The figures of Blue Diamond as SVG, for pictures outside the site: each with its viewBox.

The same outlines as in ui/board.html. A test holds the two together: who changes a drawing changes both.
"""

from __future__ import annotations

FIGURES = {
    "A": (
        "0 0 80 96",
        '<path fill="#272b3d" d="M3 96c1-17 9-27 22-31l15 11 15-11c13 4 21 14 22 31Z"/>'
        '<path fill="#9c2f3f" d="M19 67l8-6 13 13 13-13 8 6-21 21Z"/>'
        '<path fill="#fbf7ee" d="M31 66h18l-9 24Z"/>'
        '<path fill="#17202f" d="m40 74-8-4.5v9Zm0 0 8-4.5v9Z"/>'
        '<path fill="#dba978" d="M33 56h14v13l-7 5-7-5Z"/>'
        '<path fill="#f3cfa6" d="M25 30h30v18c0 9-7 16-15 16s-15-7-15-16Z"/>'
        '<path fill="#5d3a22" d="M24 30h32v12c-3-1-4-4-5-7H29c-1 3-2 6-5 7Z"/>'
        '<path fill="#272b3d" d="M22.5 1.5c11-2 24-2 35 0l-3 27h-29Z"/>'
        '<path fill="#9c2f3f" d="m24.6 20 .8 8.5h29.2l.8-8.5c-10 2.4-21 2.4-30.8 0Z"/>'
        '<path fill="#272b3d" d="M10 26c4 3 16 4.5 30 4.5S66 29 70 26c2 5-1 8-4 8.5-17 2-35 2-52 '
        '0-3-.5-6-3.5-4-8.5Z"/>'
        '<path fill="#17202f" d="M40 53.5c-3-2-7-2-9 .3-1.6 1.700-3.500 1.900-5 .7 1 4 8 5 14 1.500 6 3.500 13 '
        '2.500 14-1.500-1.500 1.200-3.400 1-5-.7-2-2.300-6-2.300-9-.3Z"/>'
        '<circle fill="#d6ecfd" fill-opacity=".55" stroke="#b98421" stroke-width="1.6" cx="47" cy="44" '
        'r="5.600"/>'
        '<path fill="none" stroke="#b98421" d="M52 47c3 6 3 12 1 18"/>'
        '<circle fill="#17202f" cx="33" cy="44" r="2.200"/>'
        '<circle fill="#17202f" cx="47" cy="44" r="2.200"/>'
        '<path fill="none" stroke="#2b1d18" stroke-width="1.6" stroke-linecap="round" d="M28.500 39q4-2.600 8 '
        '0M40 46v4.500l-1.800.8M36.500 59q3.500 1.600 7 0"/>',
    ),
    "X": (
        "0 0 80 96",
        '<path fill="#3a2030" d="M20 38c-5 16-5 31 2 40h36c7-9 7-24 2-40Z"/>'
        '<path fill="#7d2448" d="M8 96c1-13 8-21 20-25l12 8 12-8c12 4 19 12 20 25Z"/>'
        '<path fill="#dba978" d="M34 56h12v14l-6 8-6-8Z"/>'
        '<path fill="#f3cfa6" d="M26 34h28v14c0 9.500-7 16.500-14 16.500S26 57.500 26 48Z"/>'
        '<path fill="#3a2030" d="M24 32h32c2 6 2 12 1 17-3-3-4-7-5-11-8 2-18 1-22-2-1 5-2 9-6 13-2-5-2-11 '
        '0-17Z"/>'
        '<path fill="#17202f" d="M25 41c5-2.500 11-2 15 .6 4-2.600 10-3.100 15-.6 1 6-2 9.500-6.500 9.500-4 '
        '0-6.500-2-8.500-4.500-2 2.500-4.500 4.500-8.500 4.500C27 50.500 24 47 25 41Z"/>'
        '<circle fill="#fbf7ee" cx="33" cy="45.600" r="2.300"/>'
        '<circle fill="#fbf7ee" cx="47" cy="45.600" r="2.300"/>'
        '<path fill="#b3213f" d="M35 57.500c2-1.800 3.800-1.800 5-.8 1.200-1 3-1 5 .8-2 3.200-8 3.200-10 0Z"/>'
        '<path fill="#a32f5c" d="M1 37C6 25 22 18 44 17c18-.8 31 4 35 11-9-1-17 0-27 1C31 31 16 33 1 37Z"/>'
        '<path fill="#8b2650" d="M25 22C25 9 34 3 44 3c10 0 16 6 16 16-11-2-24-1-35 3Z"/>'
        '<path fill="#f0c9d8" d="M25 22c11-4 24-5 35-3l.3 5c-11-1.600-24-.8-35.600 3Z"/>'
        '<path fill="#f6dbe5" d="M56 19C58 9 66 2 78 2c-1 11-8 19-21 20Z"/>'
        '<path fill="none" stroke="#2b1d18" stroke-width="1.6" stroke-linecap="round" d="M58 20c5-6 11-11 '
        '17-15"/>'
        '<circle fill="#e0ac45" cx="40" cy="83" r="3"/>',
    ),
    "P": (
        "0 0 80 96",
        '<path fill="#23406e" d="M3 96c1-17 10-26 23-29h28c13 3 22 12 23 29Z"/>'
        '<path fill="#182c4d" d="M27 66h26l-4 10H31Z"/>'
        '<path fill="#e0ac45" d="M8 82c3-6 7-9 12-11l6 6c-5 2-8 5-10 9Zm64 0c-3-6-7-9-12-11l-6 6c5 2 8 5 10 9Z"/>'
        '<circle fill="#e0ac45" cx="40" cy="82" r="2.400"/>'
        '<circle fill="#e0ac45" cx="40" cy="91" r="2.400"/>'
        '<path fill="#dba978" d="M32 56h16v12H32Z"/>'
        '<path fill="#f3cfa6" d="M24 30h32v18c0 9.500-7 16-16 16s-16-6.500-16-16Z"/>'
        '<path fill="#5d3a22" d="M23 30h34v11l-4-3v-4H27v4l-4 3Z"/>'
        '<path fill="#5d3a22" d="M40 50.500c-6-3-13-1-15 4.500-.8 2.200-2.800 3-4.500 2.500 2.500 5 13.500 6 '
        '19.500 0 6 6 17 5 19.500 0-1.700.5-3.700-.3-4.500-2.500-2-5.500-9-7.500-15-4.500Z"/>'
        '<path fill="#23406e" d="M20 12c12-3 28-3 40 0l-1 16c-12-2-26-2-38 0Z"/>'
        '<path fill="#182c4d" d="M19.500 9.500c13-3.600 28-3.600 41 0 1 .3 1 4-.5 4-13-2.600-27-2.600-40 0-1.500 '
        '0-1.500-3.700-.5-4Z"/>'
        '<path fill="#e0ac45" d="M20.600 21c13-2.400 26-2.400 38.800 0l-.3 5c-12.700-2-25.500-2-38.200 0Z"/>'
        '<path fill="#17202f" d="M17 33c13-7 33-7 46 0-5-1-12-.5-16-.5H33c-4 0-11-.5-16 .5Z"/>'
        '<path fill="#e0ac45" d="m40 10.500 1.700 3.600 3.900.5-2.900 2.700.8 3.900-3.500-1.900-3.500 '
        '1.900.8-3.900-2.900-2.700 3.900-.5Z"/>'
        '<circle fill="#17202f" cx="33" cy="43" r="2.300"/>'
        '<circle fill="#17202f" cx="47" cy="43" r="2.300"/>'
        '<path fill="none" stroke="#2b1d18" stroke-width="1.6" stroke-linecap="round" d="M28 38.500q4.500-2.400 '
        '8.500.4M52 38.500q-4.500-2.400-8.500.4M40 44.500v4"/>',
    ),
    "D": (
        "0 0 80 96",
        '<path fill="none" stroke="#9cc8ee" stroke-width="3" stroke-linecap="round" d="M40 2v9M14 11l5 8M66 '
        '11l-5 8M4 34l8 3M76 34l-8 3"/>'
        '<path fill="#3f8fd6" d="M20 28h40l15 19-35 43L5 47Z"/>'
        '<path fill="#8fc7f2" d="M20 28 5 47h18Zm20 0L23 47h34Zm20 0-3 19h18Z"/>'
        '<path fill="#d4ecfd" d="M20 28h20L23 47Z"/>'
        '<path fill="#2c77bd" d="M57 47h18L40 90Z"/>'
        '<path fill="#1f64a8" d="M23 47h34L40 90Z"/>'
        '<path fill="none" stroke="#eaf6ff" stroke-width="1.2" stroke-linejoin="round" opacity=".8" d="M20 '
        '28h40l15 19-35 43L5 47ZM5 47h70M20 28l3 19 17-19 17 19 3-19M23 47l17 43 17-43"/>'
        '<path fill="#fff" d="m25 31 2 4.500 4.500 2-4.500 2-2 4.500-2-4.500-4.500-2 4.500-2Z"/>',
    ),
    "gem": (
        "0 0 24 24",
        '<path fill="#3f8fd6" d="M6 4h12l5 6.500L12 22 1 10.500Z"/>'
        '<path fill="#8fc7f2" d="M6 4 1 10.500h6.500Zm6 0-4.500 6.500h9Zm6 0-1.500 6.500H23Z"/>'
        '<path fill="#1f64a8" d="M7.500 10.500h9L12 22Z"/>',
    ),
}

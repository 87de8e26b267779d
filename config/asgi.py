"""The ASGI application: pages by Django, sockets and streams on the loop."""

import os
import re
import warnings
from typing import Any, cast

from django.core.asgi import get_asgi_application

# WhiteNoise hands its files over as plain iterators; that they are read in a thread is what we want.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()  # first: it loads the apps that the rest imports

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import path, re_path  # noqa: E402

from config.logs import Traced  # noqa: E402
from config.visitors import Visitors  # noqa: E402
from games import notices  # noqa: E402
from games.api import quick_moves, unchanged  # noqa: E402
from games.api.streams import serve_match, serve_own  # noqa: E402
from games.consumers import MatchConsumer, Nowhere  # noqa: E402
from matchmaking import feed  # noqa: E402

sockets = URLRouter(
    [
        path("ws/matches/<str:match_id>/", MatchConsumer.as_asgi()),
        path("ws/notices/", cast(Any, notices.serve)),
        path("ws/lobby/", cast(Any, feed.serve)),
        re_path("", Nowhere.as_asgi()),
    ]
)
_STREAM = re.compile(r"/api/v1/(?:matches/[^/]+/)?stream")
streams = Visitors(
    URLRouter(
        [
            path("api/v1/matches/<str:match_id>/stream", cast(Any, serve_match)),
            path("api/v1/stream", cast(Any, serve_own)),
        ]
    )
)


async def answers(scope: Any, receive: Any, send: Any) -> None:
    """Hand a request to the streams, which may last for hours and need no thread, or to Django."""
    if _STREAM.fullmatch(scope["path"]):
        await streams(scope, receive, send)
    elif not await unchanged.answered(scope, send):
        left = await quick_moves.answered(scope, receive, send)
        if left is not None:
            await pages(scope, left, send)


application = Traced(ProtocolTypeRouter({"http": cast(Any, answers), "websocket": Visitors(sockets)}))

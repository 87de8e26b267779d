# Quintet in a container: one image for servers, workers and clock (compose.yaml, docs/deploy.md).
FROM python:3.13-slim-trixie AS build
WORKDIR /srv/quintet
COPY requirements.txt requirements.lock ./
RUN python -m venv .venv && .venv/bin/pip install --no-cache-dir --requirement requirements.txt --constraint requirements.lock

FROM python:3.13-slim-trixie
# pg_dump must be no older than the server (compose.yaml has 17); Debian keeps no older builds that could be pinned.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client-17 && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 990 --create-home --home-dir /var/lib/quintet --shell /usr/sbin/nologin quintet \
    && install --directory --owner quintet --mode 700 /var/lib/quintet/backups
WORKDIR /srv/quintet
COPY --from=build /srv/quintet/.venv .venv
COPY . .
ENV PATH=/srv/quintet/.venv/bin:$PATH PYTHONUNBUFFERED=1 VAR_DIR=/var/lib/quintet
USER 990
EXPOSE 8000
# Nothing is collected or fetched at a start: static files are served from the image.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["python", "-m", "config.server", "--host", "0.0.0.0", "--port", "8000"]

"""Scripts and styles travel small: without our comments, and compressed."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from config import statics


def body(answer) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


@pytest.mark.parametrize("name", ["js/match.js", "css/base.css", "sequence/board.js", "img/icons.svg"])
def test_who_takes_gzip_gets_less_of_the_same(client, name):
    whole = Path(finders.find(name)).read_bytes()
    answer = client.get(f"/static/{name}", headers={"accept-encoding": "gzip, br"})
    sent = body(answer)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert int(answer.headers["Content-Length"]) == len(sent) < len(whole) * 0.6
    small = gzip.decompress(sent)
    assert small == whole if name.endswith(".svg") else len(small) < len(whole) * 0.9


def test_who_does_not_gets_the_file_as_it_is(client):
    answer = client.get("/static/js/match.js")
    assert "Content-Encoding" not in answer.headers
    assert body(answer) == Path(finders.find("js/match.js")).read_bytes()


def test_the_texts_of_scripts_are_compressed_too(db, client):
    answer = client.get("/jsi18n/", headers={"accept-encoding": "gzip", "accept-language": "ru"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Cache-Control"] == "private, max-age=60"
    assert json.dumps("Ваш ход") in gzip.decompress(body(answer)).decode()


def test_what_is_within_texts_stays_when_a_script_is_made_smaller(tmp_path, settings):
    settings.VAR_DIR = tmp_path
    file = tmp_path / "a.js"
    file.write_text("// why\nconst a = `x  ${ b  }  // kept\n  y`; // gone\nconst c = /a  b\\/\\//.test(a);\n")
    small = gzip.decompress(Path(statics.smaller_copy(file)).read_bytes()).decode()
    assert small == "const a=`x  ${ b  }  // kept\n  y`;const c=/a  b\\/\\//.test(a);"


def test_a_copy_is_made_once_however_often_a_server_starts(tmp_path, settings, monkeypatch):
    settings.VAR_DIR = tmp_path
    file = tmp_path / "a.js"
    file.write_text("one")
    first = statics.smaller_copy(file)
    monkeypatch.setitem(statics.MINIFIERS, ".js", None)
    assert statics.smaller_copy(file) == first


def test_a_changed_file_gets_another_copy(tmp_path, settings):
    settings.VAR_DIR = tmp_path
    file = tmp_path / "a.js"
    file.write_text("one")
    first = statics.smaller_copy(file)
    assert statics.smaller_copy(file) == first
    file.write_text("two")
    assert gzip.decompress(Path(statics.smaller_copy(file)).read_bytes()) == b"two"
    assert gzip.decompress(Path(first).read_bytes()) == b"one"

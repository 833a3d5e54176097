"""A server that really speaks HTTP and the chat-completions stream, and can be told to misbehave."""

import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[["Handler", dict[str, Any]], None]


class Handler(BaseHTTPRequestHandler):
    """Answers every POST by the server's `behave`, and remembers what it was asked."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(body)  # type: ignore[attr-defined]
        self.server.behave(self, body)  # type: ignore[attr-defined]

    def log_message(self, *arguments: Any) -> None:
        """Silence."""

    def status(self, code: int, text: str = "{}", **headers: str) -> None:
        payload = text.encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(payload)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(payload)

    def begin_stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def piece(self, text: str, finish: str | None = None, **delta: Any) -> None:
        chunk = {
            "id": "x", "object": "chat.completion.chunk", "created": 1, "model": "echo",
            "choices": [{"index": 0, "delta": {"content": text, **delta}, "finish_reason": finish}],
        }  # fmt: skip
        self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
        self.wfile.flush()

    def end_stream(self, usage: bool = True) -> None:
        if usage:
            chunk = {
                "id": "x", "object": "chat.completion.chunk", "created": 1, "model": "echo", "choices": [],
                "usage": {"prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 150},
            }  # fmt: skip
            self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    def say(self, text: str, finish: str = "stop") -> None:
        self.begin_stream()
        for start in range(0, len(text), 1500):
            self.piece(text[start : start + 1500])
        self.piece("", finish)
        self.end_stream()


def claims_in(body: dict[str, Any]) -> list[tuple[str, str]]:
    """(key, paraphrase) of the claims in a request."""
    text = body["messages"][-1]["content"]
    return [(key, plain) for key, plain in re.findall(r"^(c\d+) \| [a-z_]+ \| [^|]*\| (.*)$", text, re.MULTILINE)]


def echo(handler: Handler, body: dict[str, Any]) -> None:
    """A model that says every claim in words of its own: valid sentences, worded by the endpoint."""
    handler.say("\n".join(f"[{key}] {reworded(plain)}" for key, plain in claims_in(body)))


def copies(handler: Handler, body: dict[str, Any]) -> None:
    """A model that says every claim word for word as it was given it."""
    handler.say("\n".join(f"[{key}] {plain}" for key, plain in claims_in(body)))


def reworded(plain: str) -> str:
    """A sentence with an opening of the model's own."""
    return ("Итак, " if re.search("[а-я]", plain) else "So, ") + plain


def changed(change: Callable[[str], str]) -> Reply:
    """A model whose every sentence is spoilt by `change`."""
    return lambda handler, body: handler.say("\n".join(f"[{key}] {change(plain)}" for key, plain in claims_in(body)))


def cut(handler: Handler, body: dict[str, Any]) -> None:
    """A stream that ends in the middle of a sentence, without a word."""
    lines = [f"[{key}] {reworded(plain)}" for key, plain in claims_in(body)]
    handler.begin_stream()
    handler.piece("\n".join(lines)[: len(lines[0]) + 20])
    handler.wfile.flush()
    handler.connection.shutdown(socket.SHUT_RDWR)


def endless(handler: Handler, body: dict[str, Any]) -> None:
    """A line that never ends."""
    handler.begin_stream()
    try:
        while True:
            handler.piece("[c1] " + "слово " * 50)
    except OSError:
        return


def slow(seconds: float) -> Reply:
    """An endpoint that thinks for longer than anybody waits."""

    def behave(handler: Handler, body: dict[str, Any]) -> None:
        time.sleep(seconds)
        try:
            echo(handler, body)
        except OSError:
            return

    return behave


@contextmanager
def serving(behave: Reply) -> Iterator[ThreadingHTTPServer]:
    """The server on a free port of loopback; `server.url` is its base, `server.requests` what it was asked."""
    server: Any = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.behave, server.requests = behave, []
    server.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()

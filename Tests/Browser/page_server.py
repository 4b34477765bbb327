#!/usr/bin/env python3
"""page_server.py URL [PORT]: serves the page from Sources/Panel/Page, and everything else from the panel at URL.

A changed page can be looked at without a build. Headers are those of the panel, so that what its policy forbids fails here too.
Prints the address to open.
"""

import os
import socket
import sys
import threading

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.realpath(os.path.join(here, "../../Sources/Panel/Page"))
types = {
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml", "png": "image/png", "glsl": "text/plain; charset=utf-8", "webmanifest": "application/manifest+json",
}


def pour(source, drain):
    """Copies bytes until one side ends."""
    try:
        while data := source.recv(65536):
            drain.sendall(data)
    except OSError:
        pass
    for end in (source, drain):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class PageServer:
    def __init__(self, url, port=0):
        self.panel, _, self.token = url.split("://")[1].partition("/#")
        host, _, number = self.panel.rpartition(":")
        self.place = (host.strip("[]"), int(number))
        self.policy = self.read_policy()
        self.listener = socket.create_server(("127.0.0.1", port))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/#{self.token}"
        threading.Thread(target=self.serve, daemon=True).start()

    def read_policy(self):
        with socket.create_connection(self.place) as line:
            line.sendall(f"HEAD / HTTP/1.1\r\nHost: {self.panel}\r\nConnection: close\r\n\r\n".encode())
            answer = b""
            while data := line.recv(65536):
                answer += data
        wanted = (b"content-security-policy", b"x-content-type-options", b"referrer-policy", b"cache-control")
        return [head for head in answer.split(b"\r\n") if head.lower().startswith(wanted)]

    def serve(self):
        while True:
            line, _ = self.listener.accept()
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self.answer, args=(line,), daemon=True).start()

    def answer(self, line):
        head = b""
        while b"\r\n\r\n" not in head:
            data = line.recv(65536)
            if not data:
                return line.close()
            head += data
        path = head.split(b" ")[1].decode()
        name = os.path.realpath(os.path.join(root, path.split("?")[0].lstrip("/") or "index.html"))
        if not path.startswith("/socket") and name.startswith(root) and os.path.isfile(name):
            with open(name, "rb") as file:
                body = file.read()
            lines = [b"HTTP/1.1 200 OK", f"Content-Type: {types[name.split('.')[-1]]}".encode(), f"Content-Length: {len(body)}".encode(), b"Connection: close", *self.policy]
            line.sendall(b"\r\n".join(lines) + b"\r\n\r\n" + body)
            return line.close()
        try:
            other = socket.create_connection(self.place)
        except OSError:
            return line.close()
        other.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        own = self.url.split("/")[2].encode()
        if not path.startswith("/socket"):
            # The next request on this line could be for a file of the folder.
            head = head.replace(b"Connection: keep-alive", b"Connection: close")
        other.sendall(head.replace(b"Host: " + own, b"Host: " + self.panel.encode()).replace(b"//" + own, b"//" + self.panel.encode()))
        threading.Thread(target=pour, args=(line, other), daemon=True).start()
        pour(other, line)


if __name__ == "__main__":
    server = PageServer(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print(server.url, flush=True)
    threading.Event().wait()

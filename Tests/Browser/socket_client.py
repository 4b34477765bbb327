"""A small WebSocket client of the standard library, for the panel and for the browser's own protocol."""

import base64
import json
import os
import select
import socket
import struct
import time
import urllib.parse


class Socket:
    def __init__(self, address):
        parts = urllib.parse.urlsplit(address)
        self.stream = socket.create_connection((parts.hostname, parts.port), timeout=10)
        self.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        path = parts.path + ("?" + parts.query if parts.query else "")
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        self.bytes = b""
        while b"\r\n\r\n" not in self.bytes:
            self.read()
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode())
        self.waiting = []

    def read(self):
        data = self.stream.recv(1 << 16)
        if not data:
            raise ConnectionError("closed")
        self.bytes += data

    def send(self, message):
        data = json.dumps(message).encode()
        mask = os.urandom(4)
        size = len(data)
        head = bytes([0x81, 0x80 | size]) if size < 126 else struct.pack("!BBH", 0x81, 0xFE, size) if size < 65536 else struct.pack("!BBQ", 0x81, 0xFF, size)
        masks = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(masks, "big")).to_bytes(size, "big")
        self.stream.sendall(head + mask + masked)

    def take(self):
        """The next whole message that is here already, or None."""
        if len(self.bytes) < 2:
            return None
        opcode, size, start = self.bytes[0] & 15, self.bytes[1] & 127, 2
        if size > 125:
            extra = 2 if size == 126 else 8
            if len(self.bytes) < 2 + extra:
                return None
            size, start = int.from_bytes(self.bytes[2 : 2 + extra], "big"), 2 + extra
        if len(self.bytes) < start + size:
            return None
        data, self.bytes = self.bytes[start : start + size], self.bytes[start + size :]
        return json.loads(data) if opcode == 1 else {}

    def next(self, seconds=5):
        """The next message, or None when none comes in time."""
        end = time.monotonic() + seconds
        while True:
            message = self.take()
            if message is not None:
                return message
            if not select.select([self.stream], [], [], max(0, end - time.monotonic()))[0]:
                return None
            self.read()

    def close(self):
        self.stream.close()

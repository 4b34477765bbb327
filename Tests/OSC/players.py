"""players.py SPINET: python-osc plays an instrument, hears of its widgets and keeps its session, and python-oscquery finds
them."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time

import websocket
from zeroconf import ServiceInfo

from pythonosc.dispatcher import Dispatcher
from pythonosc.osc_bundle_builder import OscBundleBuilder
from pythonosc.osc_message import OscMessage
from pythonosc.osc_message_builder import OscMessageBuilder
from pythonosc.osc_server import ThreadingOSCUDPServer
from pythonosc.udp_client import SimpleUDPClient
from pythonoscquery.osc_query_client import OSCQueryClient

SPINET = sys.argv[1]


def soon(is_true, seconds=10):
    """Whether it comes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if is_true():
            return True
        time.sleep(0.02)
    return False


class Instrument:
    """An instrument that listens at a free port."""

    def __init__(self, *options, environment={}):
        self.process = subprocess.Popen(
            [SPINET, "play", "--osc", "0", "--pcm", "none", "--midi", "none", "--no-terminal", "--state", "none", *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **environment})
        self.port = next(int(line.rsplit(":", 1)[1]) for line in self.process.stdout if line.startswith("osc: "))
        self.client = SimpleUDPClient("127.0.0.1", self.port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)

    def told(self, *words):
        return subprocess.run([SPINET, *words], capture_output=True, text=True, timeout=30).stdout

    def widget(self, name):
        rows = map(json.loads, self.told("widgets", "--json").splitlines())
        return next((row["value"] for row in rows if row["widget"] == name), None)

    def voices(self):
        return json.loads(self.told("engine", "status", "--json"))["voices"]


class Listener:
    """A server of python-osc, and what it has heard."""

    def __init__(self):
        self.heard = []
        dispatcher = Dispatcher()
        dispatcher.set_default_handler(lambda address, *values: self.heard.append((address, *values)))
        self.server = ThreadingOSCUDPServer(("127.0.0.1", 0), dispatcher)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def moves_and_plays():
    with Instrument() as instrument:
        instrument.client.send_message("/widget/filter.cutoff", 800.0)
        assert soon(lambda: instrument.widget("filter.cutoff") == 800)
        instrument.client.send_message("/widget/amp.{attack,release}", 0.5)
        assert soon(lambda: instrument.widget("amp.attack") == 0.5 and instrument.widget("amp.release") == 0.5)
        instrument.client.send_message("/note", [60, 100, 1])
        assert soon(lambda: instrument.voices() == 1)
        instrument.client.send_message("/note", [60, 0, 1])
        assert soon(lambda: instrument.voices() == 0, 20)


def plays_a_bundle_at_its_moment():
    with Instrument() as instrument:
        moment = time.time() + 2
        bundle = OscBundleBuilder(moment)
        for address, value in [("/widget/filter.cutoff", 500.0), ("/widget/filter.resonance", 0.25)]:
            message = OscMessageBuilder(address)
            message.add_arg(value)
            bundle.add_content(message.build())
        instrument.client.send(bundle.build())
        before = instrument.widget("filter.cutoff")
        assert time.time() > moment - 0.05 or before != 500
        assert soon(lambda: instrument.widget("filter.cutoff") == 500)
        assert time.time() >= moment - 0.02
        assert instrument.widget("filter.resonance") == 0.25


def hears_of_changes():
    listener = Listener()
    with Instrument() as instrument:
        instrument.client.send_message("/subscribe", ["filter.*", listener.port])
        assert soon(lambda: any(heard[0] == "/widget/filter.resonance" for heard in listener.heard))
        instrument.told("widgets", "set", "filter.cutoff", "440")
        assert soon(lambda: ("/widget/filter.cutoff", 440.0) in listener.heard)
        instrument.client.send_message("/load", "../../etc/passwd")
        assert soon(lambda: any(heard[0] == "/error" for heard in listener.heard))
    listener.close()


def is_found_by_oscquery():
    with Instrument() as instrument:
        kind = "_oscjson._tcp.local."
        client = OSCQueryClient(
            ServiceInfo(kind, "Spinet." + kind, addresses=[socket.inet_aton("127.0.0.1")], port=instrument.port))
        info = client.get_host_info()
        assert (info.name, info.osc_port, info.osc_transport) == ("Spinet", instrument.port, "UDP")
        cutoff = client.query_node("/").find_subnode("/widget/filter.cutoff")
        assert cutoff.value == [instrument.widget("filter.cutoff")]
        assert client.query_node("/nothing") is None
        instrument.client.send_message(cutoff.full_path, 700.0)
        assert soon(lambda: client.query_node("/widget/filter.cutoff").value == [700])


def is_listened_to_by_websocket():
    with Instrument() as instrument:
        line = websocket.create_connection(f"ws://127.0.0.1:{instrument.port}/", timeout=10, suppress_origin=True)
        line.send(json.dumps({"COMMAND": "LISTEN", "DATA": "/widget/filter.cutoff"}))
        first = OscMessage(line.recv())
        assert first.address == "/widget/filter.cutoff"
        instrument.told("widgets", "set", "filter.cutoff", "440")
        assert OscMessage(line.recv()).params == [440.0]
        line.close()


class SessionManager:
    """A session manager by the NSM protocol: it opens one session, and keeps what it hears."""

    def __init__(self, path):
        self.heard = []
        self.path = path
        dispatcher = Dispatcher()
        dispatcher.set_default_handler(self.take, needs_reply_address=True)
        self.server = ThreadingOSCUDPServer(("127.0.0.1", 0), dispatcher)
        self.url = f"osc.udp://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, client, address, *values):
        self.client = client
        self.heard.append((address, *values))
        if address == "/nsm/server/announce":
            self.send("/reply", address, "welcome", "python-osc", ":server-control:")
            self.send("/nsm/client/open", self.path, "song", "Spinet.nPY")

    def send(self, address, *values):
        message = OscMessageBuilder(address)
        for value in values:
            message.add_arg(value)
        self.server.socket.sendto(message.build().dgram, self.client)

    def answered(self, address):
        return any(heard[:2] == ("/reply", address) for heard in self.heard)

    def has(self, address):
        return any(heard[0] == address for heard in self.heard)

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def is_kept_by_a_session_manager():
    with tempfile.TemporaryDirectory() as folder:
        manager = SessionManager(os.path.join(folder, "Spinet.nPY"))
        with Instrument("warm-pad", environment={"NSM_URL": manager.url}) as instrument:
            assert soon(lambda: manager.answered("/nsm/client/open"))
            name, features, command, major, _, process = manager.heard[0][1:]
            assert (name, major, process) == ("Spinet", 1, instrument.process.pid) and ":dirty:" in features and command
            manager.send("/nsm/client/session_is_loaded")
            instrument.client.send_message("/widget/filter.cutoff", 800.0)
            assert soon(lambda: manager.has("/nsm/client/is_dirty"))
            manager.send("/nsm/client/save")
            assert soon(lambda: manager.answered("/nsm/client/save") and manager.has("/nsm/client/is_clean"))
            instrument.client.send_message("/widget/filter.cutoff", 900.0)
        assert instrument.process.returncode == 0
        with open(os.path.join(manager.path, "session.json")) as file:
            saved = json.load(file)
        assert saved["instrument"] == "warm-pad" and saved["widgets"]["filter.cutoff"] == 800, saved
        with Instrument(environment={"NSM_URL": manager.url}) as instrument:
            rows = map(json.loads, instrument.told("widgets", "--name", "Spinet.nPY", "--json").splitlines())
            assert next(row["value"] for row in rows if row["widget"] == "filter.cutoff") == 800
        manager.close()


def main():
    good = bad = 0
    for title, check in [
        ("python-osc moves widgets and plays", moves_and_plays),
        ("A bundle of python-osc is played at its moment", plays_a_bundle_at_its_moment),
        ("python-osc hears of changes and refusals", hears_of_changes),
        ("python-oscquery finds all widgets", is_found_by_oscquery),
        ("websocket-client hears of changes", is_listened_to_by_websocket),
        ("A session manager of python-osc opens, saves and opens again", is_kept_by_a_session_manager),
    ]:
        try:
            check()
            print("ok", title)
            good += 1
        except Exception as error:
            print("not ok", title, repr(error), error.__traceback__.tb_next.tb_lineno)
            bad += 1
    print(f"{good} passed, {bad} failed")
    return bad


sys.exit(1 if main() else 0)

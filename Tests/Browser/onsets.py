"""When notes are played that fingers begin, beside the stamps of the fingers.

The fingers and the ear are processes of their own, so that neither waits for the other."""

import heapq
import multiprocessing
import random
import time

WHITES = 70
FINGERS = 10
MOVES_PER_SECOND = 120


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]


class DelayedLine:
    """Sends what it is given after a delay that differs from message to message, in order."""

    def __init__(self, client, mean, most):
        self.client, self.mean, self.most = client, mean, most
        self.waiting, self.last, self.count = [], 0, 0

    def send(self, message):
        self.last = max(self.last, time.monotonic() + (self.mean + random.uniform(-self.most, self.most)) / 1000)
        self.count += 1
        heapq.heappush(self.waiting, (self.last, self.count, message))

    def wait(self, moment):
        """Sends what is due until then."""
        while True:
            due = self.waiting[0][0] if self.waiting else moment
            time.sleep(max(0, min(due, moment) - time.monotonic()))
            if due > moment or not self.waiting:
                return
            self.client.send(heapq.heappop(self.waiting)[2])


def touch(finger, phase, key, stamp):
    return ["software-piano", finger, phase, (key + 0.5) / WHITES, 0.9, stamp]


def play(instrument, mean, most, seconds, results):
    """Ten fingers, each of which goes on to another key with each move. Tells the stamps, and how many were late."""
    client = instrument.client()
    line = DelayedLine(client, mean, most)
    client.send({"piano": [WHITES, "C0"]})
    # The clock is learnt before the fingers come.
    for _ in range(400):
        line.send({"ping": time.monotonic() * 1000})
        line.wait(time.monotonic() + 0.01)
    keys = [finger * 7 for finger in range(FINGERS)]
    stamp = time.monotonic() * 1000
    line.send({"touch": [touch(finger, "down", key, stamp) for finger, key in enumerate(keys)]})
    begin, stamps = time.monotonic(), []
    for move in range(1, int(seconds * MOVES_PER_SECOND)):
        line.wait(begin + move / MOVES_PER_SECOND)
        keys = [finger * 7 + (key + 1) % 7 for finger, key in enumerate(keys)]
        stamps.append(time.monotonic() * 1000)
        line.send({"touch": [touch(finger, "move", key, stamps[-1]) for finger, key in enumerate(keys)]})
    line.wait(time.monotonic() + 0.5)
    client.send({"ping": time.monotonic() * 1000})
    late = 0
    while (message := client.next(2)) is not None:
        if "pong" in message:
            late = message["late"] / max(1, message["touches"])
    results.send((stamps, late))


def listen(instrument, seconds, results):
    """Tells the moments at which notes were played, each once: the keys of one move are played at one moment."""
    client = instrument.client()
    end, moments = time.monotonic() + seconds, set()
    while time.monotonic() < end:
        message = client.next(0.2)
        if message and message.get("heard", "").startswith("note ") and message["bytes"].startswith("90"):
            moments.add(message["time"])
    results.send(sorted(moments))


def distances(moments, marks, offset):
    """From each moment to the nearest mark that was moved by the offset."""
    found, place = [], 0
    for moment in moments:
        while place + 1 < len(marks) and abs(marks[place + 1] + offset - moment) <= abs(marks[place] + offset - moment):
            place += 1
        found.append(abs(marks[place] + offset - moment))
    return found


def measure(instrument, mean, most, seconds):
    """The constant that fits best, found by trying; how far notes are from stamp and constant; the share that was late."""
    ear, ear_end = multiprocessing.Pipe()
    hand, hand_end = multiprocessing.Pipe()
    processes = [
        multiprocessing.Process(target=listen, args=(instrument, seconds + 5.5, ear_end)),
        multiprocessing.Process(target=play, args=(instrument, mean, most, seconds, hand_end)),
    ]
    for process in processes:
        process.start()
    (stamps, late), moments = hand.recv(), ear.recv()
    for process in processes:
        process.join()
    # The first of them are the fingers that come down.
    moments = [moment for moment in moments if moment > stamps[0]]
    constant = min((step / 8 for step in range(0, 800)), key=lambda offset: percentile(distances(moments, stamps, offset), 0.99))
    found = distances(moments, stamps, constant)
    return {"distance": percentile(found, 0.99), "half": percentile(found, 0.5), "constant": constant, "late": late}

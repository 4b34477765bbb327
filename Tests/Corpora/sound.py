"""Reads WAV files of 24-bit integers, and compares two of them."""

import array
import struct

FULL_SCALE = 1 << 31


class Sound:
    """Samples from -2^31 to 2^31 as they interleave, and the channels and frames per second they are."""

    def __init__(self, path):
        self.samples, self.channels, self.rate = array.array("i"), 0, 0
        with open(path, "rb") as file:
            file.read(12)
            while len(head := file.read(8)) == 8:
                name, size = struct.unpack("<4sI", head)
                # A program that was stopped has not written the length.
                is_open = name == b"data" and size == 0
                self._take(name, file.read() if is_open else file.read(size + size % 2))
        if self.channels == 0:
            raise ValueError("it has no format")

    def _take(self, name, data):
        if name == b"fmt ":
            self.channels, self.rate = struct.unpack("<HI", data[2:8])
            if struct.unpack("<H", data[14:16])[0] != 24:
                raise ValueError("its samples do not have 24 bits")
        elif name == b"data":
            data = data[: len(data) // 3 * 3]
            wide = bytearray(len(data) // 3 * 4)
            wide[1::4], wide[2::4], wide[3::4] = data[0::3], data[1::3], data[2::3]
            self.samples.frombytes(wide)

    @property
    def seconds(self):
        return len(self.samples) / self.channels / self.rate

    def spread(self, channels):
        """The samples for so many channels; a single one stands on both of two."""
        if self.channels == channels:
            return self.samples
        if (self.channels, channels) != (1, 2):
            raise ValueError(f"it has {self.channels} channels, not {channels}")
        pair = array.array("i", bytes(8 * len(self.samples)))
        pair[0::2] = pair[1::2] = self.samples
        return pair


def difference(first, second, seconds):
    """The largest difference of two sounds, 1 is full scale.

    They are compared as far as `seconds`. A missing end before that counts as silence.
    """
    channels = max(first.channels, second.channels)
    limit = channels * int(seconds * first.rate)
    shorter, longer = sorted((first.spread(channels)[:limit], second.spread(channels)[:limit]), key=len)
    worst = 0
    if shorter != longer[: len(shorter)]:
        worst = max(abs(a - b) for a, b in zip(shorter, longer))
    rest = longer[len(shorter) :]
    return max(worst, max(map(abs, rest), default=0)) / FULL_SCALE

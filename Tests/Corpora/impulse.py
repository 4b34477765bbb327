"""Plays the compiled code of a program as Faust's impulse tests do, and compares it with their reference.

usage: impulse.py CODE.so REFERENCE.ir TOLERANCE
"""

import ctypes
import sys

RATE = 44_100
BLOCK = 64
# The references go on with other runs of the same program: of random blocks, and with voices.
FRAMES = 15_000
FLOATS = ctypes.POINTER(ctypes.c_float)


def callback(*types):
    return ctypes.CFUNCTYPE(None, ctypes.c_void_p, *types)


TEXT = ctypes.c_char_p
PRESSED, RANGED = callback(TEXT, FLOATS), callback(TEXT, FLOATS, *[ctypes.c_float] * 4)
SHOWN, BOX, CLOSED = callback(TEXT, FLOATS, *[ctypes.c_float] * 2), callback(TEXT), callback()
SOUND, DECLARED = callback(TEXT, TEXT, ctypes.c_void_p), callback(FLOATS, TEXT, TEXT)


class Interface(ctypes.Structure):
    _fields_ = [("context", ctypes.c_void_p), *((f"box{number}", BOX) for number in range(3)), ("close", CLOSED),
                ("button", PRESSED), ("check", PRESSED), *((f"slider{number}", RANGED) for number in range(3)),
                *((f"bargraph{number}", SHOWN) for number in range(2)), ("sound", SOUND), ("declare", DECLARED)]


class Program:
    """One instance of the compiled code."""

    def __init__(self, path):
        self.code = ctypes.CDLL(path)
        self.code.newspinet_process.restype = ctypes.c_void_p
        self.state = ctypes.c_void_p(self.code.newspinet_process())
        self.code.initspinet_process(self.state, RATE)
        self.buttons = []
        pressed = PRESSED(lambda _, label, zone: self.buttons.append(zone))
        nothing = [BOX(lambda *_: None)] * 3 + [CLOSED(lambda *_: None)]
        ranged, shown = RANGED(lambda *_: None), SHOWN(lambda *_: None)
        interface = Interface(None, *nothing, pressed, PRESSED(lambda *_: None), *[ranged] * 3, *[shown] * 2,
                              SOUND(lambda *_: None), DECLARED(lambda *_: None))
        self.code.buildUserInterfacespinet_process(self.state, ctypes.byref(interface))
        self.inputs = self.channels(self.code.getNumInputsspinet_process(self.state))
        self.outputs = self.channels(self.code.getNumOutputsspinet_process(self.state))

    @staticmethod
    def channels(count):
        return [(ctypes.c_float * BLOCK)() for _ in range(count)]

    def compute(self, is_first):
        """A block; in the first one all buttons are down, and an impulse is at every input."""
        for button in self.buttons:
            button[0] = float(is_first)
        for channel in self.inputs:
            channel[0] = float(is_first)
        addresses = [(FLOATS * len(channels))(*(ctypes.cast(channel, FLOATS) for channel in channels))
                     for channels in (self.inputs, self.outputs)]
        self.code.computespinet_process(self.state, BLOCK, *addresses)
        return list(zip(*self.outputs))


def main():
    path, reference, tolerance = sys.argv[1], sys.argv[2], float(sys.argv[3])
    lines = open(reference).read().splitlines()
    program = Program(path)
    sizes = [int(line.split(":")[1]) for line in lines[:2]]
    if sizes != [len(program.inputs), len(program.outputs)]:
        sys.exit(f"it has {len(program.inputs)} inputs and {len(program.outputs)} outputs instead of {sizes}")
    expected = [[float(word) for word in line.split()[2:]] for line in lines[3 : 3 + FRAMES]]
    worst, place = 0, 0
    for start in range(0, FRAMES - FRAMES % BLOCK, BLOCK):
        for index, frame in enumerate(program.compute(start == 0)):
            for sample, wanted in zip(frame, expected[start + index]):
                heard = sample if abs(sample) >= 1e-6 else 0
                # Outputs are floats.
                apart = abs(heard - wanted) - abs(wanted) * 6e-8
                if not apart <= worst:
                    worst, place = apart, start + index
    # The references have six decimals.
    if not worst <= tolerance + 1e-6:
        sys.exit(f"by {worst:.3g} at frame {place}, {tolerance:.3g} is allowed")


if __name__ == "__main__":
    main()

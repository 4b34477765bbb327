"""A video of a drawn face, for a browser whose camera is none."""

import math

WIDTH, HEIGHT, RATE = 320, 240, 20
GROUND, SKIN = 92, 173
# Eyes, brows, nose, the shadow below it, mouth: place, size and light in parts of the face's half width.
SPOTS = [
    (-0.36, -0.22, 0.17, 0.10, -140), (0.36, -0.22, 0.17, 0.10, -140), (-0.38, -0.44, 0.26, 0.06, -82),
    (0.38, -0.44, 0.26, 0.06, -82), (0, 0.02, 0.09, 0.32, 41), (0, 0.36, 0.19, 0.06, -71), (0, 0.66, 0.32, 0.08, -107),
]


def brightness(x, y):
    inside = min(max((1 - math.hypot(x / 0.86, y / 1.18)) * 6 + 0.5, 0), 1)
    if inside == 0:
        return GROUND
    face = SKIN + sum(light * math.exp(-((x - at) / across) ** 2 - ((y - down) / high) ** 2) for at, down, across, high, light in SPOTS)
    return min(max(int(GROUND + (face - GROUND) * inside), 0), 255)


def picture(place):
    """The face with its middle at a part of the width, as planes of YUV 4:2:0 without colour."""
    half, rows = HEIGHT * 0.3, []
    for row in range(HEIGHT):
        y = (row + 0.5 - HEIGHT / 2) / half
        rows.append(bytes(brightness((column + 0.5 - place * WIDTH) / half, y) for column in range(WIDTH)))
    return b"".join(rows) + bytes([128]) * (WIDTH * HEIGHT // 2)


def write(path, places, seconds=2):
    """The face at one place after the other, so long at each."""
    with open(path, "wb") as file:
        file.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{RATE}:1 Ip A1:1 C420jpeg\n".encode())
        for place in places:
            frame = b"FRAME\n" + picture(place)
            for _ in range(RATE * seconds):
                file.write(frame)

"""face.py CASCADE ROUNDS OUTPUT FRAME.pgm...: OpenCV's own detector on the same frames, on one processor core.

OUTPUT gets a line for each frame: the median of its processor seconds, and the largest face as x, y, width and height.
"""

import sys
import time

import cv2

cv2.setNumThreads(1)
cascade = cv2.CascadeClassifier(sys.argv[1])
lines = []
for path in sys.argv[4:]:
    frame = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
    times = []
    for _ in range(int(sys.argv[2])):
        start = time.process_time()
        faces = cascade.detectMultiScale(frame, 1.1, 3)
        times.append(time.process_time() - start)
    largest = max(faces, key=lambda face: face[2] * face[3], default=(0, 0, 0, 0))
    lines.append(" ".join(str(value) for value in [sorted(times)[len(times) // 2], *largest]))
with open(sys.argv[3], "w") as output:
    output.write("\n".join(lines))

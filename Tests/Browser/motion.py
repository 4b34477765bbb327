"""motion.py SPINET FOLDER: a phone that is moved plays, in headless Chromium with sensors that are set."""

import math
import os
import shutil
import sys
import tempfile
import time

from checks import check, check_messages, finish
from chromium import Browser
from instrument import Instrument

spinet, pictures = sys.argv[1:3]
folder = tempfile.mkdtemp(prefix="spinet-motion.")
if pictures:
    os.makedirs(pictures, exist_ok=True)
os.makedirs(f"{folder}/synth")
mapping = f"{folder}/tilt.yaml"
with open(mapping, "w") as file:
    file.write("map:\n  motion attitude.roll: {widget: filter.cutoff, range: [100, 1100], curve: lin, from: [0, 1]}\n"
               "  motion accelerometer.z: {widget: osc.mix, smoothing: 0.2}\n")
instrument = Instrument(spinet, f"{folder}/synth", "--motion", "panel", "--map", mapping)
browser = Browser(folder)
page = browser.page("about:blank", 820, 700)


def sense(kind):
    """The browser has such a sensor from the next page on."""
    page.call("Emulation.setSensorOverrideEnabled", enabled=True, type=kind, metadata={"available": True})
    feel(kind, 0, 0, 0)


def feel(kind, x, y, z):
    """Sets a sensor of the browser, in m/s² or rad/s."""
    page.call("Emulation.setSensorOverrideReadings", type=kind, reading={"xyz": {"x": x, "y": y, "z": z}})


def turn(alpha, beta, gamma):
    page.call("DeviceOrientation.setDeviceOrientationOverride", alpha=alpha, beta=beta, gamma=gamma)


def near(name, value, tolerance=0.02, of=instrument):
    end = time.monotonic() + 10
    while (seen := of.widget(name)) is None or abs(seen - value) > tolerance:
        assert time.monotonic() < end, f"{name} is {seen}, expected {value}"
        time.sleep(0.05)


def switch(name, on):
    page.run(f"(() => {{ const box = document.querySelector('#view-setup [aria-label={name}]'); if (box.checked !== {str(on).lower()}) box.click(); }})()")


def shows_switches():
    for kind in ("accelerometer", "linear-acceleration", "gyroscope"):
        sense(kind)
    turn(0, 0, 0)
    page.open(instrument.url)
    page.until("document.body.classList.contains('connected')")
    page.run("location.hash = '#setup'")
    page.until("document.querySelectorAll('#view-setup .motion input').length === 3")
    assert page.run("document.querySelectorAll('#view-setup .motion input:checked').length") == 0


def plays_attitude():
    turn(350, 30, -10)
    time.sleep(0.3)
    assert instrument.widget("motion.attitude.roll") is None, "it is sent without its switch"
    switch("Attitude", True)
    # The browser asks whether the page may listen; until it may, it misses turns.
    for beta in (10, 20, 25, math.degrees(0.5)):
        turn(350, beta, -10)
        time.sleep(0.2)
    near("motion.attitude.roll", 0.5)
    near("motion.attitude.pitch", math.radians(-10))
    near("motion.attitude.yaw", math.radians(-10))
    near("filter.cutoff", 600, 5)
    if pictures:
        page.run("document.querySelector('#view-setup .motion').scrollIntoView()")
        page.picture(f"{pictures}/motion.png")


def plays_acceleration():
    switch("Accelerometer", True)
    switch("Gyroscope", True)
    # Some browsers tell only changes.
    for step in range(1, 6):
        feel("accelerometer", 0, 9.80665 / 2, 9.80665 * step / 5)
        feel("gyroscope", 1 * step / 5, 0, -2 * step / 5)
        time.sleep(0.05)
    near("motion.accelerometer.y", 0.5)
    near("motion.accelerometer.z", 1)
    near("motion.gyroscope.x", 1)
    near("motion.gyroscope.z", -2)
    near("osc.mix", 1)


def rests_when_switched_off():
    for name in ("Attitude", "Accelerometer", "Gyroscope"):
        switch(name, False)
    time.sleep(0.2)
    before = instrument.widget("motion.attitude.roll")
    turn(0, 80, 0)
    time.sleep(0.5)
    assert instrument.widget("motion.attitude.roll") == before


def plays_a_csd():
    examples = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../examples/csound"))
    os.makedirs(f"{folder}/csd")
    other = Instrument(spinet, f"{folder}/csd", "--motion", "panel", f"{examples}/motion.csd")
    client = other.client()
    client.send({"motion": [[0.25, 0, 1], [1, 2, 3], [0.5, -0.5, 0.75]]})
    for name, value in {"accelerometerX": 0.25, "accelerometerZ": 1, "gyroY": 2, "gyroZ": 3, "attitudeRoll": 0.5, "attitudePitch": -0.5, "attitudeYaw": 0.75}.items():
        near(name, value, 1e-6, of=other)
    # What is wrong is refused, and nothing moves.
    for wrong in ([], [[1, 2, 3]], [[1, 2], None, None], [["x", 0, 0], None, None], 5, {"x": 1}):
        client.send({"motion": wrong})
    client.send({"motion": [None, None, [0.1, 0.1, 0.1]]})
    near("attitudeRoll", 0.1, 1e-6, of=other)
    assert other.widget("accelerometerX") == 0.25
    other.end()


check("The setup has three switches, all off", shows_switches)
check("Attitude is sent in radians, and plays what is mapped to it", plays_attitude)
check("Acceleration and rotation are sent in g and radians a second", plays_acceleration)
check("A sensor that is switched off is not sent", rests_when_switched_off)
check("A .csd gets motion on its channels", plays_a_csd)
# The browser says that sensors are set from the next page on; that is how they are used here.
page.messages = [message for message in page.messages if "A reload is required" not in message]
check_messages("The page that is moved tells of no error", page)
browser.end()
instrument.end()
shutil.rmtree(folder, ignore_errors=True)
finish()

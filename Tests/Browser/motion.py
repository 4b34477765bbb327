"""motion.py SPINET FOLDER: a phone that is moved plays, in headless Chromium with sensors that are set."""

import json
import math
import os
import shutil
import sys
import tempfile
import time

from checks import check, check_messages, finish, has_no_errors
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


METERS = "[...document.querySelectorAll('#view-setup .motion output')].flatMap((meter) => meter.textContent.split(/ +/).map(Number))"
# Keeps the motion that is sent. A browser that says it is Apple's tells acceleration with the opposite sign.
KEEPS_MOTION = """window.sent = [];
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (data) {
  if (typeof data === 'string' && data.startsWith('{"motion"')) sent.push(JSON.parse(data).motion);
  return send.call(this, data);
};"""
IS_APPLE = "Object.defineProperty(Navigator.prototype, 'vendor', { get: () => 'Apple Computer, Inc.' });"


def sensitive_page(*scripts):
    """A page with all switches on, which feels what a test dispatches."""
    made = browser.page("about:blank", 820, 700)
    for script in (KEEPS_MOTION, *scripts):
        made.call("Page.addScriptToEvaluateOnNewDocument", source=script)
    made.open(instrument.url)
    made.until("document.body.classList.contains('connected')")
    made.run("location.hash = '#setup'")
    made.until("document.querySelectorAll('#view-setup .motion input').length === 3 && !document.querySelector('#view-setup .motion').hidden")
    made.run("document.querySelectorAll('#view-setup .motion input').forEach((box) => box.click())")
    time.sleep(0.2)
    return made


def moved(kind, stamp=None, **readings):
    """What dispatches such an event, as the browser would, at a moment in milliseconds."""
    when = "" if stamp is None else f"Object.defineProperty(event, 'timeStamp', {{ value: {stamp} }});"
    return f"(() => {{ const event = new {'DeviceMotionEvent' if kind == 'devicemotion' else 'DeviceOrientationEvent'}('{kind}', {json.dumps(readings)}); {when} dispatchEvent(event); }})();"


def pull(x, y, z, stamp=None):
    return moved("devicemotion", stamp, accelerationIncludingGravity={"x": x, "y": y, "z": z}, rotationRate={"alpha": 90, "beta": -180, "gamma": 45})


def shows_nine_meters():
    made = sensitive_page()
    made.run(pull(9.80665, -4.903325, 1.96133))
    time.sleep(0.05)
    made.run(moved("deviceorientation", alpha=300, beta=45, gamma=-30))
    seen = made.run(METERS)
    wanted = [1, -0.5, 0.2, math.pi / 2, -math.pi, math.pi / 4, math.pi / 4, -math.pi / 6, -math.pi / 3]
    assert len(seen) == 9 and all(abs(a - b) < 0.006 for a, b in zip(seen, wanted)), seen
    for name, value in zip(["accelerometer.x", "accelerometer.y", "gyroscope.y", "attitude.yaw"], [1, -0.5, -math.pi, -math.pi / 3]):
        near(f"motion.{name}", value, 0.001)
    close(made)


def sends_a_hundred_a_second():
    """Of readings that come a millisecond apart, every ninth is sent at most."""
    made = sensitive_page()
    made.run("sent.length = 0")
    made.run("".join(pull(0, 0, step / 10, 1e6 + step) for step in range(50)))
    sent = [motion[0][2] * 9.80665 for motion in made.run("sent")]
    assert 5 <= len(sent) <= 6, sent
    assert all(0.9 - 1e-6 < b - a < 1.1 for a, b in zip(sent, sent[1:])), sent
    close(made)


def turns_the_sign_of_apple():
    made = sensitive_page(IS_APPLE)
    made.run(pull(9.80665, 0, -9.80665))
    sent = made.run("sent.at(-1)")
    assert abs(sent[0][0] + 1) < 1e-9 and abs(sent[0][2] - 1) < 1e-9, sent
    # Rotation has the same sign everywhere.
    assert abs(sent[1][0] - math.pi / 2) < 1e-9, sent
    close(made)


def close(made):
    made.messages = [message for message in made.messages if "A reload is required" not in message]
    has_no_errors(made)
    browser.close_page(made)


def plays_a_dsp():
    """A slider that declares it is moved by a phone's acceleration in m/s², also after the engine was stopped."""
    program = f"{folder}/sway.dsp"
    with open(program, "w") as file:
        file.write('process = hslider("sway[acc: 0 0 -10 0 10]", 0.5, 0, 1, 0.001) <: _, _;\n')
    os.makedirs(f"{folder}/dsp")
    other = Instrument(spinet, f"{folder}/dsp", "--motion", "panel", program)
    client = other.client()
    name = next(each for each in other.ask("widgets").split() if each.endswith("sway"))
    for metres, value in [(5, 0.75), (-10, 0), (0, 0.5)]:
        client.send({"motion": [[metres / 9.80665, 0, 0], None, None]})
        near(name, value, 0.01, of=other)
    other.ask("engine", "stop")
    near("engine.running", 0, of=other)
    client.send({"motion": [[-5 / 9.80665, 0, 0], None, None]})
    near(name, 0.25, 0.01, of=other)
    other.ask("engine", "start")
    near("engine.running", 1, of=other)
    client.send({"motion": [[10 / 9.80665, 0, 0], None, None]})
    near(name, 1, 0.01, of=other)
    other.end()


def needs_https():
    """A page that comes over plain http from an address of a network gets no sensors, and says what to do."""
    os.makedirs(f"{folder}/lan")
    other = Instrument(spinet, f"{folder}/lan", "--panel", "lan", "--motion", "panel")
    made = browser.page(other.url)
    made.until("document.body.classList.contains('connected')")
    made.run("location.hash = '#setup'")
    shown = "[...document.querySelectorAll('#view-setup .hint')].filter((hint) => hint.getClientRects().length > 0).map((hint) => hint.textContent)"
    if made.run("isSecureContext"):
        print("skipped: this machine has no address in a network")
        assert not any("--tls" in hint for hint in made.run(shown))
    else:
        made.until(f"{shown}.some((hint) => hint.startsWith('Browsers give no sensors') && hint.includes('--tls'))")
        assert any("plain http from another machine" in hint and "--tls" in hint for hint in made.run(shown))
        # Nor does the screen stay awake, which is told too.
        assert made.run("import('/frame/screen.js').then((screen) => screen.sleeps())").startswith("The screen may sleep: browsers keep it awake only for https.")
        assert "no motion, camera, wake lock" in made.run("document.querySelector('#view-setup').textContent")
    close(made)
    other.end()


check("The setup has three switches, all off", shows_switches)
check("Attitude is sent in radians, and plays what is mapped to it", plays_attitude)
check("Acceleration and rotation are sent in g and radians a second", plays_acceleration)
check("A sensor that is switched off is not sent", rests_when_switched_off)
check("A .csd gets motion on its channels", plays_a_csd)
if shutil.which("faust"):
    check("A Faust program's slider is moved as it declares, also after the engine was stopped", plays_a_dsp)
else:
    print("skipped a Faust program that is moved: there is no faust")
check("Nine numbers show the nine readings", shows_nine_meters)
check("At most a hundred readings a second are sent", sends_a_hundred_a_second)
check("The sign of Apple's acceleration is turned", turns_the_sign_of_apple)
check("Over plain http the page says that sensors need https", needs_https)
# The browser says that sensors are set from the next page on; that is how they are used here.
page.messages = [message for message in page.messages if "A reload is required" not in message]
check_messages("The page that is moved tells of no error", page)
browser.end()
instrument.end()
shutil.rmtree(folder, ignore_errors=True)
finish()

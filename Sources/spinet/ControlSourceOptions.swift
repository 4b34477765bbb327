import ArgumentParser
import SpinetSession

/// A touch screen that plays without a browser.
struct TouchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Play the keyboard on this touch screen or pad, given by a part of its name.", valueName: "name"))
  var touch: String?

  @Flag(name: .customLong("touch-grab"), help: "Keep the touch screen from all other programs.")
  var grabsTouch = false

  func validate() throws {
    if grabsTouch, touch == nil { throw ValidationError("--touch-grab is for --touch, give both") }
  }

  func apply(to options: inout PlayOptions) {
    options.touchScreen = touch
    options.grabsTouchScreen = grabsTouch
  }
}

/// A motion sensor that plays.
struct MotionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Let a motion sensor move the widgets motion.*: a game controller or an IIO device, given by a part of its name, or \
      panel for a phone that shows the panel.
      """, valueName: "name"))
  var motion: String?

  func apply(to options: inout PlayOptions) {
    options.motionSensor = motion
  }
}

import ArgumentParser
import SpinetSession

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

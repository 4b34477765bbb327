import SpinetKeyboard
import SpinetMIDI
import SpinetSurface

/// The two pianos of one page, and the part that they play.
struct PagePianos {
  var octave = OctavePiano(size: .standard)
  private var software = WidePiano(WidePiano.Layout(whites: 14, first: NoteName(key: 60)!))
  /// Empty for all parts that listen.
  var part = ""

  /// As a message for the page.
  var message: String {
    PanelState.pianos(
      part: part, octave: octave.octave, policy: "\(octave.policy)", software.layout, software.keys)
  }

  mutating func setSoftware(_ layout: WidePiano.Layout) { software = WidePiano(layout) }

  // MARK: Fingers

  mutating func touchOctave(_ touch: PageTouch) -> [PianoAction] {
    let (x, y) = (touch.x * octave.geometry.size.width, touch.y * octave.geometry.size.height)
    var actions: [PianoAction] = []
    switch touch.phase {
    case .down: octave.fingerDown(touch.id, x: x, y: y, into: &actions)
    case .move: octave.fingerMoved(touch.id, x: x, y: y, into: &actions)
    case .up: octave.fingerLifted(touch.id, into: &actions)
    }
    return actions
  }

  mutating func touchSoftware(_ touch: PageTouch) -> [PianoAction] {
    var actions: [PianoAction] = []
    switch touch.phase {
    case .down: software.fingerDown(touch.id, x: touch.x, y: touch.y, into: &actions)
    case .move: software.fingerMoved(touch.id, x: touch.x, y: touch.y, into: &actions)
    case .up: software.fingerLifted(touch.id, into: &actions)
    }
    return actions
  }

  /// Lifts all fingers of the software piano.
  mutating func liftSoftware() -> [PianoAction] {
    var actions: [PianoAction] = []
    software.cancelAll(into: &actions)
    return actions
  }

  /// Forgets all fingers, whose notes somebody else ends.
  mutating func forgetFingers() {
    var forgotten: [PianoAction] = []
    octave.cancelAll(into: &forgotten)
    software.cancelAll(into: &forgotten)
  }
}

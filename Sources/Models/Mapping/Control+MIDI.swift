import SpinetMIDI

extension Control.Kind {
  init(_ name: MIDIParameter) { self = name.isRegistered ? .rpn(name.number) : .nrpn(name.number) }

  init(_ kind: ControllerMove.Kind) {
    self =
      switch kind {
      case .cc(let number): .cc(number)
      case .cc14(let number): .cc14(number)
      case .rpn(let number): .rpn(number)
      case .nrpn(let number): .nrpn(number)
      }
  }
}

extension ControllerMove.Kind {
  var isParameter: Bool {
    switch self {
    case .rpn, .nrpn: true
    case .cc, .cc14: false
    }
  }
}

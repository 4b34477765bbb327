import SpinetMIDI
import SpinetWidgets

extension RouterPort {
  /// The channel and the time of a message.
  struct Event {
    let channel: Channel
    let nanoseconds: UInt64
  }

  /// Moves the widgets of the message's control. Returns whether it is mapped, and the control.
  mutating func route(
    _ message: MIDIMessage, at nanoseconds: UInt64, _ emit: (RouterOutput) -> Void
  ) -> (taken: Bool, heard: Control?) {
    guard let channel = message.channel else { return routeSystemMessage(message, at: nanoseconds, emit) }
    let event = Event(channel: channel, nanoseconds: nanoseconds)
    let (kind, raw): (Control.Kind, UInt16)
    switch message {
    case .controlChange(_, let controller, let value):
      guard let pedal = event.index(ofPedal: controller) else {
        return change(controller, value, event, emit)
      }
      return press(pedal, controller, value, event, emit)
    case .noteOn(_, let key, let velocity):
      return (begin(key, NoteVelocity(velocity), event, emit), event.heard(.note(key)))
    case .noteOff(_, let key, let velocity): return (end(key, velocity, event, emit), event.heard(.note(key)))
    case .polyPressure(_, let key, let pressure): (kind, raw) = (.poly(key), UInt16(pressure))
    case .channelPressure(_, let pressure): (kind, raw) = (.pressure, UInt16(pressure))
    case .programChange(_, let program): (kind, raw) = (.program, UInt16(program))
    case .pitchBend(_, let value): (kind, raw) = (.bend, value)
    default: return (false, nil)
    }
    return (take(kind, raw, isOn: kind.resolution.isOn(raw), event, emit), event.heard(kind))
  }

  /// Moves the widgets of the control of a MIDI 2.0 message. Returns whether it is mapped, and the control.
  mutating func route(
    _ message: MIDI2Message, at nanoseconds: UInt64, _ emit: (RouterOutput) -> Void
  ) -> (taken: Bool, heard: Control?) {
    let event = Event(channel: message.channel, nanoseconds: nanoseconds)
    let (kind, fine): (Control.Kind, UInt32)
    switch message {
    case .noteOn(_, let key, let strike):
      return (begin(key, strike.velocity, event, emit), event.heard(.note(key)))
    case .noteOff(_, let key, let velocity):
      return (end(key, UInt8(velocity >> 9), event, emit), event.heard(.note(key)))
    case .controlChange(_, let controller, let value):
      guard let pedal = event.index(ofPedal: controller) else {
        return (change(controller, fine: value, event, emit), event.heard(.cc(controller)))
      }
      return (press(pedal, controller, fine: value, event, emit), event.heard(.cc(controller)))
    case .parameterMove(_, let name, let amount):
      return (travel(Control.Kind(name), amount, event, emit), event.heard(Control.Kind(name)))
    case .programChange(_, let program, _):
      let isOn = Control.Kind.program.resolution.isOn(UInt16(program))
      return (take(.program, UInt16(program), isOn: isOn, event, emit), event.heard(.program))
    case .noteManagement: return (false, nil)
    case .parameter(_, let name, let value): (kind, fine) = (Control.Kind(name), value)
    case .polyPressure(_, let key, let value): (kind, fine) = (.poly(key), value)
    case .channelPressure(_, let value): (kind, fine) = (.pressure, value)
    case .pitchBend(_, let value): (kind, fine) = (.bend, value)
    case .notePitch(_, let key, let value): (kind, fine) = (.notePitch(key), value)
    case .noteController(_, _, let controller, let value): (kind, fine) = (.noteController(controller), value)
    }
    return (take(kind, fine: fine, event, emit), event.heard(kind))
  }

  /// Moves the widgets of a reading. Returns whether it is mapped.
  mutating func route(
    _ reading: SensorReading, _ value: Double, at nanoseconds: UInt64, _ emit: (RouterOutput) -> Void
  ) -> Bool {
    let kind = Control.Kind.reading(reading)
    let event = Event(channel: Channel(status: 0), nanoseconds: nanoseconds)
    let raw = reading.number(of: value)
    return take(kind, raw, isOn: kind.resolution.isOn(raw), event, emit)
  }

  /// Takes a message of a sequencer, which has no channel.
  private mutating func routeSystemMessage(
    _ message: MIDIMessage, at nanoseconds: UInt64, _ emit: (RouterOutput) -> Void
  ) -> (taken: Bool, heard: Control?) {
    let kind: Control.Kind
    switch message {
    case .start, .continue: kind = .start
    case .stop: kind = .stop
    case .timingClock: kind = .clock
    default: return (false, nil)
    }
    let event = Event(channel: Channel(status: 0), nanoseconds: nanoseconds)
    let taken = take(kind, 127, isOn: true, event, emit)
    return (taken, taken ? Control(kind) : nil)
  }

  private mutating func begin(
    _ key: UInt8, _ velocity: NoteVelocity, _ event: Event, _ emit: (RouterOutput) -> Void
  ) -> Bool {
    let (raw, fine) = (UInt16(velocity.seven), velocity.thirtyTwoBits)
    let isNote = take(.note(key), raw, fine: fine, isOn: true, event, emit)
    let taken = take(.keyOn(key), raw, fine: fine, isOn: true, event, emit) || isNote
    noteOwners[event.index(ofKey: key)] = taken ? .mapping : .keyboard
    return taken
  }

  /// A note-off goes where its note-on went, even if the mapping has changed.
  private mutating func end(
    _ key: UInt8, _ velocity: UInt8, _ event: Event, _ emit: (RouterOutput) -> Void
  ) -> Bool {
    _ = take(.keyOff(key), UInt16(velocity), isOn: true, event, emit)
    let owner = noteOwners[event.index(ofKey: key)]
    noteOwners[event.index(ofKey: key)] = .free
    guard owner != .keyboard else { return false }
    guard let slot = table.slot(.note(key), event.channel) else { return owner == .mapping }
    guard slots[slot].isPressed else { return true }
    return take(.note(key), 0, isOn: false, event, emit)
  }

  /// The release of a pedal goes where its press went, even if the mapping has changed.
  private mutating func press(
    _ pedal: Int, _ controller: UInt8, _ value: UInt8, _ event: Event, _ emit: (RouterOutput) -> Void
  ) -> (taken: Bool, heard: Control?) {
    let (owner, isDown) = (pedalOwners[pedal], value >= 64)
    if owner == .keyboard {
      if !isDown { pedalOwners[pedal] = .free }
      return (false, event.heard(.cc(controller)))
    }
    let (taken, heard) = change(controller, value, event, emit)
    pedalOwners[pedal] = !isDown ? .free : taken ? .mapping : .keyboard
    return (taken || owner == .mapping, heard)
  }

  private mutating func change(
    _ controller: UInt8, _ value: UInt8, _ event: Event, _ emit: (RouterOutput) -> Void
  ) -> (taken: Bool, heard: Control?) {
    var moves: [3 of ControllerMove?] = InlineArray(repeating: nil)
    var count = 0
    decoder.decode(event.channel, controller: controller, value: value) { move in
      moves[count] = move
      count += 1
    }
    let selectsParameter = (Controller.nrpnLSB...Controller.rpnMSB).contains(controller)
    var heard: Control.Kind? = selectsParameter ? nil : .cc(controller & 127)
    var taken = false
    for index in 0..<count {
      guard let move = moves[index] else { continue }
      taken = take(move, isFine: (32..<64).contains(controller), event, emit) || taken
      if move.kind.isParameter { heard = Control.Kind(move.kind) }
    }
    // The LSB of a mapped pair belongs to it, even before its MSB has arrived.
    if !taken, (32..<64).contains(controller) {
      taken = table.slot(.cc14(controller - 32), event.channel) != nil
    }
    if controller == Controller.resetAll, !taken { resetControls(event, emit) }
    return (taken, heard.map(event.heard))
  }

  /// Reset All Controllers: moves the widgets that these controls have moved to the controls' resting
  /// positions.
  private mutating func resetControls(_ event: Event, _ emit: (RouterOutput) -> Void) {
    for (kind, raw) in Self.rests {
      guard let slot = table.slot(kind, event.channel), slots[slot].channel == event.channel else { continue }
      if !slots[slot].resolution.isOn(raw) { slots[slot].forgetButton() }
      for index in slots[slot].bindings {
        let outcome = bindings[index].reset(to: raw)
        tell(outcome, of: index, emit)
      }
    }
  }

  /// The controls that Reset All Controllers resets, and their resting positions, as MIDI's recommended
  /// practice RP-015 defines them. Bank, program, volume, pan, sound and effect controllers, and the values
  /// of parameters are not reset.
  private static let rests: [(Control.Kind, UInt16)] = {
    let keys: [(Control.Kind, UInt16)] = (0..<128 as Range<UInt8>).map { (.poly($0), 0) }
    return keys + [
      (.cc(Controller.modWheel), 0), (.cc14(Controller.modWheel), 0), (.cc(Controller.expression), 127),
      (.cc14(Controller.expression), 16383), (.cc(Controller.sustain), 0), (.cc(Controller.portamento), 0),
      (.cc(Controller.sostenuto), 0), (.cc(Controller.soft), 0), (.bend, 8192), (.pressure, 0),
    ]
  }()

  /// - Parameter isFine: whether the message was an LSB.
  private mutating func take(
    _ move: ControllerMove, isFine: Bool, _ event: Event, _ emit: (RouterOutput) -> Void
  ) -> Bool {
    let kind = Control.Kind(move.kind)
    guard let slot = table.slot(kind, event.channel) else { return false }
    slots[slot].channel = event.channel
    let signal: ControlSignal
    switch move.amount {
    case .position(let raw):
      if move.sendsLSB, slots[slot].recordLSB() { recordLSB(ofBindings: slots[slot].bindings) }
      let isOn = slots[slot].resolution.isOn(raw)
      signal = slots[slot].take(raw, isOn: isOn, isFine: isFine && kind.hasHalves, at: event.nanoseconds)
    case .steps(let steps): signal = slots[slot].takeSteps(Int(steps), at: event.nanoseconds)
    }
    apply(signal, slots[slot].bindings, emit)
    return true
  }

  private mutating func take(
    _ kind: Control.Kind, _ raw: UInt16, fine: UInt32? = nil, isOn: Bool, _ event: Event,
    _ emit: (RouterOutput) -> Void
  ) -> Bool {
    guard let slot = table.slot(kind, event.channel) else { return false }
    slots[slot].channel = event.channel
    let signal = slots[slot].take(raw, fine: fine, isOn: isOn, isFine: false, at: event.nanoseconds)
    apply(signal, slots[slot].bindings, emit)
    return true
  }

  // MARK: MIDI 2.0

  /// Takes a control's position of 32 bits.
  private mutating func take(
    _ kind: Control.Kind, fine: UInt32, _ event: Event, _ emit: (RouterOutput) -> Void
  ) -> Bool {
    if kind.hasHalves, let slot = table.slot(kind, event.channel), slots[slot].recordLSB() {
      recordLSB(ofBindings: slots[slot].bindings)
    }
    let raw = kind.resolution == .seven ? UInt16(fine.sevenBits) : fine.fourteenBits
    return take(kind, raw, fine: fine, isOn: kind.resolution.withLSB.isOn(raw), event, emit)
  }

  /// A controller below 32 is the pair with the same number too, which has no second half here.
  private mutating func change(
    _ controller: UInt8, fine: UInt32, _ event: Event, _ emit: (RouterOutput) -> Void
  ) -> Bool {
    let isSingle = take(.cc(controller), fine: fine, event, emit)
    let isPair = controller < 32 && take(.cc14(controller), fine: fine, event, emit)
    if controller == Controller.resetAll, !isSingle { resetControls(event, emit) }
    return isSingle || isPair
  }

  private mutating func press(
    _ pedal: Int, _ controller: UInt8, fine: UInt32, _ event: Event, _ emit: (RouterOutput) -> Void
  ) -> Bool {
    let (owner, isDown) = (pedalOwners[pedal], fine.sevenBits >= 64)
    if owner == .keyboard {
      if !isDown { pedalOwners[pedal] = .free }
      return false
    }
    let taken = change(controller, fine: fine, event, emit)
    pedalOwners[pedal] = !isDown ? .free : taken ? .mapping : .keyboard
    return taken || owner == .mapping
  }

  /// Moves a parameter's widgets by a part of their ranges.
  private mutating func travel(
    _ kind: Control.Kind, _ amount: Int32, _ event: Event, _ emit: (RouterOutput) -> Void
  ) -> Bool {
    guard let slot = table.slot(kind, event.channel) else { return false }
    slots[slot].channel = event.channel
    let signal = slots[slot].takeTravel(Double(amount) / 0x1p32, at: event.nanoseconds)
    apply(signal, slots[slot].bindings, emit)
    return true
  }

  private mutating func apply(
    _ signal: ControlSignal, _ range: Range<Int>, _ emit: (RouterOutput) -> Void
  ) {
    for index in range {
      // Separate from the call of `emit`: in one expression, `self` would be copied first, and the change would
      // then copy all bindings.
      let outcome = bindings[index].take(signal)
      tell(outcome, of: index, emit)
    }
  }

  private func tell(_ outcome: Binding.Outcome, of binding: Int, _ emit: (RouterOutput) -> Void) {
    switch outcome {
    case .nothing: break
    case .moved(let value): emit(.moved(widget: bindings[binding].widgetIndex, value: value))
    case .waiting(let turn): emit(.waiting(widget: bindings[binding].widgetIndex, turn))
    }
  }
}

extension RouterPort.Event {
  fileprivate func heard(_ kind: Control.Kind) -> Control { Control(kind, channel: channel) }

  fileprivate func index(ofKey key: UInt8) -> Int { channel.index << 7 | Int(key & 127) }

  /// Nil for a controller that is not a pedal of the keyboard.
  fileprivate func index(ofPedal controller: UInt8) -> Int? {
    switch controller {
    case Controller.sustain: channel.index * 3
    case Controller.sostenuto: channel.index * 3 + 1
    case Controller.soft: channel.index * 3 + 2
    default: nil
    }
  }
}

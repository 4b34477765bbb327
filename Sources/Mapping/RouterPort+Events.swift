import MIDI

extension RouterPort {
  /// One event on its way through.
  struct Event {
    let channel: Channel
    let nanoseconds: UInt64
  }

  /// Moves what the message's control is mapped to; answers whether it is mapped, and what it was.
  mutating func route(
    _ message: MIDIMessage, at nanoseconds: UInt64, _ emit: (RouterOutput) -> Void
  ) -> (taken: Bool, heard: Control?) {
    guard let channel = message.channel else { return (false, nil) }
    let event = Event(channel: channel, nanoseconds: nanoseconds)
    let (kind, raw): (Control.Kind, UInt16)
    switch message {
    case .controlChange(_, let controller, let value):
      guard let pedal = event.place(ofPedal: controller) else {
        return change(controller, value, event, emit)
      }
      return press(pedal, controller, value, event, emit)
    case .noteOn(_, let key, let velocity):
      return (begin(key, velocity, event, emit), event.heard(.note(key)))
    case .noteOff(_, let key, _): return (end(key, event, emit), event.heard(.note(key)))
    case .polyPressure(_, let key, let pressure): (kind, raw) = (.poly(key), UInt16(pressure))
    case .channelPressure(_, let pressure): (kind, raw) = (.pressure, UInt16(pressure))
    case .programChange(_, let program): (kind, raw) = (.program, UInt16(program))
    case .pitchBend(_, let value): (kind, raw) = (.bend, value)
    default: return (false, nil)
    }
    return (take(kind, raw, isOn: kind.resolution.isOn(raw), event, emit), event.heard(kind))
  }

  private mutating func begin(
    _ key: UInt8, _ velocity: UInt8, _ event: Event, _ emit: (RouterOutput) -> Void
  ) -> Bool {
    let taken = take(.note(key), UInt16(velocity), isOn: true, event, emit)
    noteTakers[event.place(ofKey: key)] = taken ? .mapping : .keyboard
    return taken
  }

  /// A note's end goes where its beginning went, whatever is mapped by then.
  private mutating func end(_ key: UInt8, _ event: Event, _ emit: (RouterOutput) -> Void) -> Bool {
    let taker = noteTakers[event.place(ofKey: key)]
    noteTakers[event.place(ofKey: key)] = .nobody
    guard taker != .keyboard else { return false }
    guard let slot = table.slot(.note(key), event.channel) else { return taker == .mapping }
    guard slots[slot].isPressed else { return true }
    return take(.note(key), 0, isOn: false, event, emit)
  }

  /// A pedal's way up goes where its way down went, whatever is mapped by then.
  private mutating func press(
    _ pedal: Int, _ controller: UInt8, _ value: UInt8, _ event: Event, _ emit: (RouterOutput) -> Void
  ) -> (taken: Bool, heard: Control?) {
    let (taker, isDown) = (pedalTakers[pedal], value >= 64)
    if taker == .keyboard {
      if !isDown { pedalTakers[pedal] = .nobody }
      return (false, event.heard(.cc(controller)))
    }
    let (taken, heard) = change(controller, value, event, emit)
    pedalTakers[pedal] = !isDown ? .nobody : taken ? .mapping : .keyboard
    return (taken || taker == .mapping, heard)
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
    // The LSB of a mapped pair is a part of it, also while its MSB is still to come.
    if !taken, (32..<64).contains(controller) {
      taken = table.slot(.cc14(controller - 32), event.channel) != nil
    }
    return (taken, heard.map(event.heard))
  }

  /// - Parameter isFine: the message was an LSB.
  private mutating func take(
    _ move: ControllerMove, isFine: Bool, _ event: Event, _ emit: (RouterOutput) -> Void
  ) -> Bool {
    let kind = Control.Kind(move.kind)
    switch move.amount {
    case .position(let raw):
      let isFine = isFine && kind.resolution == .fourteen
      return take(kind, raw, isOn: kind.resolution.isOn(raw), isFine: isFine, event, emit)
    case .steps(let steps):
      guard let slot = table.slot(kind, event.channel) else { return false }
      slots[slot].channel = event.channel
      apply(slots[slot].takeSteps(Int(steps), at: event.nanoseconds), slots[slot].bindings, emit)
      return true
    }
  }

  private mutating func take(
    _ kind: Control.Kind, _ raw: UInt16, isOn: Bool, isFine: Bool = false, _ event: Event,
    _ emit: (RouterOutput) -> Void
  ) -> Bool {
    guard let slot = table.slot(kind, event.channel) else { return false }
    slots[slot].channel = event.channel
    apply(
      slots[slot].take(raw, isOn: isOn, isFine: isFine, at: event.nanoseconds), slots[slot].bindings, emit)
    return true
  }

  private mutating func apply(
    _ signal: ControlSignal, _ range: Range<Int>, _ emit: (RouterOutput) -> Void
  ) {
    for index in range {
      switch bindings[index].take(signal) {
      case .nothing: break
      case .moved(let value): emit(.moved(widget: bindings[index].widgetIndex, value: value))
      case .waiting(let turn): emit(.waiting(widget: bindings[index].widgetIndex, turn))
      }
    }
  }
}

extension RouterPort.Event {
  fileprivate func heard(_ kind: Control.Kind) -> Control { Control(kind, channel: channel) }

  fileprivate func place(ofKey key: UInt8) -> Int { channel.index << 7 | Int(key & 127) }

  /// Nil for what is no pedal of the keyboard's.
  fileprivate func place(ofPedal controller: UInt8) -> Int? {
    switch controller {
    case Controller.sustain: channel.index * 3
    case Controller.sostenuto: channel.index * 3 + 1
    case Controller.soft: channel.index * 3 + 2
    default: nil
    }
  }
}

extension ControllerMove.Kind {
  fileprivate var isParameter: Bool {
    switch self {
    case .rpn, .nrpn: true
    case .cc, .cc14: false
    }
  }
}

extension Control.Kind {
  fileprivate init(_ kind: ControllerMove.Kind) {
    self =
      switch kind {
      case .cc(let number): .cc(number)
      case .cc14(let number): .cc14(number)
      case .rpn(let number): .rpn(number)
      case .nrpn(let number): .nrpn(number)
      }
  }
}

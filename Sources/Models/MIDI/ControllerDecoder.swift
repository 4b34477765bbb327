/// Turns the control changes of one port into moves of controls, as mappings name them.
///
/// ```swift
/// var decoder = ControllerDecoder()  // one for each port: controllers do not share their halves
/// decoder.decode(channel, controller: 34, value: 17) { move in router.route(move) }
/// ```
/// One message may give several moves, in this order, and every mapping takes the kind it names:
/// 1. `.cc(n)`, always, whatever else n is for;
/// 2. `.cc14(n)` when the message completes a value of the pair n and n + 32. A sender of the MSB alone gives
///    a value with every message;
/// 3. `.rpn` or `.nrpn` on data entry (6, 38), increment (96) and decrement (97), while a parameter is
///    selected (98–101). Parameter 127/127 selects nothing, and so does controller 121.
///
/// Allocates nothing. About 3 KB for the 16 channels. [any-thread]
package struct ControllerDecoder: Sendable, BitwiseCopyable {
  private var channels: [16 of ChannelControllers] = InlineArray(repeating: ChannelControllers())

  package init() {}

  /// Passes each move of the message to `emit`, at most three.
  package mutating func decode(
    _ channel: Channel, controller: UInt8, value: UInt8, emit: (ControllerMove) -> Void
  ) {
    let (number, value) = (controller & 127, value & 127)
    emit(ControllerMove(channel, .cc(number), .position(UInt16(value))))
    if let raw = channels[channel.index].takePair(number, value) {
      let sendsLSB = channels[channel.index].sendsLSB(ofPair: number & 31)
      emit(ControllerMove(channel, .cc14(number & 31), .position(raw), sendsLSB: sendsLSB))
    }
    if let amount = channels[channel.index].takeParameter(number, value),
      let kind = channels[channel.index].selected
    {
      emit(ControllerMove(channel, kind, amount, sendsLSB: channels[channel.index].dataSendsLSB))
    }
  }
}

/// The state of one channel's controllers.
private struct ChannelControllers: BitwiseCopyable {
  private var pairs: [32 of FourteenBitPair] = InlineArray(repeating: FourteenBitPair())
  private var data = FourteenBitPair()
  private var registered = ParameterNumber()
  private var nonRegistered = ParameterNumber()
  /// The parameter that data entry changes.
  private(set) var selected: ControllerMove.Kind?
  /// The parameter whose value `data` holds. It is kept when the null parameter is selected, which many
  /// senders do after each value.
  private var dataOwner: ControllerMove.Kind?

  mutating func takePair(_ number: UInt8, _ value: UInt8) -> UInt16? {
    switch number {
    case 0..<32: pairs[Int(number)].takeMSB(value)
    case 32..<64: pairs[Int(number - 32)].takeLSB(value)
    default: nil
    }
  }

  func sendsLSB(ofPair number: UInt8) -> Bool { pairs[Int(number)].sendsLSB }

  /// Applies to the parameter that was moved last.
  var dataSendsLSB: Bool { data.sendsLSB }

  mutating func takeParameter(_ number: UInt8, _ value: UInt8) -> ControllerMove.Amount? {
    switch number {
    case Controller.nrpnLSB, Controller.nrpnMSB:
      nonRegistered.take(value, isMSB: number == Controller.nrpnMSB)
      selected = nonRegistered.number.map { .nrpn($0) }
    case Controller.rpnLSB, Controller.rpnMSB:
      registered.take(value, isMSB: number == Controller.rpnMSB)
      selected = registered.number.map { .rpn($0) }
    case Controller.resetAll:
      (registered, nonRegistered, selected) = (ParameterNumber(), ParameterNumber(), nil)
    default: return selected.flatMap { takeData(number, value, for: $0) }
    }
    return nil
  }

  private mutating func takeData(
    _ number: UInt8, _ value: UInt8, for parameter: ControllerMove.Kind
  ) -> ControllerMove.Amount? {
    switch number {
    case Controller.dataIncrement: return .steps(1)
    case Controller.dataDecrement: return .steps(-1)
    case Controller.dataEntry, Controller.dataEntryLSB: break
    default: return nil
    }
    if parameter != dataOwner { data.forgetValue() }
    dataOwner = parameter
    guard number == Controller.dataEntry else { return data.takeLSB(value).map { .position($0) } }
    let isSwept = parameter != .rpn(RegisteredParameter.bendRange)
    return .position(isSwept ? data.takeMSB(value) : data.takeMSBAlone(value))
  }
}

/// The two halves of a parameter number. Either may be sent first, or alone if the other does not change.
private struct ParameterNumber: BitwiseCopyable {
  private var msb: UInt8?
  private var lsb: UInt8?

  mutating func take(_ value: UInt8, isMSB: Bool) {
    if isMSB { msb = value } else { lsb = value }
  }

  /// Nil until both halves are known, and for the null function.
  var number: UInt16? {
    guard let msb, let lsb else { return nil }
    let number = UInt16(msb) << 7 | UInt16(lsb)
    return number == RegisteredParameter.null ? nil : number
  }
}

/// Combines two 7-bit halves into a 14-bit value.
///
/// Most senders send the MSB first, some the LSB, and 7-bit senders no LSB at all. The pair gives a value as
/// soon as it is known. It learns the order, so that no value between two halves overshoots and sweeps are
/// monotonic.
struct FourteenBitPair: BitwiseCopyable, Sendable {
  private enum Order: UInt8 { case unknown, msbFirst, lsbFirst }

  private var msb: UInt8?
  private var lsb: UInt8 = 0
  private var order = Order.unknown
  private var lastWasLSB = false
  /// Whether the sender has sent an LSB other than 0. Some 7-bit senders add an LSB that is always 0.
  private(set) var sendsLSB = false

  /// Forgets the value but keeps the sender's order, because another parameter of the same sender follows.
  mutating func forgetValue() {
    msb = nil
    lsb = 0
    lastWasLSB = false
    sendsLSB = false
  }

  /// The value after the MSB `new`.
  ///
  /// The LSB counts as 0 until it arrives (MIDI 1.0: an MSB resets its LSB). On the way down it counts as
  /// 127: from 65/0 to 64/100, the value passes 64/127 instead of 64/0, which would be beyond the target.
  mutating func takeMSB(_ new: UInt8) -> UInt16 {
    if order != .lsbFirst, let old = msb, new != old {
      let comesDown = order == .msbFirst && new < old && new > 0
      lsb = comesDown ? 127 : 0
    }
    return set(msb: new)
  }

  /// The value after the MSB `new`, for a number that is set and not swept. The LSB is 0 unless it came just
  /// before.
  mutating func takeMSBAlone(_ new: UInt8) -> UInt16 {
    if order != .lsbFirst || !lastWasLSB { lsb = 0 }
    return set(msb: new)
  }

  private mutating func set(msb new: UInt8) -> UInt16 {
    msb = new
    lastWasLSB = false
    return UInt16(new) << 7 | UInt16(lsb)
  }

  /// The value after the LSB `new`; nil if an MSB will follow.
  mutating func takeLSB(_ new: UInt8) -> UInt16? {
    if new != 0 { sendsLSB = true }
    if order == .unknown { order = msb == nil ? .lsbFirst : .msbFirst }
    // A sender that sends the LSB first never sends two in a row. One that sends the MSB only when it changes
    // does.
    if lastWasLSB, msb != nil { order = .msbFirst }
    lastWasLSB = true
    lsb = new
    guard order == .msbFirst, let msb else { return nil }
    return UInt16(msb) << 7 | UInt16(new)
  }
}

/// Turns the control changes of one port into the moves that mappings speak of.
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
public struct ControllerDecoder: Sendable, BitwiseCopyable {
  private var channels: [16 of ChannelControllers] = InlineArray(repeating: ChannelControllers())

  public init() {}

  /// Gives `emit` each move that the message makes, at most three.
  public mutating func decode(
    _ channel: Channel, controller: UInt8, value: UInt8, emit: (ControllerMove) -> Void
  ) {
    let (number, value) = (controller & 127, value & 127)
    emit(ControllerMove(channel, .cc(number), .position(UInt16(value))))
    if let raw = channels[channel.index].takePair(number, value) {
      emit(ControllerMove(channel, .cc14(number & 31), .position(raw)))
    }
    if let amount = channels[channel.index].takeParameter(number, value),
      let kind = channels[channel.index].selected
    {
      emit(ControllerMove(channel, kind, amount))
    }
  }
}

/// What one channel's controllers have said so far.
private struct ChannelControllers: BitwiseCopyable {
  private var pairs: [32 of FourteenBitPair] = InlineArray(repeating: FourteenBitPair())
  private var data = FourteenBitPair()
  private var registered = ParameterNumber()
  private var nonRegistered = ParameterNumber()
  /// The parameter that data entry goes to.
  private(set) var selected: ControllerMove.Kind?
  /// The parameter whose value `data` holds; outlives the null that many senders put after each value.
  private var dataOwner: ControllerMove.Kind?

  mutating func takePair(_ number: UInt8, _ value: UInt8) -> UInt16? {
    switch number {
    case 0..<32: pairs[Int(number)].takeMSB(value)
    case 32..<64: pairs[Int(number - 32)].takeLSB(value)
    default: nil
    }
  }

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

/// The two halves of a parameter number; either may be sent first, or alone when the other stays.
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

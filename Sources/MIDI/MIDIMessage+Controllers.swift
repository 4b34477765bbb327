extension MIDIMessage {
  /// Gives `emit` the control changes of a 14-bit controller: MSB, then LSB.
  ///
  /// A controller beyond 31 has no LSB and goes out alone with the low seven bits, as ALSA's CONTROL14 event
  /// has it.
  public static func controller14(
    _ channel: Channel, number: UInt8, value: UInt16, emit: (MIDIMessage) -> Void
  ) {
    guard number < 32 else {
      return emit(.controlChange(channel, controller: number & 127, value: value.lowSeven))
    }
    emit(.controlChange(channel, controller: number, value: value.highSeven))
    emit(.controlChange(channel, controller: number + 32, value: value.lowSeven))
  }

  /// Gives `emit` the four control changes that set a parameter: its number, then its value, MSBs first.
  ///
  /// ALSA's REGPARAM and NONREGPARAM events stand for these.
  public static func parameter(
    _ channel: Channel, number: UInt16, value: UInt16, registered: Bool, emit: (MIDIMessage) -> Void
  ) {
    let msb = registered ? Controller.rpnMSB : Controller.nrpnMSB
    let lsb = registered ? Controller.rpnLSB : Controller.nrpnLSB
    emit(.controlChange(channel, controller: msb, value: number.highSeven))
    emit(.controlChange(channel, controller: lsb, value: number.lowSeven))
    controller14(channel, number: Controller.dataEntry, value: value, emit: emit)
  }
}

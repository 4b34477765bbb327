/// Any bytes as a stream of MIDI: each message that is read is written with bytes that are read as the same message,
/// and the parser that gives system exclusive messages reads the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func readStream(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var (parser, listener) = (MIDIParser(), MIDIParser())
  for byte in UnsafeBufferPointer(start: bytes, count: count) {
    let message = parser.parse(byte)
    precondition(listener.parse(byte) { _ in } == message, "the two ways to read differ")
    guard let message else { continue }
    let whole = message.bytes
    precondition(MIDIMessage(bytes: whole) == message, "a message does not come back from its bytes")
    precondition(whole.dropFirst().allSatisfy { $0 < 0x80 }, "a data byte has its highest bit")
  }
  return 0
}

import SpinetMIDI

/// Any bytes as a stream of MIDI: each message that is read is written with bytes that are read as the same message,
/// and the parser that gives system exclusive messages reads the same.
func readStream(_ bytes: UnsafeBufferPointer<UInt8>) {
  var (parser, listener) = (MIDIParser(), MIDIParser())
  for byte in bytes {
    let message = parser.parse(byte)
    must(listener.parse(byte) { _ in } == message, "the two ways to read differ")
    guard let message else { continue }
    let whole = message.bytes
    must(MIDIMessage(bytes: whole) == message, "a message does not come back from its bytes")
    must(whole.dropFirst().allSatisfy { $0 < 0x80 }, "a data byte has its highest bit")
  }
}

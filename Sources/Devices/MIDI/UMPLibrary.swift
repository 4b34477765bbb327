import CALSA
import Glibc
import SpinetMIDI

/// The calls for MIDI 2.0 that alsa-lib has from version 1.2.10 on. They are looked up when the program runs, because
/// Debian 12 has an older one. Their declarations are in `alsa/seq.h` and `alsa/seqmid.h` of that version.
struct UMPLibrary: Sendable {
  private typealias SetNumber = @Sendable @convention(c) (OpaquePointer?, Int32) -> Int32
  private typealias Input =
    @Sendable @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Int32
  private typealias GetNumber = @Sendable @convention(c) (OpaquePointer?) -> Int32

  private let setVersion: SetNumber
  private let setConversion: SetNumber
  private let input: Input
  private let version: GetNumber

  /// Nil if the library has no MIDI 2.0.
  static let current = UMPLibrary()

  private init?() {
    guard let setVersion = dlsym(nil, "snd_seq_set_client_midi_version"),
      let setConversion = dlsym(nil, "snd_seq_set_client_ump_conversion"),
      let input = dlsym(nil, "snd_seq_ump_event_input"),
      let version = dlsym(nil, "snd_seq_client_info_get_midi_version")
    else { return nil }
    self.setVersion = unsafeBitCast(setVersion, to: SetNumber.self)
    self.setConversion = unsafeBitCast(setConversion, to: SetNumber.self)
    self.input = unsafeBitCast(input, to: Input.self)
    self.version = unsafeBitCast(version, to: GetNumber.self)
  }

  /// Makes a client one of MIDI 2.0, which hears everything as it was sent: the kernel's conversion would drop some of
  /// MIDI 1.0's controllers. Returns whether the kernel has MIDI 2.0; without it nothing changes.
  func begin(_ handle: OpaquePointer) -> Bool {
    guard setVersion(handle, 2) == 0 else { return false }
    if setConversion(handle, 0) == 0 { return true }
    _ = setVersion(handle, 0)
    return false
  }

  /// Reads the next record: an event with four more bytes, or a packet in the place of its data.
  func read(_ handle: OpaquePointer, _ event: inout UnsafeMutablePointer<snd_seq_event_t>?) -> Int32 {
    var record: UnsafeMutableRawPointer?
    let result = input(handle, &record)
    event = record?.assumingMemoryBound(to: snd_seq_event_t.self)
    return result
  }

  /// Whether a client speaks MIDI 2.0.
  func isMIDI2(_ info: OpaquePointer) -> Bool { version(info) > 0 }
}

extension UMPPacket {
  /// `SNDRV_SEQ_EVENT_UMP`: the record has a packet instead of an event's data.
  private static let flag: UInt8 = 1 << 5
  /// Where the words stand in the record.
  private static let offset = 16

  /// The packet of a record of a MIDI 2.0 client; nil if it is an event of MIDI 1.0.
  init?(record: UnsafeRawPointer, flags: UInt8) {
    guard flags & Self.flag != 0 else { return nil }
    func word(_ index: Int) -> UInt32 {
      record.loadUnaligned(fromByteOffset: Self.offset + 4 * index, as: UInt32.self)
    }
    self.init(word(0), word(1), word(2), word(3))
  }
}

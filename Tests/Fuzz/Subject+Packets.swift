import SpinetBridge
import SpinetMIDI
import SpinetOSC
import SpinetText

/// Datagrams of OSC.
extension Subject {
  /// What is read asks for something in range or for nothing, and is written and read again as itself.
  func checkOSC(_ bytes: [UInt8]) throws {
    let packet: OSCPacket
    do throws(ReadingProblem) { packet = try OSCPacket(bytes) } catch {
      if error.why.isEmpty || error.why.contains("\n") {
        throw Broken(description: "a reason in no line: \(error)")
      }
      return
    }
    for timed in packet.messages {
      _ = timed.time.unixNanoseconds
      let again = try? OSCPacket(timed.message.bytes).messages.map(\.message)
      if again?.map(\.bytes) != [timed.message.bytes] {
        throw Broken(description: "\(timed.message) is written otherwise")
      }
      _ = OSCPattern(timed.message.address)?.matches("filter.cutoff")
      _ = OSCCommand(timed.message)
    }
  }

  static let oscPackets: [[UInt8]] = {
    let messages = [
      OSCMessage("/widget/filter.cutoff", [.float(440)]), OSCMessage("/note", [.integer(60), .integer(100)]),
      OSCMessage("/scene", [.text("verse")]), OSCMessage("/subscribe", [.text("filter.*"), .integer(9001)]),
      OSCMessage("/transport", [.text("locate"), .long(5)]),
      OSCMessage("/widget/[!a-z]{x,y}*", [.double(0.5)]),
      OSCMessage(
        "/a",
        [.bytes([1, 2, 3]), .midi(0, 0x90, 60, 1), .time(OSCTime(bits: 1)), .flag(true), .none, .impulse]),
    ]
    let bundle = OSCPacket.bundle(messages, at: OSCTime(unixNanoseconds: 1_700_000_000_000_000_000))
    return messages.map(\.bytes) + [bundle]
  }()

  static let oscPieces: [[UInt8]] =
    [
      [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xC0, 0, 0], [0x7F, 0x80, 0, 0], [0, 0, 0, 8],
      [0, 0, 0, 1],
    ]
    + [
      "#bundle\0", "/note\0\0\0", ",ii\0", ",b\0\0", ",[i]\0\0\0\0", "/widget/", "*", "[", "]", "{", "}", "!",
      "-",
    ].map {
      Array($0.utf8)
    }
}

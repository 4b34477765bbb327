import SpinetOSC

extension OSCPacket {
  /// Messages as datagrams: one by itself, several as bundles that fit into a frame of Ethernet.
  static func packets(_ messages: [OSCMessage]) -> [[UInt8]] {
    guard messages.count > 1 else { return messages.map(\.bytes) }
    var (packets, part, size) = ([[UInt8]](), [OSCMessage](), 0)
    for message in messages {
      let length = message.bytes.count + 4
      if size + length > largestBundle, !part.isEmpty {
        packets.append(bundle(part, at: .immediately))
        (part, size) = ([], 0)
      }
      part.append(message)
      size += length
    }
    return packets + [bundle(part, at: .immediately)]
  }

  private static let largestBundle = 1400
}

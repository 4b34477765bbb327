import NIOCore
import SpinetOSC
import SpinetPanel
import SpinetText

/// Reads the datagrams of the port. [bridge-thread]
final class OSCSocket: ChannelInboundHandler {
  typealias InboundIn = AddressedEnvelope<ByteBuffer>
  typealias OutboundOut = AddressedEnvelope<ByteBuffer>

  private let senders: OSCSenders
  private let allowed: Set<String>
  private let counts: OSCCounts

  /// - Parameter allowed: the plain addresses that may send; empty for all that reach the port.
  init(_ senders: OSCSenders, allowed: Set<String>, _ counts: OSCCounts) {
    (self.senders, self.allowed, self.counts) = (senders, allowed, counts)
  }

  /// Sends a datagram. One that does not reach its receiver is lost like any other.
  static func send(_ bytes: [UInt8], to address: SocketAddress, by channel: any Channel) {
    let envelope = AddressedEnvelope(remoteAddress: address, data: ByteBuffer(bytes: bytes))
    channel.writeAndFlush(envelope, promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) { senders.end() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let envelope = unwrapInboundIn(data)
    let address = envelope.remoteAddress
    guard allowed.isEmpty || address.ipAddress.map({ allowed.contains(PanelRules.plain($0)) }) == true else {
      return counts.add(.stranger, address.ipAddress ?? "")
    }
    do throws(ReadingProblem) {
      senders.take(try OSCPacket(Array(envelope.data.readableBytesView)), from: OSCPeer(address))
    } catch {
      counts.add(.malformed, error.why)
    }
  }

  /// An error of the socket, such as a receiver that is not there, ends nothing.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}

import CALSA
import SpinetMIDI

extension ALSASequencer: PortSubscribing {
  func subscribe(to sender: PortID) -> Int32 {
    snd_seq_connect_from(client.handle, inputPort, Int32(sender.client), Int32(sender.port))
  }

  func subscribe(lampsOf receiver: PortID) -> Int32 {
    snd_seq_connect_to(client.handle, outputPort, Int32(receiver.client), Int32(receiver.port))
  }

  func isSubscribed(to sender: PortID) -> Bool {
    hasSubscription(from: sender.address, to: address(of: inputPort))
  }

  func isSubscribed(by receiver: PortID) -> Bool {
    hasSubscription(from: address(of: outputPort), to: receiver.address)
  }

  func hasPort(_ id: PortID) -> Bool {
    directory.port(client: id.client, port: id.port, isIdentified: false) != nil
  }

  private func address(of ownPort: Int32) -> snd_seq_addr_t {
    snd_seq_addr_t(
      client: UInt8(truncatingIfNeeded: client.number), port: UInt8(truncatingIfNeeded: ownPort))
  }

  private func hasSubscription(from sender: snd_seq_addr_t, to receiver: snd_seq_addr_t) -> Bool {
    var subscription: OpaquePointer?
    guard snd_seq_port_subscribe_malloc(&subscription) == 0 else { return false }
    defer { snd_seq_port_subscribe_free(subscription) }
    var (sender, receiver) = (sender, receiver)
    snd_seq_port_subscribe_set_sender(subscription, &sender)
    snd_seq_port_subscribe_set_dest(subscription, &receiver)
    return snd_seq_get_port_subscription(client.handle, subscription) == 0
  }
}

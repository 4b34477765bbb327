import Testing

@testable import SpinetDevices

/// Receivers that have room for so many events.
private struct Receivers {
  var room: [String: Int]
  var received: [String] = []

  mutating func take(_ event: String) -> Bool {
    let receiver = String(event.prefix(1))
    guard room[receiver, default: 0] > 0 else { return false }
    room[receiver, default: 0] -= 1
    received.append(event)
    return true
  }
}

@Test func `What finds no room waits in its order, and keeps nobody else waiting`() {
  var receivers = Receivers(room: ["a": 1, "b": 9])
  var unsent = UnsentEvents<String, String>()
  for event in ["a1", "a2", "b1", "a3", "b2"] {
    unsent.send(event, to: String(event.prefix(1))) { receivers.take($0) }
  }
  #expect(receivers.received == ["a1", "b1", "b2"])
  receivers.room["a"] = 1
  unsent.retry { receivers.take($0) }
  #expect(receivers.received == ["a1", "b1", "b2", "a2"])
  receivers.room["a"] = 9
  unsent.send("a4", to: "a") { receivers.take($0) }
  #expect(receivers.received.suffix(2) == ["a3", "a4"])
}

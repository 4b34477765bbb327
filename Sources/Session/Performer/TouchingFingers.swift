/// The fingers of clients on the keyboard's surface. Each gets a new number for the keyboard, because two clients
/// may use the same number. [control-thread]
struct TouchingFingers {
  private struct Name: Hashable {
    let client: ClientID
    let finger: Int
  }

  private var numbers: [Name: Int] = [:]
  private var last = 0

  /// Adds a finger that comes down. Returns its number for the keyboard.
  mutating func down(_ finger: Int, of client: ClientID) -> Int {
    if let number = number(of: finger, client) { return number }
    last &+= 1
    numbers[Name(client: client, finger: finger)] = last
    return last
  }

  /// Nil for a finger that is not down.
  func number(of finger: Int, _ client: ClientID) -> Int? { numbers[Name(client: client, finger: finger)] }

  mutating func up(_ finger: Int, of client: ClientID) -> Int? {
    numbers.removeValue(forKey: Name(client: client, finger: finger))
  }

  /// Removes all fingers of a client. Returns their numbers.
  mutating func remove(_ client: ClientID) -> [Int] {
    let gone = numbers.filter { $0.key.client == client }
    for name in gone.keys { numbers[name] = nil }
    return gone.values.sorted()
  }

  var isEmpty: Bool { numbers.isEmpty }

  mutating func removeAll() { numbers.removeAll() }
}

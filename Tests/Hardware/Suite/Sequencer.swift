/// The ALSA sequencer as `aconnect -l` tells it.
enum Sequencer {
  struct Client {
    var number: String
    var name: String
    var ports: [Port] = []
  }

  struct Port {
    var name: String
    /// Addresses of the ports that read from this one.
    var readers: [String] = []
    /// Addresses of the ports that write to this one.
    var writers: [String] = []
  }

  static func listing() -> String { (try? Program.run("aconnect", "-l")) ?? "no answer from aconnect -l" }

  static func clients(named name: String) -> [Client] { clients().filter { $0.name == name } }

  static func clients() -> [Client] {
    var clients: [Client] = []
    for line in listing().split(separator: "\n") {
      if line.hasPrefix("client ") {
        clients.append(client(in: line))
      } else if line.hasPrefix("    "), !clients.isEmpty {
        clients[clients.count - 1].ports.append(Port(name: quoted(in: line)))
      } else if let last = clients.indices.last, let port = clients[last].ports.indices.last {
        read(connections: line, into: &clients[last].ports[port])
      }
    }
    return clients
  }

  /// `client 24: 'Launch Key' [type=kernel,card=2]`
  private static func client(in line: Substring) -> Client {
    Client(number: String(line.dropFirst(7).prefix { $0 != ":" }), name: quoted(in: line))
  }

  private static func quoted(in line: Substring) -> String {
    let fields = line.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count > 1 else { return "" }
    return String(fields[1]).trimmed
  }

  /// `Connecting To: 128:0[real:0]` or `Connected From: 24:0`
  private static func read(connections line: Substring, into port: inout Port) {
    let halves = line.split(separator: ": ", maxSplits: 1)
    guard halves.count == 2 else { return }
    let addresses = halves[1].split(separator: ", ").map { String($0.prefix { $0 != "[" }) }
    if halves[0].contains("Connecting To") { port.readers += addresses } else { port.writers += addresses }
  }
}

extension String {
  var trimmed: String {
    let body = drop(while: \.isWhitespace)
    return String(body.reversed().drop(while: \.isWhitespace).reversed())
  }
}

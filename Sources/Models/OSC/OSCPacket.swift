import SpinetText

/// What arrives in one datagram: messages, each with the time of the bundle that it is in.
package struct OSCPacket: Hashable, Sendable {
  package struct Timed: Hashable, Sendable {
    package var time: OSCTime
    package var message: OSCMessage
  }

  package var messages: [Timed] = []

  /// Bundles in bundles, at most. Deeper ones are no music.
  package static let depthLimit = 8

  /// Reads a message, or a bundle with all that is in it.
  package init(_ bytes: [UInt8]) throws(ReadingProblem) {
    try read(OSCReader(bytes), at: .immediately, depth: 0)
  }

  private mutating func read(_ reader: consuming OSCReader, at time: OSCTime, depth: Int)
    throws(ReadingProblem)
  {
    var reader = reader
    guard reader.isBundle else {
      messages.append(Timed(time: time, message: try reader.message()))
      return
    }
    guard depth < Self.depthLimit else {
      throw reader.problem("bundles in more than \(Self.depthLimit) others")
    }
    let own = try reader.bundleTime()
    // What is inside is never earlier than what is around it.
    let inner = (own.unixNanoseconds ?? 0) < (time.unixNanoseconds ?? 0) ? time : own
    while !reader.isAtEnd { try read(try reader.element(), at: inner, depth: depth + 1) }
  }
}

import Glibc

/// Where other programs ask from: the socket, or a test. [control-thread]
package protocol RequestSource {
  /// What is ready when somebody asks, or can read more of an answer.
  var polls: [pollfd] { get }

  /// Passes on what has been asked since the last call. It never waits.
  func serveRequests(_ receive: (Request, consuming Reply) -> Void)

  /// Passes on answers that have come since.
  func sendAnswers()
}

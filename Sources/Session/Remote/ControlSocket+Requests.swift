// From the lines of commands to requests, and from responses back to lines.
extension ControlSocket: RequestSource {
  /// Passes on the requests of commands. A line that is not a request is refused.
  package func serveRequests(_ receive: (Request, consuming Reply) -> Void) {
    serve { line, answer in
      guard let asked = RemoteRequest(line) else {
        return answer(RemoteRequest.refusal(of: line).lines(.text))
      }
      receive(
        asked.request,
        Reply(to: answer.asker) { response in
          let lines = response.lines(asked.style)
          // An empty line differs from no answer.
          answer(lines.isEmpty ? [""] : lines)
        })
    }
  }
}

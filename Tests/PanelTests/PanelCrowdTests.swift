import Glibc
import Scratch
import SpinetRealtime
import Testing

@testable import SpinetPanel

/// What connections cost that ask without reading, or never show the token.
@Suite(.serialized) struct PanelCrowdTests {
  /// Sends as much of `bytes`, over and over, as the other side takes within half a second. Returns the number of bytes.
  private func flood(_ client: RawClient, _ bytes: [UInt8], most: Int) -> Int {
    var (sent, rests) = (0, 0)
    while sent < most, rests < 50 {
      let count = bytes.withUnsafeBytes {
        let rest = UnsafeRawBufferPointer(rebasing: $0[(sent % bytes.count)...])
        return send(
          client.descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if count > 0 { (sent, rests) = (sent + count, 0) } else { (rests, _) = (rests + 1, usleep(10_000)) }
    }
    return sent
  }

  private var residentBytes: Int {
    var text = [CChar](repeating: 0, count: 256)
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    fgets(&text, 256, file)
    let words = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
      separator: " ")
    return (words.dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }

  private func request(_ path: String, _ rig: PanelRig) -> String {
    "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(rig.port)\r\n\r\n"
  }

  @Test func `Requests whose answers nobody reads cost no memory`() throws {
    let rig = try PanelRig()
    _ = PageFile.all
    let client = try RawClient(port: rig.port)
    let requests = Array(String(repeating: request("/face.png", rig), count: 400).utf8)
    let before = residentBytes
    _ = flood(client, requests, most: 4 << 20)
    #expect(residentBytes - before < 8 << 20)
  }

  @Test(arguments: [1, 9] as [UInt8])
  func `A page that asks without reading is not heard until it has read`(opcode: UInt8) throws {
    let rig = try PanelRig()
    let page = try rig.page()
    _ = page.next("piano")
    let payload = opcode == 1 ? Array(#"{"ping":1}"#.utf8) : []
    let ping = [0x80 | opcode, 0x80 | UInt8(payload.count), 0, 0, 0, 0] + payload
    let pings = Array((0..<500).map { _ in ping }.joined())
    var size: Int32 = 32_768
    for buffer in [SO_SNDBUF, SO_RCVBUF] {
      setsockopt(page.descriptor, SOL_SOCKET, buffer, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    let sent = flood(page, pings, most: 64 << 20)
    // The buffers of both sockets hold some megabytes, and nothing more is read.
    #expect(sent < 16 << 20)
    // When its answers are read, the rest is heard too, and so is what follows it.
    let note = Array(#"{"note":[60,100]}"#.utf8)
    let rest = pings.dropFirst(sent % pings.count) + [0x81, 0x80 | UInt8(note.count), 0, 0, 0, 0] + note
    exchange(page, rest[...]) { rig.begun >= 1 }
    #expect(rig.begun >= 1)
  }

  /// Sends `bytes` and reads whatever comes, until `isDone` or nothing has come for eight seconds.
  private func exchange(_ client: RawClient, _ bytes: ArraySlice<UInt8>, until isDone: () -> Bool) {
    var rest = bytes
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while !isDone() {
      let count = rest.withUnsafeBytes {
        send(client.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if count > 0 { rest = rest.dropFirst(count) }
      guard rest.isEmpty || count < 0 else { continue }
      var ready = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 8000) > 0, read(client.descriptor, &buffer, buffer.count) > 0 else { return }
    }
  }

  @Test func `A thousand connections without the token lock nobody out`() throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, 8192)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let rig = try PanelRig()
    let first = try rig.page()
    let crowd = try (0..<1000).map { _ in try RawClient(port: rig.port) }
    let page = try rig.page()
    #expect(page.next("hello") != nil)
    for client in [first, page] { client.say(#"{"note":[60,100]}"#) }
    #expect(rig.soon { rig.begun >= 1 })
    withExtendedLifetime(crowd) {}
  }

  @Test func `A request without an end, or beyond 16 KB, is closed`() throws {
    let rig = try PanelRig()
    let long = try RawClient(port: rig.port)
    long.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    for _ in 0..<40 { long.send("X: \(String(repeating: "x", count: 1000))\r\n") }
    let begin = HostTime.now
    #expect(!long.readToEnd().contains("200 OK"))
    #expect(HostTime.now.nanoseconds(since: begin) < 900_000_000)
    #expect(rig.panel.counts.brokenConnections >= 1)
    let slow = try RawClient(port: rig.port)
    slow.send("GET / HT")
    _ = slow.readToEnd()
    #expect(HostTime.now.nanoseconds(since: begin) < 4_000_000_000)
  }

  /// A request of so many bytes.
  private func request(bytes: Int, _ rig: PanelRig) -> String {
    let head = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(rig.port)\r\nX: "
    return head + String(repeating: "x", count: bytes - head.utf8.count - 4) + "\r\n\r\n"
  }

  @Test func `A request without the token may have 16,384 bytes, and not one more`() throws {
    let rig = try PanelRig()
    for (bytes, isAnswered) in [(16_384, true), (16_385, false)] {
      let client = try RawClient(port: rig.port)
      client.send(request(bytes: bytes, rig))
      #expect(client.readToEnd().contains("200 OK") == isAnswered, "\(bytes)")
    }
  }

  @Test func `A request that is not complete after a second is closed then`() throws {
    let rig = try PanelRig()
    let client = try RawClient(port: rig.port)
    let begin = HostTime.now
    client.send("GET / HT")
    _ = client.readToEnd()
    let nanoseconds = HostTime.now.nanoseconds(since: begin)
    #expect(nanoseconds >= 950_000_000 && nanoseconds < 3_000_000_000, "\(nanoseconds)")
  }

  @Test func `A page that asks all the time and never reads costs little memory`() async {
    // In a process of its own, because the memory of one is shared by all its tests.
    await #expect(processExitsWith: .success) {
      for question in [#"{"ping":1}"#, #"{"patches":true}"#, #"{"ask":[1,"widgets","","json"]}"#] {
        let bytes = try PanelCrowdTests().bytesOfPage(asking: question)
        #expect(bytes <= PanelCrowdTests.mostBytes, "\(question): \(bytes) bytes a page")
      }
    }
  }

  /// 64 KB that wait, and the longest answer, which is the list of all patches.
  private static let mostBytes = (64 << 10) + 40_000

  private func bytesOfPage(asking question: String) throws -> Int {
    let rig = try PanelRig()
    let frame = [0x81, 0x80 | UInt8(question.utf8.count), 0, 0, 0, 0] + Array(question.utf8)
    let frames = Array((0..<100).map { _ in frame }.joined())
    func floodedPages(_ count: Int) throws -> [RawClient] {
      try (0..<count).map { _ in
        let page = try rig.page()
        _ = flood(page, frames, most: 1 << 16)
        return page
      }
    }
    // What the first ones cost once.
    let early = try floodedPages(12)
    let before = settledBytes()
    let pages = try floodedPages(24)
    defer { withExtendedLifetime((early, pages)) {} }
    return (settledBytes() - before) / pages.count
  }

  /// The memory when the answers that are being worked out are there, also on a busy machine.
  private func settledBytes() -> Int {
    var last = residentBytes
    for _ in 0..<50 {
      usleep(200_000)
      let now = residentBytes
      if abs(now - last) < 1 << 14 { return now }
      last = now
    }
    return last
  }

  @Test func `Requests that come at once are answered one after the other`() throws {
    let rig = try PanelRig()
    let client = try RawClient(port: rig.port)
    client.send(String(repeating: request("/", rig), count: 5))
    let text = client.readToEnd()
    #expect(text.split(separator: "HTTP/1.1 200 OK").count == 5)
  }

  @Test(arguments: [#"{"ping":1e20}"#, #"{"ping":-1e308}"#, #"{"touch":[["piano",1,"down",0.5,0.5,1e300]]}"#])
  func `No stamp of a page ends the instrument`(message: String) throws {
    let rig = try PanelRig()
    let page = try rig.page()
    for text in [message, #"{"ping":1}"#, #"{"touch":[["piano",2,"down",0.5,0.5,1]]}"#] { page.say(text) }
    #expect(page.next("pong") != nil)
    page.say(#"{"note":[60,100]}"#)
    #expect(rig.soon { rig.begun >= 1 })
  }
}

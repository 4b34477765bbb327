import Glibc

/// What is fuzzed: the environment names it.
private let subject = Subject(named: getenv("SPINET_FUZZ").map { String(cString: $0) } ?? "")

/// Where files may be written; who runs this makes it, and removes it.
let temporaryFolder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"

/// Something that takes any bytes. It traps where something is not as it should be.
private enum Subject: Sendable {
  case stream, packets, inquiry
  case messages(Messages)
  case format(Format)

  init(named name: String) {
    switch name {
    case "stream": self = .stream
    case "packets": self = .packets
    case "inquiry": self = .inquiry
    case "messages": self = .messages(Messages())
    default:
      guard let format = Format(rawValue: name) else { fail("SPINET_FUZZ names no subject") }
      self = .format(format)
    }
  }

  func take(_ bytes: UnsafeBufferPointer<UInt8>) {
    switch self {
    case .stream: readStream(bytes)
    case .packets: readPackets(bytes)
    case .inquiry: readInquiries(bytes)
    case .messages(let messages): messages.take(String(decoding: bytes, as: UTF8.self))
    case .format(let format): format.read(Array(bytes))
    }
  }
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func takeInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  subject.take(UnsafeBufferPointer(start: bytes, count: count))
  return 0
}

/// Ends the process where something is not as it should be. Unlike a precondition, it says what in every build.
func must(_ isTrue: Bool, _ what: @autoclosure () -> String) { if !isTrue { fail(what()) } }

func fail(_ what: String) -> Never { fatalError(what) }

import SpinetMIDI
import Testing

@Suite struct ControllerDecoderTests {
  /// What `stream`, pairs of controller and value, moves on channel 1, without the plain `.cc` moves.
  private func moves(_ stream: [(UInt8, UInt8)]) -> [ControllerMove] {
    var decoder = ControllerDecoder()
    var moves: [ControllerMove] = []
    for (controller, value) in stream {
      decoder.decode(one, controller: controller, value: value) { moves.append($0) }
    }
    return moves.filter { if case .cc = $0.kind { false } else { true } }
  }

  /// Every 14-bit value up and down again, in two halves each.
  private func sweep(lsbFirst: Bool) -> [(UInt8, UInt8)] {
    var stream: [(UInt8, UInt8)] = []
    for value in Self.upAndDown {
      let halves: [(UInt8, UInt8)] = [(2, UInt8(value >> 7)), (34, UInt8(value & 127))]
      stream += lsbFirst ? halves.reversed() : halves
    }
    return stream
  }

  private static let upAndDown = Array(0...16383 as ClosedRange<UInt16>) + (0...16383).reversed()

  private func positions(_ kind: ControllerMove.Kind, _ stream: [(UInt8, UInt8)]) -> [UInt16] {
    moves(stream).compactMap {
      guard $0.kind == kind, case .position(let raw) = $0.amount else { return nil }
      return raw
    }
  }

  @Test func `Every message moves its own controller, and a pair's half moves the pair too`() {
    var decoder = ControllerDecoder()
    var moves: [ControllerMove] = []
    decoder.decode(ten, controller: 74, value: 64) { moves.append($0) }
    decoder.decode(ten, controller: 2, value: 3) { moves.append($0) }
    #expect(
      moves == [
        ControllerMove(ten, .cc(74), .position(64)), ControllerMove(ten, .cc(2), .position(3)),
        ControllerMove(ten, .cc14(2), .position(384)),
      ])
  }

  @Test func `A sender of the MSB alone reaches both ends and agrees with its 7-bit value`() {
    for value in 0...127 as ClosedRange<UInt8> {
      let pair = moves([(2, value)])[0]
      #expect(pair.value == Double(value) / 127)
      #expect(pair.value == ControllerMove(one, .cc(2), .position(UInt16(value))).value)
    }
  }

  @Test func `Ends are exact`() {
    func move(_ kind: ControllerMove.Kind, _ raw: UInt16) -> ControllerMove {
      ControllerMove(one, kind, .position(raw))
    }
    #expect([0, 127].map { move(.cc(1), $0).value } == [0, 1])
    #expect([0, 127 << 7, 16383].map { move(.nrpn(9), $0).value } == [0, 1, 1])
    #expect(ControllerMove(one, .rpn(0), .steps(1)).value == nil)
  }

  @Test func `MSB first: each half moves the pair, and a sweep never turns back`() {
    #expect(positions(.cc14(2), [(2, 64), (34, 100), (2, 65), (34, 3)]) == [8192, 8292, 8320, 8323])
    let raw = positions(.cc14(2), sweep(lsbFirst: false))
    let top = raw.firstIndex(of: 16383) ?? 0
    #expect(zip(raw[...top], raw[...top].dropFirst()).allSatisfy { $0 <= $1 })
    let down = raw[top...].filter { $0 > 127 }
    #expect(zip(down, down.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(raw.last == 0)
  }

  @Test func `LSB first: the MSB completes the pair, and a sweep is the sweep`() {
    let raw = positions(.cc14(2), sweep(lsbFirst: true))
    #expect(raw == Self.upAndDown)
  }

  @Test func `An MSB that comes alone again reaches both ends`() {
    #expect(positions(.cc14(2), [(2, 64), (34, 100), (2, 0)]).last == 0)
    #expect(positions(.cc14(2), [(2, 64), (34, 100), (2, 127)]).last == 127 << 7)
  }

  @Test func `An LSB that comes alone moves the pair`() {
    #expect(positions(.cc14(2), [(2, 64), (34, 1), (34, 2), (34, 3)]) == [8192, 8193, 8194, 8195])
    #expect(positions(.cc14(2), [(34, 9), (2, 64), (34, 1), (34, 2)]) == [8201, 8194])
  }

  @Test func `Channels and pairs do not share their halves`() {
    var decoder = ControllerDecoder()
    var raw: [UInt16] = []
    for (channel, controller, value) in [(one, 2, 64), (ten, 2, 1), (one, 3, 5), (one, 34, 7), (ten, 34, 8)] {
      decoder.decode(channel, controller: UInt8(controller), value: UInt8(value)) {
        if case (.cc14, .position(let position)) = ($0.kind, $0.amount) { raw.append(position) }
      }
    }
    #expect(raw == [8192, 128, 640, 8199, 136])
  }

  @Test func `A non-registered parameter is selected, then moved`() {
    #expect(positions(.nrpn(1234), [(99, 9), (98, 82), (6, 127), (38, 5)]) == [127 << 7, 127 << 7 | 5])
    #expect(positions(.nrpn(1234), [(98, 82), (99, 9), (38, 5), (6, 127)]) == [127 << 7 | 5])
  }

  @Test func `Registered and non-registered parameters are told apart, the last selected counts`() {
    let stream: [(UInt8, UInt8)] = [(99, 0), (98, 1), (101, 0), (100, 1), (6, 3), (98, 1), (6, 4)]
    #expect(positions(.rpn(1), stream) == [3 << 7])
    #expect(positions(.nrpn(1), stream) == [4 << 7])
  }

  @Test(
    arguments: [
      [(101, 127), (100, 127)], [(99, 127), (98, 127)], [(121, 0)],
    ] as [[(UInt8, UInt8)]])
  func `Null selects nothing, and so does a reset`(deselection: [(UInt8, UInt8)]) {
    let stream = [(101, 0), (100, 0), (6, 2)] + deselection + [(6, 99), (38, 1), (96, 0), (97, 0)]
    #expect(positions(.rpn(0), stream) == [256])
    #expect(moves(stream).allSatisfy { $0.kind == .rpn(0) || $0.kind == .cc14(6) })
  }

  @Test func `Half a number selects nothing, and data without a parameter move none`() {
    #expect(moves([(101, 0), (6, 1)]) == [ControllerMove(one, .cc14(6), .position(128))])
    #expect(moves([(99, 0), (96, 0)]).isEmpty)
  }

  @Test func `Increment and decrement are steps, whatever their data byte says`() {
    let steps = moves([(99, 0), (98, 5), (96, 0), (96, 127), (97, 1)])
    #expect(steps.map(\.amount) == [.steps(1), .steps(1), .steps(-1)])
    #expect(steps.allSatisfy { $0.kind == .nrpn(5) })
  }

  @Test func `A parameter begins without the halves of the one before`() {
    let stream: [(UInt8, UInt8)] = [(99, 0), (98, 1), (6, 64), (38, 100), (98, 2), (6, 3)]
    #expect(positions(.nrpn(2), stream) == [3 << 7])
  }

  @Test func `A parameter selected again for each value keeps its halves, nulls between or not`() {
    let first: [(UInt8, UInt8)] = [(99, 0), (98, 1), (6, 65), (38, 0), (99, 127), (98, 127)]
    let second: [(UInt8, UInt8)] = [(99, 0), (98, 1), (6, 64), (38, 100)]
    #expect(positions(.nrpn(1), first + second) == [65 << 7, 65 << 7, 64 << 7 | 127, 64 << 7 | 100])
  }

  @Test func `A bend range is set and not swept: without its LSB it is whole`() {
    let selection: [(UInt8, UInt8)] = [(101, 0), (100, 0)]
    let twice = selection + [(6, 12), (38, 0)] + selection + [(6, 2)]
    #expect(positions(.rpn(0), twice) == [12 << 7, 12 << 7, 2 << 7])
    #expect(positions(.rpn(0), selection + [(6, 2), (38, 50), (6, 2)]) == [256, 306, 256])
    #expect(positions(.rpn(0), selection + [(38, 50), (6, 2), (6, 1)]) == [306, 128], "LSB first")
  }

  @Test func `What only carries a part says so`() {
    let parts = (0...127 as ClosedRange<UInt8>).filter {
      ControllerMove(one, .cc($0), .position(0)).isPart
    }
    #expect(parts == [6] + Array(32...63) + Array(96...101))
    #expect(!ControllerMove(one, .cc14(6), .position(0)).isPart)
  }
}

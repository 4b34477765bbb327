import SpinetMotion
import SpinetText
import SystemPackage

/// The positions of the channels in one scan of the buffer.
struct IIOLayout {
  private struct Field {
    let element: ScanElement
    let offset: Int
    /// The number of the channel in its device.
    let channel: Int
  }

  private let fields: [Field]
  private let channelCount: Int
  /// The size of one scan.
  let byteCount: Int
  /// The files that turn a channel of the scan on or off, and whether the channel is used here.
  let switches: [(file: FilePath, isWanted: Bool)]

  /// Channels are in the order of their indices, each at a multiple of its own size.
  init(_ device: IIODevice) {
    let folder = device.path.appending("scan_elements")
    channelCount = device.channels.count
    let ours = Set(device.channels.map { "\($0.file)_en" })
    let files = (try? folder.entries()) ?? []
    switches = files.filter { $0.hasSuffix("_en") }.map { (folder.appending($0), ours.contains($0)) }
    let found = device.channels.indices.compactMap { number -> (index: Double, field: (ScanElement, Int))? in
      let file = device.channels[number].file
      guard let index = IIODevice.number(folder.appending("\(file)_index")),
        let element = folder.appending("\(file)_type").trimmedText.flatMap(ScanElement.init)
      else { return nil }
      return (index, (element, number))
    }
    var fields: [Field] = []
    var end = 0
    for (element, number) in found.sorted(by: { $0.index < $1.index }).map(\.field) {
      let offset = Self.aligned(end, to: element.byteCount)
      fields.append(Field(element: element, offset: offset, channel: number))
      end = offset + element.byteCount
    }
    self.fields = fields
    byteCount = Self.aligned(end, to: fields.map(\.element.byteCount).max() ?? 1)
  }

  /// Whether every channel has a field.
  var isComplete: Bool { !fields.isEmpty && fields.count == channelCount }

  /// The numbers of the channels in one scan.
  func numbers(_ scan: some Collection<UInt8>) -> [Double] {
    let scan = Array(scan)
    var numbers = [Double](repeating: 0, count: channelCount)
    for field in fields {
      numbers[field.channel] = field.element.number(
        scan[field.offset..<field.offset + field.element.byteCount])
    }
    return numbers
  }

  private static func aligned(_ offset: Int, to size: Int) -> Int { (offset + size - 1) / size * size }
}

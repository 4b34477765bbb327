import CShipped

extension ShippedFile {
  /// The files inside the binary, in the order of their paths.
  static var all: [ShippedFile] { (0..<shipped_file_count).map { shipped_file($0).pointee } }

  /// As in the repository.
  var pathInRepository: String { String(cString: path) }

  var content: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: count)) }
}

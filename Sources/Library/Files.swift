import Glibc

/// Larger files are no mapping, patch or score; a device such as `/dev/zero` would never end.
private let byteLimit = 64 << 20

/// The whole of a file, by open(2) and read(2); pipes are read to their end. Blocks.
public func readFile(_ path: String) throws(LibraryError) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw LibraryError(path: path, errno: errno) }
  defer { close(descriptor) }
  var content: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count == 0 { return content }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { throw LibraryError(path: path, errno: errno) }
    content += buffer[..<count]
    guard content.count <= byteLimit else { throw LibraryError(path: path, reason: "larger than 64 MB") }
  }
}

/// Whether something is there to be read: a file, a pipe, but no folder.
func isFile(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
}

/// The names in a folder in no order, by readdir(3); none if there is no such folder.
func fileNames(inFolder path: String) throws(LibraryError) -> [String] {
  guard let folder = opendir(path) else {
    guard errno == ENOENT else { throw LibraryError(path: path, errno: errno) }
    return []
  }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    names.append(
      withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      })
  }
  return names
}

extension LibraryError {
  fileprivate init(path: String, errno: CInt) {
    self.init(path: path, reason: String(cString: strerror(errno)))
  }
}

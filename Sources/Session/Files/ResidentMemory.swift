import Glibc

/// The memory that the process uses.
package enum ResidentMemory {
  /// In bytes, from proc(5); nil where proc is not mounted.
  static var bytes: Int? {
    guard let file = fopen("/proc/self/statm", "r") else { return nil }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 128)
    guard fgets(&text, 128, file) != nil else { return nil }
    let words = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .split(separator: " ")
    return words.dropFirst().first.flatMap { Int($0) }.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
  }

  /// `5 parts are prepared; the process has 61 MB of memory`
  static func remark(_ prepared: String) -> String? {
    bytes.map { "\(prepared) are prepared; the process has \(($0 + 500_000) / 1_000_000) MB of memory" }
  }

  /// From now on large pieces, such as samples, go back to the system when they are freed. The allocator would raise its
  /// limit for them with each one that is freed, up to 32 MB, and keep the rest in the heap of the thread that has loaded
  /// it. It changes the whole process, so a program calls it, never a module.
  package static func returnLargePieces() {
    typealias Option = @convention(c) (Int32, Int32) -> Int32
    // glibc's mallopt(3), in a header that Swift does not import.
    guard let set = dlsym(nil, "mallopt") else { return }
    let (trimThreshold, mapThreshold): (Int32, Int32) = (-1, -3)
    for option in [trimThreshold, mapThreshold] { _ = unsafeBitCast(set, to: Option.self)(option, 1 << 17) }
  }

  /// Gives memory that is free back to the system. The allocator keeps what was freed, in the heap of each thread that
  /// has allocated something, in case it is needed again. Takes milliseconds.
  static func giveBack() {
    typealias Trim = @convention(c) (Int) -> Int32
    // glibc's malloc_trim(3), in a header that Swift does not import.
    guard let trim = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(trim, to: Trim.self)(0)
  }
}

import Foundation

/// What the figures were measured on.
enum Machine {
  /// The processors, what Spinet makes of them, and the day.
  static var description: String {
    let name = field("model name") ?? "unknown processor"
    let day = ISO8601DateFormatter.string(from: Date(), timeZone: .current, formatOptions: .withFullDate)
    return "\(day), \(name), \(ProcessInfo.processInfo.activeProcessorCount) processors"
  }

  /// How Debian calls the kind of machine in the folders of its libraries.
  static var triplet: String {
    #if arch(arm64)
      "aarch64-linux-gnu"
    #else
      "x86_64-linux-gnu"
    #endif
  }

  /// The flags with which a C compiler writes for the instructions that Spinet uses here.
  static var compilerFlags: [String] { hasAVX2 ? ["-march=x86-64-v3"] : [] }

  private static var hasAVX2: Bool {
    field("flags")?.split(separator: " ").contains("avx2") ?? false
  }

  /// Does `work` on one processor alone, without a name the last of those at hand; programs and threads that are
  /// started there stay there.
  static func pinned<Result>(to processor: String? = nil, _ work: () throws -> Result) throws -> Result {
    let all = field("Cpus_allowed_list", in: "/proc/self/status") ?? "0"
    let last = all.split { !$0.isNumber }.last ?? "0"
    try keepMainThread(on: processor ?? String(last))
    defer { try? keepMainThread(on: all) }
    return try work()
  }

  private static func keepMainThread(on processors: String) throws {
    try Run(["/usr/bin/taskset", "-cp", processors, "\(getpid())"]).succeed()
  }

  private static func field(_ name: String, in file: String = "/proc/cpuinfo") -> String? {
    let info = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return info.split(separator: "\n").first { $0.hasPrefix(name) }?
      .split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
  }
}

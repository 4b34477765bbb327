import Foundation

/// What the figures were measured on.
enum Machine {
  static var description: String {
    let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = info.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = model?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? "unknown processor"
    return "\(name), \(ProcessInfo.processInfo.activeProcessorCount) processors"
  }
}

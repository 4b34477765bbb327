import Foundation

/// What shells offer where a port is to be named.
extension Stage {
  func completing() {
    scenario("Shells complete the name of a controller that is plugged in") {
      let folder = "/tmp/hardware/completions"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let completes = hotplug.replacing(/Hardware\/hotplug$/, with: "Package/completes")
      let path = "PATH=\(NSString(string: spinet).deletingLastPathComponent):/usr/sbin:/usr/bin:/sbin:/bin"
      for shell in ["bash", "zsh", "fish"] {
        let script = "\(folder)/_spinet"
        try Program.run(spinet, "--generate-completion-script", shell)
          .write(toFile: script, atomically: true, encoding: .utf8)
        // As it has to be typed, so that it stays one word.
        try Program.run("env", path, completes, shell, script, "spinet play --connect Laun", #"Launch\ Key"#)
      }
    }
  }
}

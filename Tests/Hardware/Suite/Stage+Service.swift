import Foundation

extension Stage {
  /// Spinet as systemd starts it when a user logs in: the package's unit, with a line for the sound card as the manual
  /// tells it.
  func service() {
    scenario("The user's service plays from login on, again after a crash, and ends with status 0") {
      stopInstrument()
      try restartRecording()
      try writeUnit()
      try Program.run("systemctl", "--user", "enable", Self.unit)
      let login = try Self.logIn()
      defer { login.stop() }
      try expectNote(from: login)
      let first = try Self.show("MainPID")
      try Program.run("systemctl", "--user", "kill", "--signal=KILL", Self.unit)
      let isAnother = soon(seconds: 20) {
        (try? Self.show("MainPID")).map { $0 != first && $0 != "0" } ?? false
      }
      try expect(isAnother, seen: "none", expected: "another process than \(first)")
      try expectNote(from: login)
      try Program.run("systemctl", "--user", "stop", Self.unit)
      let end = try Self.show("ActiveState") + " " + Self.show("Result") + " " + Self.show("ExecMainStatus")
      try expect(end == "inactive success 0", seen: end, expected: "inactive success 0")
    }
  }

  private static let unit = "spinet.service"
  private static let units = "/tmp/hardware/config/systemd/user"

  /// The unit of the package, for this binary, and what a user adds by `systemctl --user edit`.
  private func writeUnit() throws {
    let additions = "\(Self.units)/\(Self.unit).d"
    try FileManager.default.createDirectory(atPath: additions, withIntermediateDirectories: true)
    let package = hotplug.replacing(/Tests\/Hardware\/hotplug$/, with: "examples/debian/\(Self.unit)")
    try String(contentsOfFile: package, encoding: .utf8).replacing("/usr/bin/spinet", with: spinet)
      .write(toFile: "\(Self.units)/\(Self.unit)", atomically: true, encoding: .utf8)
    let words = [spinet, "play", Stage.patch, "--no-terminal"] + Stage.playback
    // The settings and the recording of these scenarios are in /tmp.
    try "[Service]\nPrivateTmp=no\nExecStart=\nExecStart=\(words.joined(separator: " "))\n"
      .write(toFile: "\(additions)/override.conf", atomically: true, encoding: .utf8)
  }

  /// Starts the user's systemd in a group of processes of its own, as a login does. It closes all that it inherits, by
  /// which a program's end is known here, so a shell stays around it.
  private static func logIn() throws -> Program {
    try Program([
      "sh", "-c",
      """
      groups=/sys/fs/cgroup
      [ -e $groups/cgroup.procs ] || mount -t cgroup2 none $groups
      mkdir -p $groups/spinet-login /run/systemd/system
      echo $$ > $groups/spinet-login/cgroup.procs
      /lib/systemd/systemd --user &
      trap "kill $!" TERM
      wait
      wait
      """,
    ])
  }

  private static func show(_ property: String) throws -> String {
    try Program.run("systemctl", "--user", "show", "--value", "--property=\(property)", unit).trimmed
  }

  private static var state: String {
    ["ActiveState", "SubState", "Result", "ExecMainStatus", "NRestarts", "MainPID", "LoadError"].map {
      "\($0)=\((try? show($0)) ?? "?")"
    }.joined(separator: " ")
  }

  /// The controller is connected by the service, and its note sounds.
  private func expectNote(from login: Program) throws {
    try expect(
      soon(seconds: 40) { self.isConnected },
      seen: "\(Sequencer.listing()) \(login.errors) \(Self.state)",
      expected: "\(controller.name) is connected to the service")
    try controller.send("90 45 64")
    try expectPitch(440, within: 10)
    try controller.send("80 45 00")
    try expectSilence(within: 4)
  }

  private var isConnected: Bool {
    Sequencer.clients(named: "Spinet").contains { client in
      client.ports.contains { !$0.writers.isEmpty }
    }
  }
}

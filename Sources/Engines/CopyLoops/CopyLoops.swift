import FoundationEssentials
import Glibc
import PackagePlugin

/// Gives a target the voice loops' files, so that they are compiled a second time with its flags.
///
/// A target cannot name the files of another target, and some ways of copying sources lose symbolic links.
@main struct CopyLoops: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let loops = target.directoryURL.deletingLastPathComponent().appending(path: "VoiceLoops")
    let files = try FileManager.default.contentsOfDirectory(at: loops, includingPropertiesForKeys: nil)
    return files.filter { $0.pathExtension == "swift" }
      .map { copy($0, to: context.pluginWorkDirectoryURL.appending(path: $0.lastPathComponent)) }
  }

  private func copy(_ file: URL, to copy: URL) -> Command {
    .buildCommand(
      displayName: "Copying \(file.lastPathComponent)", executable: URL(filePath: "/bin/cp"),
      arguments: [file.path(), copy.path()], inputFiles: [file], outputFiles: [copy])
  }
}

@main struct Spinet {
  static func main() {}
}

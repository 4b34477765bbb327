/// How many frames a second, and how many at once.
struct StreamFormat {
  let framesPerSecond: Double
  let largestBlock: Int

  func frames(seconds: Double) -> Int { max(1, Int(framesPerSecond * seconds)) }
}

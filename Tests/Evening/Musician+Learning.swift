import Foundation
import Scratch
import SpinetFormats
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import SpinetTools
import SystemPackage

// What the musician learns by touch, and marks.
extension Musician {
  func learn(_ action: Action, _ luck: inout SeededBytes) -> Bool {
    switch action {
    case .learnControl: beginLesson(&luck)
    case .turnLearnt: turnLearnt(&luck)
    case .markSound: markSound(&luck)
    default: false
    }
  }

  /// Widgets that are learnt, whose values go from 0 to 1.
  static let learnt = ["osc.spread", "unison.spread", "osc.fm", "filter.tracking"]
  /// The knobs that have no other use.
  static let knobs: ClosedRange<UInt8> = 21...26

  private func beginLesson(_ luck: inout SeededBytes) -> Bool {
    guard let run, let port = portToLearnOn(&luck) else { return false }
    let widget = Self.learnt[luck.number(0...Self.learnt.count - 1)]
    let knob = UInt8(luck.number(Int(Self.knobs.lowerBound)...Int(Self.knobs.upperBound)))
    lesson = Lesson(widget: widget, knob: knob, port: port, edits: files.edits, handle: run.handle)
    _ = run.handle.popHeard()
    goOn()
    return true
  }

  /// The first controller, when the sound and the mapping are those that are known here. A stage is replaced by a sound.
  private func portToLearnOn(_ luck: inout SeededBytes) -> UInt32? {
    guard let run, run.loads == 0, lesson == nil else { return nil }
    if run.sound == Home.stage { _ = load(other(&luck)) }
    return isWholeMapping && settings.sound != nil && run.sound != Home.stage ? plugged.first : nil
  }

  /// The knob is turned until the page has recognised it.
  private func goOn() {
    guard let lesson else { return }
    let isPossible = run?.handle === lesson.handle && run?.loads == 0 && settings.sound != nil && !isDone
    guard isPossible, plugged.contains(lesson.port) else {
      self.lesson = nil
      return
    }
    lesson.hear(at: world.now)
    switch lesson.state {
    case .saved(let link): keep(lesson, link)
    case .refused(let why):
      if files.edits == lesson.edits { world.fail("\(lesson.widget) cannot be learnt: \(why)") }
      self.lesson = nil
    default:
      if lesson.turns < Lesson.mostTurns {
        send(
          .controlChange(Self.channel, controller: lesson.knob, value: UInt8(10 + 4 * lesson.turns)),
          lesson.port)
      }
      lesson.turns += 1
      if lesson.turns > 3 * Lesson.mostTurns {
        return world.fail("\(lesson.widget) is not learnt: \(lesson.state)")
      }
      world.after(Lesson.secondsBetweenTurns) { [self, weak lesson] in
        if let lesson, lesson === self.lesson { goOn() }
      }
    }
  }

  private func keep(_ lesson: Lesson, _ link: TouchedLink) {
    self.lesson = nil
    let text = (try? String(contentsOfFile: link.file.string, encoding: .utf8)) ?? ""
    if link.start != 0 || link.end != 1 { world.fail("\(lesson.widget) is learnt as \(link)") }
    if !text.contains("cc \(lesson.knob):") { world.fail("what was learnt is not in the file: \(text)") }
    if let edit = files.learntEdits[lesson.port], !text.contains("# \(edit)\n") {
      world.fail("a lesson has written over edit \(edit): \(text)")
    }
    var links = files.links[lesson.port, default: [:]].filter { $0.value != lesson.widget }
    links[lesson.knob] = lesson.widget
    (files.links[lesson.port], files.linkedSince) = (links, world.now)
  }

  /// Whether the instrument plays by the mapping as it is known here.
  private var isWholeMapping: Bool {
    !files.isMappingBroken && world.now > files.linkedSince.advanced(bySeconds: 1)
  }

  private func turnLearnt(_ luck: inout SeededBytes) -> Bool {
    guard let port = portToLearnOn(&luck) else { return false }
    guard let knobs = files.links[port]?.keys.sorted() else {
      _ = beginLesson(&luck)
      return false
    }
    let knob = knobs[luck.number(0...knobs.count - 1)]
    send(.controlChange(Self.channel, controller: knob, value: UInt8(luck.number(0...127))), port)
    return true
  }

  // MARK: Marks

  private func markSound(_ luck: inout SeededBytes) -> Bool {
    guard let run else { return false }
    let (name, isOne) = (Home.sounds[luck.number(0...2)], luck.chance(0.6))
    do { try run.handle.marks.change { $0.favourite(sound: name, isOne) } } catch { world.fail("\(error)") }
    favourites.removeAll { $0 == name }
    if isOne { favourites.append(name) }
    return true
  }

  /// What was marked before is marked again.
  func checkMarks(_ handle: SessionHandle) {
    let sounds = handle.marks.marks.sounds
    if sounds != favourites { world.fail("\(sounds) are marked, not \(favourites)") }
  }
}

/// A page that learns what moves a widget, while somebody turns a knob.
final class Lesson {
  let widget: String
  let knob: UInt8
  let port: UInt32
  /// How often files had been edited when it began.
  let edits: Int
  let handle: SessionHandle
  private var lesson: TouchLesson
  var turns = 0

  static let mostTurns = 24
  static let secondsBetweenTurns = 0.04

  init(widget: String, knob: UInt8, port: UInt32, edits: Int, handle: SessionHandle) {
    (self.widget, self.knob, self.port, self.edits, self.handle) = (widget, knob, port, edits, handle)
    lesson = TouchLesson(handle.widgets)
    lesson.choose(widget)
  }

  var state: TouchLesson.State { lesson.state }

  func isTurn(_ message: MIDIMessage) -> Bool {
    if case .controlChange(_, knob, _) = message { true } else { false }
  }

  func hear(at now: HostTime) {
    for heard in handle.popHeard() where !heard.sender.isEmpty {
      let sender = LearnDialogue.Sender(name: heard.sender, names: heard.senderNames)
      lesson.take(heard.message, from: sender, at: heard.time.nanoseconds)
    }
    lesson.rest(at: now.nanoseconds)
  }
}

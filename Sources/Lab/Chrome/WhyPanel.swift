internal import Feel
internal import Kit
internal import Stage

/// The pressable parts of the release card: places on its scale, the projected rest's mark, and the
/// button that tries a parameter.
///
/// The shelf draws the card itself.
struct WhyPanel: Hashable, Sendable {
  let card: ReleaseCard
  /// The place asked about.
  let question: ReleaseCard.Question?
  /// Whether a parameter that leads there has been searched for.
  let isTried: Bool
  let frame: Rect

  static let mark = "why.mark"

  /// Whether anything on the card can be pressed; a card folded to a row is text only.
  var canBePressed: Bool { card.markFrame(in: frame) != nil }

  func declare(_ tree: inout Tree<Session.Command>) {
    var box = Box(.horizontal, height: .fill())
    box.isRoving = true
    let said = AccessibilityElement(.group, id: "why", name: card.title, value: card.sentence)
    tree.add(Node("", .none, Box(height: .fill())), said) { tree in
      for row in card.targets(in: frame) {
        tree.add(Node("", .none, box)) { tree in
          for target in row { declare(target, &tree) }
        }
      }
      if let mark = card.markFrame(in: frame) { declareMark(mark, &tree) }
      guard let button = card.tryFrame(in: frame), let other = card.other else { return }
      tree.add(
        Node(
          "why.try", .button(Push(Words.Why.tryIt, .soft)), Box(frame: button),
          tip: Words.Why.tryTip, isStop: true),
        AccessibilityElement(
          .button, name: Words.Why.tryIt, value: "\(other.title) \(other.trial?.words ?? "")"),
        [.press: .tryTrial])
    }
  }

  private func declare(_ target: ReleaseCard.Target, _ tree: inout Tree<Session.Command>) {
    let question = target.question
    let told = card.other.flatMap {
      ($0.question.index, $0.question.isOfB) == (question.index, question.isOfB) ? $0 : nil
    }
    tree.add(
      Node(
        "why.\(question.isOfB ? "b." : "")\(question.index + 1)", .none, Box(frame: target.frame),
        tip: Words.Why.tip(target.name), isStop: true, cursor: .pointer),
      AccessibilityElement(
        .button, name: target.name, value: told?.words ?? "",
        states: .init([.selected: told != nil])), [.press: .explain(question)])
  }

  private func declareMark(_ frame: Rect, _ tree: inout Tree<Session.Command>) {
    var node = Node(
      Self.mark, .none, Box(frame: frame), tip: Words.Why.markTip, isStop: true, cursor: .grab)
    node.keys = [.left, .right]
    let aimed = card.other.flatMap { $0.question.isAimed ? $0 : nil }
    tree.add(
      node,
      AccessibilityElement(
        .slider, name: Words.Why.mark, value: aimed.map { "\($0.name), \($0.words)" } ?? "",
        actions: Words.Why.aimed),
      [.slide: .aim, .key: .aim, .press: .aim])
  }
}

extension Session {
  /// The pressable parts of the card below the stage, while it explains a past release.
  var whyPanel: WhyPanel? {
    guard !window.isShow, case let layout = layout, let shelf = layout.shelf,
      let frame = layout.onShelf.whyFrame(in: shelf)
    else { return nil }
    let (run, time) = player.shown(at: now)
    let beside = player.pair?.kind
    guard let key = ReleaseCard.key(run, beside) else { return nil }
    let question = whyChoice.flatMap { $0.key == key ? $0.question : nil }
    // Not at the moment of release: the first frames of the motion take priority.
    let tries = isPaused || !isStageActive || question?.isAimed ?? false
    if let known = arranged.why, known.card.key == key, known.question == question,
      known.isTried || !tries
    {
      return WhyPanel(card: known.card, question: question, isTried: known.isTried, frame: frame)
    }
    return ReleaseCard(run, beside, at: time, about: question, tries: tries).map {
      WhyPanel(card: $0, question: question, isTried: tries, frame: frame)
    }
  }

  /// Explains what it would have taken to rest at another place, or which parameter moves the
  /// projected rest there; clears the explanation for the actual resting place.
  mutating func explain(_ question: ReleaseCard.Question?) {
    guard let card = arranged.why?.card, let key = card.key else { return }
    whyChoice = question.flatMap { question in
      let side = question.isOfB ? card.b : card.a
      return question.index == side?.index ? nil : (key, question)
    }
  }

  /// Drags the projected rest's mark to another place, or moves it by arrow keys; ending the drag,
  /// or Return, tries it.
  mutating func aim(_ gesture: Gesture) {
    guard let why = arranged.why, let own = why.card.a.index else { return }
    let aimed = whyChoice.flatMap {
      $0.key == why.card.key && $0.question.isAimed ? $0.question.index : nil
    }
    switch gesture {
    case .slid(.moved(let way)):
      explain(why.card.place(draggedBy: way.x, in: why.frame).map { .init($0, isAimed: true) })
    case .keyed(let key):
      let next = why.card.place(after: aimed ?? own, by: key.key == .left ? -1 : 1)
      if let next { explain(.init(next, isAimed: true)) }
    case .slid(.cancelled): explain(nil)
    // A slide that ends on the mark also counts as a press, but by then there is nothing left to
    // try.
    case .slid(.ended), .pressed: if aimed != nil { tryTrial() }
    default: break
    }
  }

  /// Sets the parameter that sends the last release elsewhere, and reruns its take.
  mutating func tryTrial() {
    guard let other = arranged.why?.card.other else { return }
    explain(nil)
    guard let trial = other.trial else {
      return say(Words.Why.nothingLeads(to: other.name))
    }
    perform(.begin)
    apply(.parameter(trial.key, trial.value))
    perform(.rerun)
    notices.offer = .changed(trial.deed, at: now)
  }
}

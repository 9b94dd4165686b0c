internal import Feel
internal import FeelTrace
internal import Stage

extension Session {
  /// What everything was before it was reset.
  struct BeforeReset: Hashable, Sendable {
    fileprivate let parameters: [String: ParameterSet]
    fileprivate let speed: Double
    fileprivate let isPaused: Bool
  }

  /// Gives every parameter of every scene its default, and the stage its start and its speed; for some seconds there is an offer to take it back.
  mutating func resetEverything() {
    let all = shelf.merging([sceneType.id: parameters]) { $1 }
    beforeReset = BeforeReset(parameters: all, speed: speed, isPaused: isPaused)
    recordEdit()
    shelf.removeAll()
    take(ParameterSet(sceneType.parameters))
    apply(.speed(1))
    apply(.pause(false))
    apply(.reset)
    chrome.offer = UndoOffer("Everything is as it was at the start", at: now)
  }

  /// Takes a reset of everything back, while that is offered: the parameters of all scenes, speed and pause; returns whether it was.
  mutating func undoReset() -> Bool {
    guard chrome.offer != nil, let before = beforeReset else { return false }
    (chrome.offer, beforeReset) = (nil, nil)
    recordEdit()
    shelf = before.parameters
    take(shelf.removeValue(forKey: sceneType.id) ?? ParameterSet(sceneType.parameters))
    apply(.speed(before.speed))
    apply(.pause(before.isPaused))
    return true
  }

  /// Gives the offer the pointer; returns whether that was its.
  mutating func takeOffer(_ sample: PointerSample) -> Bool {
    guard var offer = chrome.offer else { return false }
    // A hand that holds something passes over it without touching it.
    guard offer.strip.isHeld || !isHandBusy else { return false }
    let outcome = offer.strip.handle(sample, above: offerStage)
    chrome.offer = offer
    if outcome == .clicked { _ = undoReset() }
    return outcome != .passed
  }

  /// The part of the stage above whose end the offer is.
  private var offerStage: Rect { chrome.offerStage(in: size) }

  /// What the offer says, to who cannot see it.
  var offerElements: [AccessibilityElement] {
    guard let offer = chrome.offer else { return [] }
    return [
      AccessibilityElement(
        .button, id: "offer.undo", name: "Undo", value: offer.text,
        spoken: "\(offer.text), Undo", actions: [.init("Ctrl+Z", "take it back")],
        frame: offer.strip.buttonFrame(above: offerStage))
    ]
  }
}

internal import FeelFiles
internal import Glibc
internal import Lab
internal import Stage
internal import Synchronization
internal import XWindow

/// Judges takes of a program that is watched, one at a time, beside the window, which goes on meanwhile.
final class TakeJudge: Sendable {
  /// How much less than the window it gets of the processor where there is not enough for both, as a nice value.
  private static let niceness: Int32 = 10

  private enum Work: Sendable {
    case none, underWay
    case done(TakeJudgement)
  }

  private let work = Mutex(Work.none)

  /// What has become of a take, once; and begins with the next one that a session has.
  func news(for session: Session, _ waker: Waker) -> TakeJudgement? {
    let isFree: Bool
    let judgement: TakeJudgement?
    (isFree, judgement) = work.withLock { work in
      switch work {
      case .none: return (true, nil)
      case .underWay: return (false, nil)
      case .done(let judgement):
        work = .none
        return (false, judgement)
      }
    }
    if isFree, let take = session.unjudgedTake { begin(take, waker) }
    return judgement
  }

  private func begin(_ take: Take, _ waker: Waker) {
    work.withLock { $0 = .underWay }
    let thread = WorkThread {
      // On Linux it holds for this thread alone.
      _ = nice(Self.niceness)
      let judgement = TakeJudgement(take)
      self.work.withLock { $0 = .done(judgement) }
      waker.wake()
    }
    // It is tried again with whatever happens next.
    if thread == nil { work.withLock { $0 = .none } }
  }
}

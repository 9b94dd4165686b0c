public import Feel
public import Raster

extension ControlState {
  /// The colour that goes with the word; the word is what says it.
  public func color(in theme: Theme) -> Color {
    switch self {
    case .idle: theme.secondaryText
    case .pressed, .tracking: theme.accent
    case .rubber: theme.warning
    case .decelerating, .bouncing: theme.velocity
    case .snapping, .programmatic: theme.prediction
    case .cancelled: theme.danger
    }
  }
}

/// The shape of the pointer over a location.
public enum Cursor: String, Hashable, Sendable, CaseIterable {
  /// The arrow.
  case arrow
  /// An open hand, over what can be dragged.
  case grab
  /// A closed hand, while something is dragged.
  case grabbing
  /// Left and right arrows, over a slider.
  case resizeHorizontal
  /// Up and down arrows, over a line that can be moved.
  case resizeVertical
  /// A pointing hand, over what can be clicked.
  case pointer
  /// A cross, over a plot.
  case crosshair
  /// A bar, over text that can be edited.
  case text
}

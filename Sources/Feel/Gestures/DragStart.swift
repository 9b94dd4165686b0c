/// How a drag of content begins: its slop, and the location from which it counts.
public struct DragStart: Hashable, Sendable {
  /// What is subtracted from the pointer's travel because of the slop.
  public enum Deduction: String, Hashable, Sendable, CaseIterable {
    /// The slop itself: the content starts from rest and loses nothing more.
    case slop
    /// Nothing: the content jumps to the finger when the drag is recognised, as in GTK.
    case nothing
    /// The travel up to the sample before the one past the slop; the first sample never begins a
    /// drag. As in libadwaita.
    case travelBefore = "travel-before"
    /// The travel up to the sample after the one past the slop, with which the drag begins. As in
    /// Qt Quick.
    ///
    /// The velocity estimator's grouping of samples applies here too.
    case travelAfter = "travel-after"
  }

  /// How far the pointer may drift before it is a drag; `nil` for the control's own slop.
  public var slop: Slop?
  /// What is subtracted from the pointer's travel.
  public var deduction: Deduction
  /// The minimum travel of the pointer for a release to fling, in points.
  public var minimumFlingTravel: Double
  /// Whether travel past an edge counts: the pointer must come back as far before the content
  /// moves.
  ///
  /// This only makes a difference where content does not move past its edge.
  public var countsTravelPastEdge: Bool

  /// Creates a rule; by default the control's own slop applies and is subtracted.
  public init(
    slop: Slop? = nil, deduction: Deduction = .slop, minimumFlingTravel: Double = 0,
    countsTravelPastEdge: Bool = true
  ) {
    (self.slop, self.deduction) = (slop, deduction)
    self.minimumFlingTravel = minimumFlingTravel
    self.countsTravelPastEdge = countsTravelPastEdge
  }

  private enum Kind: String, CaseIterable { case control, own }

  mutating func walk(_ walk: inout Walk) {
    var kind = slop == nil ? Kind.control : .own
    var (mouse, touch) = (slop?.mouse ?? Slop.scrolling.mouse, slop?.touch ?? Slop.scrolling.touch)
    let key = "physics.drag.slop"
    walk.choice(
      key, "Slop", &kind,
      doc: "How far a pointer may drift before it drags: the control’s own slop, or this one.")
    walk.when(key, is: Kind.own)
    walk.number(
      "physics.drag.slop.mouse", "Mouse", unit: "pt", 0...60, &mouse, title: "Slop, mouse",
      doc: "How far a mouse may drift.")
    walk.number(
      "physics.drag.slop.touch", "Finger", unit: "pt", 0...60, &touch, title: "Slop, finger",
      doc: "How far a finger may drift.")
    walk.condition = nil
    slop = kind == .control ? nil : Slop(mouse: mouse, touch: touch)
    walk.choice(
      "physics.drag.deduction", "Subtract", &deduction, title: "Drag, subtracted",
      doc: "Travel that does not move the content: the slop, none, or all up to the "
        + "sample before or after the one past the slop.")
    walk.number(
      "physics.drag.minimumFling", "Minimum to fling", unit: "pt", 0...200, &minimumFlingTravel,
      title: "Drag, minimum to fling", doc: "Minimum pointer travel for a release to fling.")
    walk.flag(
      "physics.drag.pastEdge", "Count past edge", &countsTravelPastEdge,
      title: "Drag counts past the edge",
      doc: "The pointer must come back as far as it went past an edge.")
  }
}

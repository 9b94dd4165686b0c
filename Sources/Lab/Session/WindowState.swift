internal import Feel
internal import Stage
internal import TextLayout

/// What the window is: how large, how it looks, which panels are open, and what its host says of it.
struct WindowState: Sendable {
  var size: Size
  var scale: Double
  var theme: Theme.Name
  var reducedMotion: Bool
  /// How fast and how steady the hand with the mouse is.
  var pointerSettings = PointerSettings()
  /// What the host draws with, once it has said so.
  var fonts: FontBook?
  /// The preferences that nothing but the window knows, as far as they were set.
  var preferences: [Preference: ParameterValue] = [:]
  var overlays: Set<Overlay> = []
  var isInspectorOpen = false
  var isTimelineOpen = false
  /// Whether the stage is shown alone, with the pointer and a caption: what one projects and films.
  var isShow = false
  var panels = PanelSizes()
  var isRecording = false
  /// Whether the host has a recorded session that can be shown again.
  var hasRecording = false
  /// How the stage is while a recorded session is shown, whatever room the window has.
  var recordedStage: StagePlace?

  /// Becomes a window without panels whose stage has a size, in points.
  mutating func leaveStageAlone(as stage: Size) {
    (isInspectorOpen, isTimelineOpen, isShow) = (false, false, false)
    recordedStage = StagePlace(stage, scale: scale)
    size = Layout.windowSize(for: stage, shelf, showsTimeline: false)
  }

  var shelf: Shelf { Shelf(overlays, explains: panels.explains) }

  /// Whether the timeline is in sight: in a narrow window the parameters lie in its place.
  var showsTimeline: Bool { layout.timeline != nil }

  var layout: Layout {
    var layout =
      isShow
      ? Layout(stageAlone: size, shelf)
      : Layout(
        size, panels, shelf, hasInspector: isInspectorOpen, hasTimeline: isTimelineOpen)
    if let recordedStage { layout.stage.size = recordedStage.size }
    return layout
  }
}

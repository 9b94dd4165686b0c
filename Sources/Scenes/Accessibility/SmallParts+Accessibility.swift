internal import Feel
internal import Stage

extension ButtonPart {
  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let element = AccessibilityElement(
      .button, id: "button.\(name)", name: name, states: push.isHeld ? [.pressed] : [],
      actions: [.init("Space, Return", "press")], frame: push.frame)
    return [element.announcing(nil)]
  }
}

extension CheckPart {
  func accessibility(at now: Instant) -> [AccessibilityElement] {
    [
      AccessibilityElement(
        .switch, id: "switch.\(label)", name: label, value: isOn ? "on" : "off",
        states: isOn ? [.checked] : [], actions: [.init("Space, Return", "turn on, off")],
        frame: push.frame)
    ]
  }
}

extension FieldPart {
  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let element = AccessibilityElement(
      .textField, id: "field.\(label)", name: label, value: field.message ?? field.text,
      in: field.range,
      states: field.message == nil ? [] : [.invalid],
      actions: [.init("0 … 9", "type"), .init("Return", "go there")], frame: push.frame)
    return [element.announcing(element.value.isEmpty ? nil : element.spoken)]
  }
}

internal import Feel
internal import Stage
internal import TextLayout

/// Where the number of a field stands in it: at the right, before its unit where there is room for that.
struct FieldText {
  /// Whether the unit is shown.
  let hasUnit: Bool
  /// The place of the number, as high as the field, in points.
  let frame: Rect

  init(_ text: String, of number: ShownNumber, in field: Rect, _ fonts: FontBook) {
    func width(_ text: String, _ style: TextStyle) -> Double {
      text.isEmpty ? 0 : fonts.layout(text, style).width
    }
    let unit = number.parameter.unit
    let (length, unitWidth) = (width(text, .body), width(unit, .small) + 4)
    hasUnit =
      !unit.isEmpty && number.number < .infinity && length + unitWidth <= field.width - 14
    let right = field.maxX - 8 - (hasUnit ? unitWidth : 0)
    let start = max(field.minX + 6, right - length)
    frame = Rect(x: start, y: field.minY, width: right - start, height: field.height)
  }
}

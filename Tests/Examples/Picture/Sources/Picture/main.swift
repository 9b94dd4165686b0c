import FeelGeometry
import Glibc
import ImageFile
import Raster

// Draws a button three quarters through a hold, without a display, into picture.png or the given
// file.

let (width, height, scale) = (400, 400, 2.0)
let centre = Vector(100, 100)
let blue = Color(rgb: 0x1A5FB4)

var list = DisplayList(scale: scale, background: Color(rgb: 0xFAFAFA))
let button = Rect(center: centre, size: Size(112, 112))
list.append(.shadow(button, radius: 56, blur: 18, Color(rgb: 0x1A5FB4)))
list.append(.circle(center: centre, radius: 56, .solid(Color(rgb: 0xFFFFFF))))
// The ring starts at the top; angles increase clockwise, since y increases downwards.
var ring = Path()
ring.arc(center: centre, radius: 44, from: -.pi / 2, sweep: 1.5 * .pi)
list.append(.stroke(ring, Stroke(width: 8, cap: .round), .solid(blue)))
list.append(.circle(center: centre, radius: 24, .solid(blue)))

/// A display list's pixels, 0x00RRGGBB, row by row.
func drawn(_ list: DisplayList) -> [UInt32] {
  // There is no text, so no glyph outlines are needed.
  let renderer = Renderer { _, _, _ in Path() }
  var pixels = [UInt32](repeating: 0, count: width * height)
  var span = pixels.mutableSpan
  renderer.draw(list, into: &span, width: width, height: height, stride: width)
  return pixels
}

let path = CommandLine.arguments.dropFirst().first ?? "picture.png"
let file = PNGEncoder().encode(width: width, height: height, pixels: drawn(list))
guard let output = fopen(path, "wb"), fwrite(file, 1, file.count, output) == file.count,
  fclose(output) == 0
else {
  perror(path)
  exit(1)
}
print("\(path): \(width) by \(height) pixels, \(file.count) bytes")

import FeelGeometry
import Glibc
import ImageFile
import Raster

// A button that is held down, three quarters of the way, drawn without a display: picture.png, or
// the file that is named.

let (width, height, scale) = (400, 400, 2.0)
let centre = Vector(100, 100)
let blue = Color(rgb: 0x1A5FB4)

var list = DisplayList(scale: scale, background: Color(rgb: 0xFAFAFA))
let button = Rect(center: centre, size: Size(112, 112))
list.append(.shadow(button, radius: 56, blur: 18, Color(rgb: 0x1A5FB4)))
list.append(.circle(center: centre, radius: 56, .solid(Color(rgb: 0xFFFFFF))))
// The ring begins at the top; angles grow clockwise, as y does downwards.
var ring = Path()
ring.arc(center: centre, radius: 44, from: -.pi / 2, sweep: 1.5 * .pi)
list.append(.stroke(ring, Stroke(width: 8, cap: .round), .solid(blue)))
list.append(.circle(center: centre, radius: 24, .solid(blue)))

/// The pixels of a list, 0x00RRGGBB, row by row.
func drawn(_ list: DisplayList) -> [UInt32] {
  // It has no letters, so no font is asked for their outlines.
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

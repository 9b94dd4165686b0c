package import Feel
package import Raster

extension Path {
  /// Adds a box, so that many bars of one colour are one shape.
  package mutating func add(_ box: Rect) {
    move(to: box.origin)
    line(to: Vector(box.maxX, box.minY))
    line(to: Vector(box.maxX, box.maxY))
    line(to: Vector(box.minX, box.maxY))
    close()
  }
}

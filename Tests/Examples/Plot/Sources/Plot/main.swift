import Feel

// Plots one flick under the physics of two systems, as positions over time, in the terminal.

let (columns, rows) = (64, 16)
let extent = ScrollExtent(maximum: 1600, viewport: 400)
let velocity = 2600.0
let systems: [(mark: Character, id: String)] = [("o", "uikit"), ("x", "android")]

let flings = systems.compactMap { system in
  ScrollPreset.named(system.id).map { preset in
    (system: system, motion: preset.physics.release(from: 0, velocity: velocity, in: extent))
  }
}
let duration = flings.map(\.motion.duration).max() ?? 0
let farthest = flings.map(\.motion.restPosition).max() ?? 0

// A motion is a closed form: it can be evaluated at any time, in any order.
var chart = [[Character]](repeating: [Character](repeating: " ", count: columns), count: rows)
for (system, motion) in flings {
  for column in 0..<columns {
    let time = duration * Double(column) / Double(columns - 1)
    let height = motion.value(at: time) / farthest * Double(rows - 1)
    let row = rows - 1 - min(max(Int(height.rounded()), 0), rows - 1)
    chart[row][column] = system.mark
  }
}
for row in chart { print("|" + String(row)) }
print("+" + String(repeating: "-", count: columns))
for (system, motion) in flings {
  let (rest, time) = (Int(motion.restPosition.rounded()), Int((motion.duration * 1000).rounded()))
  print("\(system.mark) \(system.id): \(rest) pt in \(time) ms")
}

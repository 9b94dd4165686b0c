// swift-tools-version: 6.3
import PackageDescription

// Applied to every Swift target, so that the compiler enforces these rules.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
// For targets that touch raw memory: every such use must be marked `unsafe`.
let memory: [SwiftSetting] = strict + [.strictMemorySafety()]
// For the command line, the window's loop and the test suites: they compute little, and optimising
// them costs more time than it saves. They compile file by file on all cores, and only what
// changed.
let unoptimised: [SwiftSetting] = [
  .unsafeFlags(["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"])
]
let suite = strict + unoptimised

let package = Package(
  name: "feel-lab",
  // No `.executable` product: it would make every user of the engine fetch the argument parser.
  products: [
    .library(name: "Feel", targets: ["Feel"]),
    .library(name: "FeelRaster", targets: ["Raster"]),
    .library(name: "FeelImageFile", targets: ["ImageFile"]),
    .library(
      name: "FeelLab",
      targets: ["FeelTrace", "Observe", "TextLayout", "Stage", "Scenes", "Lab", "XWindow"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .target(name: "FeelGeometry", swiftSettings: strict),
    .target(name: "Feel", dependencies: ["FeelGeometry"], swiftSettings: strict),
    .target(name: "FeelTrace", dependencies: ["Feel"], swiftSettings: strict),
    .target(name: "Observe", dependencies: ["Feel", "FeelTrace"], swiftSettings: strict),
    .target(name: "CRaster"),
    .target(name: "Raster", dependencies: ["FeelGeometry", "CRaster"], swiftSettings: memory),
    .systemLibrary(
      name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(
      name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
    .systemLibrary(
      name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(
      name: "CFriBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "TextLayout",
      dependencies: [
        "CFreeType", "CFontconfig", "CHarfBuzz", "CFriBidi", "Raster", "FeelGeometry",
      ],
      swiftSettings: memory),
    .target(
      name: "ImageFile", dependencies: ["CZlib", "FeelGeometry"], swiftSettings: memory),
    .testTarget(
      name: "ImageFileTests", dependencies: ["ImageFile", "TestSupport"], swiftSettings: suite),
    .testTarget(
      name: "AssetsTests", dependencies: ["ImageFile", "Scenes"],
      swiftSettings: suite),
    .testTarget(
      name: "TextLayoutTests", dependencies: ["TextLayout", "Raster", "FeelGeometry"],
      swiftSettings: suite),
    .target(
      name: "Stage", dependencies: ["Feel", "FeelTrace", "Raster", "TextLayout"],
      swiftSettings: strict),
    .target(
      name: "Scenes", dependencies: ["Stage", "Feel", "FeelTrace", "Raster", "TextLayout"],
      swiftSettings: strict),
    .target(
      name: "Kit", dependencies: ["Stage", "Feel", "Raster", "TextLayout"], swiftSettings: strict),
    .target(
      name: "Lab",
      dependencies: ["Kit", "Stage", "Feel", "FeelTrace", "Observe", "Raster", "TextLayout"],
      swiftSettings: strict),
    .target(
      name: "CX11",
      linkerSettings: [.linkedLibrary("X11"), .linkedLibrary("Xext"), .linkedLibrary("dl")]),
    .target(
      name: "XWindow", dependencies: ["CX11", "Feel", "FeelGeometry"], swiftSettings: memory),
    .target(
      name: "FeelFiles",
      dependencies: [
        "Stage", "Observe", "Feel", "FeelTrace", "ImageFile", "Raster", "TextLayout", "XWindow",
      ],
      swiftSettings: memory),
    .target(
      name: "Measuring",
      dependencies: ["CX11", "FeelFiles", "Stage", "Feel", "FeelTrace", "Observe", "XWindow"],
      swiftSettings: memory),
    .target(name: "CAccessibility", linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "FeelWindow",
      dependencies: [
        "CAccessibility",
        "FeelFiles", "Scenes", "Lab", "Stage", "Observe", "Feel", "FeelTrace", "Raster",
        "TextLayout", "ImageFile", "XWindow",
      ],
      swiftSettings: memory + unoptimised),
    .executableTarget(
      name: "feellab",
      dependencies: [
        "FeelFiles", "FeelWindow", "Measuring", "Scenes", "Lab", "Stage", "Observe", "Feel",
        "FeelTrace", "Raster", "TextLayout", "XWindow", "CX11",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: memory + unoptimised),

    .target(name: "CLaws", path: "Tests/CLaws"),
    .executableTarget(
      name: "Bench",
      dependencies: [
        "FeelFiles", "FeelWindow", "Scenes", "Lab", "Stage", "Observe", "Feel", "FeelTrace",
        "Raster", "TextLayout", "CLaws",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Tests/Bench", swiftSettings: memory),
    .target(
      name: "Conformance", dependencies: ["Feel", "FeelTrace"], path: "Tests/Conformance",
      swiftSettings: strict),
    .executableTarget(
      name: "Conform",
      dependencies: [
        "Conformance", "FeelFiles", "FeelTrace",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Tests/Conform", swiftSettings: strict + unoptimised),
    .target(
      name: "TestSupport", dependencies: ["Feel", "ImageFile"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "LabTests",
      dependencies: [
        "Feel", "FeelTrace", "Kit", "Lab", "Observe", "RandomSessions", "Raster", "Scenes",
        "Stage", "TestSupport", "TextLayout",
      ],
      exclude: ["Golden"], swiftSettings: suite),
    .target(
      name: "RandomSessions",
      dependencies: ["Feel", "FeelTrace", "Lab", "Scenes", "Stage", "TestSupport"],
      path: "Tests/RandomSessions", swiftSettings: strict),
    .executableTarget(
      name: "TakeRun", dependencies: ["RandomSessions", "TestSupport"], path: "Tests/TakeRun",
      swiftSettings: strict),
    .testTarget(
      name: "FeelTests",
      dependencies: ["Feel", "ControlSequences", "TestSupport", "AllocationCounter"],
      exclude: ["Data"], swiftSettings: suite),
    .target(
      name: "ControlSequences", dependencies: ["Feel", "TestSupport"],
      path: "Tests/ControlSequences", swiftSettings: strict),
    .executableTarget(
      name: "SequenceRun", dependencies: ["ControlSequences", "Feel", "TestSupport"],
      path: "Tests/SequenceRun", swiftSettings: strict),
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .testTarget(
      name: "ConformanceTests", dependencies: ["Conformance", "FeelTrace"], exclude: ["Data"],
      swiftSettings: suite),
    .target(
      name: "RasterPictures", dependencies: ["Raster", "FeelGeometry", "TestSupport"],
      path: "Tests/RasterPictures", swiftSettings: strict),
    .testTarget(
      name: "RasterTests",
      dependencies: [
        "Raster", "CRaster", "FeelGeometry", "ImageFile", "RasterPictures", "TestSupport",
        "AllocationCounter",
      ], exclude: ["Golden"], swiftSettings: suite),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "Conformance", "Feel", "FeelGeometry", "FeelTrace", "ImageFile", "Lab", "Raster",
        "RasterPictures", "Scenes", "Stage", "TestSupport", "TextLayout",
      ], path: "Tests/Fuzz", swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "feellab", "Bench", "Conform", "Fuzz", "Feel", "FeelFiles", "FeelTrace", "FeelWindow",
        "ImageFile", "Lab", "Measuring", "Observe", "Stage", "TestSupport",
      ],
      swiftSettings: suite),
    .testTarget(
      name: "FeelTraceTests", dependencies: ["FeelTrace", "Feel", "TestSupport"],
      swiftSettings: suite),
    .testTarget(
      name: "ObserveTests",
      dependencies: ["BrokenStreams", "Observe", "FeelTrace", "Feel", "TestSupport"],
      swiftSettings: suite),
    .target(
      name: "BrokenStreams", dependencies: ["FeelTrace", "Observe", "TestSupport"],
      path: "Tests/BrokenStreams", swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "feellab", "CX11", "FeelTrace", "Measuring", "ScreenPicture", "TestSupport", "WindowProbe",
      ],
      swiftSettings: suite),
    .target(
      name: "ScreenPicture", dependencies: ["CX11"], path: "Tests/ScreenPicture",
      swiftSettings: strict),
    .executableTarget(
      name: "WindowProbe", dependencies: ["XWindow", "Feel"], path: "Tests/WindowProbe",
      swiftSettings: strict),
    .testTarget(
      name: "XWindowTests",
      dependencies: ["XWindow", "CX11", "Feel", "FeelGeometry", "TestSupport"],
      swiftSettings: suite),
  ],
  swiftLanguageModes: [.v6]
)

// FEELLAB_TEST_TARGETS restricts the build to the named test targets (space-separated) and their
// dependencies: the address sanitizer needs only three.
if let wanted = Context.environment["FEELLAB_TEST_TARGETS"] {
  var kept: Set<String> = []
  var open = wanted.split(separator: " ").map { String($0) }
  while let name = open.popLast() {
    guard let target = package.targets.first(where: { $0.name == name }),
      kept.insert(name).inserted
    else { continue }
    for case .byNameItem(let name, _) in target.dependencies { open.append(name) }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll()
}

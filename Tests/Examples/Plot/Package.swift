// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Plot",
  dependencies: [.package(name: "feel-lab", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Plot",
      dependencies: [.product(name: "Feel", package: "feel-lab")])
  ]
)

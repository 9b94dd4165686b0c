// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "OwnScene",
  dependencies: [.package(name: "feel-lab", path: "../../..")],
  targets: [
    .executableTarget(
      name: "OwnScene",
      dependencies: [.product(name: "FeelLab", package: "feel-lab")])
  ]
)

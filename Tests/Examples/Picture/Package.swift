// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Picture",
  dependencies: [.package(name: "feel-lab", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Picture",
      dependencies: [
        .product(name: "FeelRaster", package: "feel-lab"),
        .product(name: "FeelImageFile", package: "feel-lab"),
      ])
  ]
)

@_exported public import FeelGeometry

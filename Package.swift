// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: the strictest checks the compiler has, and no warning left standing.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]


let package = Package(
    name: "gallery",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "GalleryModel", swiftSettings: strict),
        .testTarget(
            name: "GalleryModelTests", dependencies: ["GalleryModel"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: the strictest compiler checks, with warnings as errors.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "gallery",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "gallery", targets: ["GalleryCLI"]),
        .library(name: "Gallery", targets: ["Basics", "Gallery", "GalleryModel"]),
        // Opened by the shims when a picture is first decoded.
        .library(name: "GalleryOpenCV", type: .dynamic, targets: ["GalleryOpenCV"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1",
            traits: ["FullFoundation"]),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(
            url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        // The modules, bottom first. docs/design.md specifies their allowed imports.
        .systemLibrary(name: "CExpat", path: "Sources/CExpat", pkgConfig: "expat"),
        .systemLibrary(name: "CGEOS", path: "Sources/CGEOS", pkgConfig: "geos"),
        .systemLibrary(name: "CLittleCMS", path: "Sources/CLittleCMS", pkgConfig: "lcms2"),
        .systemLibrary(name: "COpenSSL", path: "Sources/COpenSSL", pkgConfig: "libcrypto"),
        .systemLibrary(name: "CQRencode", path: "Sources/CQRencode", pkgConfig: "libqrencode"),
        .systemLibrary(name: "CTLS", path: "Sources/CTLS", pkgConfig: "libssl"),
        .systemLibrary(name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib"),
        .target(
            name: "CCurl", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])],
            linkerSettings: [.linkedLibrary("dl")]),
        .target(
            name: "CExiv2Shim", dependencies: ["CShimGuard"],
            cxxSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])],
            linkerSettings: [.linkedLibrary("exiv2")]),
        .target(name: "CFileSystem"),
        .target(
            name: "CJPEGShim", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])],
            linkerSettings: [.linkedLibrary("jpeg")]),
        .target(
            name: "COpenCVFaceShim", dependencies: ["CShimGuard"],
            cxxSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
        .target(
            name: "COpenCVImageShim", dependencies: ["CShimGuard"],
            cxxSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
        .target(
            name: "CShimGuard",
            cxxSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])],
            linkerSettings: [.linkedLibrary("dl")]),
        .target(
            name: "CVipsShim", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])],
            linkerSettings: [.linkedLibrary("dl")]),
        .target(
            name: "GalleryOpenCV",
            dependencies: ["COpenCVFaceShim", "COpenCVImageShim", "CShimGuard"],
            // The folder in Debian; pkg-config's opencv4 would link every module.
            cxxSettings: [
                .unsafeFlags([
                    "-isystem", "/usr/include/opencv4", "-fvisibility=hidden", "-Wall", "-Wextra",
                    "-Werror",
                ])
            ],
            linkerSettings: [
                .linkedLibrary("opencv_core"), .linkedLibrary("opencv_dnn"),
                .linkedLibrary("opencv_imgproc"), .linkedLibrary("opencv_objdetect"),
            ]),
        .target(
            name: "Basics",
            dependencies: [
                "CFileSystem", "COpenSSL", "CQRencode", "CZlib",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: strict),
        .target(name: "GalleryModel", dependencies: ["Basics"], swiftSettings: strict),
        .target(
            name: "Transport", dependencies: ["Basics", "CCurl", "GalleryModel"],
            swiftSettings: strict),
        .target(
            name: "Imaging",
            dependencies: [
                "Basics",
                "CExiv2Shim", "CJPEGShim", "CLittleCMS", "COpenCVImageShim", "CVipsShim",
                "GalleryModel",
            ],
            swiftSettings: strict),
        .target(
            name: "Faces",
            dependencies: ["Basics", "COpenCVFaceShim", "GalleryModel", "Imaging"],
            swiftSettings: strict),
        .target(
            name: "Places", dependencies: ["Basics", "CExpat", "CGEOS", "GalleryModel"],
            swiftSettings: strict),
        .target(
            name: "PhotoSources",
            dependencies: ["Basics", "GalleryModel", "Imaging", "Transport"],
            swiftSettings: strict),
        .target(
            name: "Catalog",
            dependencies: [
                "Basics",
                "GalleryModel",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .target(
            name: "Export", dependencies: ["Basics", "GalleryModel"], swiftSettings: strict),
        .target(
            name: "Gallery",
            dependencies: [
                "Basics",
                "Catalog", "Export", "Faces", "GalleryModel", "Imaging", "PhotoSources", "Places",
                "Transport",
            ],
            swiftSettings: strict),
        .target(
            name: "GalleryWeb",
            dependencies: [
                "Basics", "CTLS", "Gallery", "GalleryModel", logging, nioCore, nioHTTP1,
                nioPosix,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict, plugins: ["EmbedFiles"]),
        .target(
            name: "GalleryCommands",
            dependencies: [
                "Basics", "Gallery", "GalleryModel", "GalleryWeb", logging, argumentParser,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "GalleryCLI", dependencies: ["GalleryCommands"], swiftSettings: strict),

        // Build tools.
        .executableTarget(
            name: "FileEmbedder", dependencies: ["CZlib"], path: "Plugins/FileEmbedder",
            swiftSettings: strict),
        .plugin(name: "EmbedFiles", capability: .buildTool(), dependencies: ["FileEmbedder"]),

        // Support for tests, the demo and the benchmarks.
        .target(
            name: "FakeFlickr", dependencies: ["Basics", nioCore, nioHTTP1, nioPosix],
            path: "Tests/FakeFlickr", swiftSettings: strict),
        .executableTarget(
            name: "fake-flickr", dependencies: ["FakeFlickr", argumentParser],
            path: "Tests/FakeFlickrServer", swiftSettings: strict),
        .executableTarget(
            name: "sample-photos",
            dependencies: ["Basics", "GalleryModel", "Imaging", "TestSupport", argumentParser],
            path: "Tests/SamplePhotos", swiftSettings: strict),
        .executableTarget(
            name: "gallery-bench",
            dependencies: [
                "Basics",
                "Catalog", "FakeFlickr", "GalleryModel", "Imaging", "PhotoSources",
                argumentParser,
            ],
            path: "Benchmarks/GalleryBench", swiftSettings: strict),
        .target(
            name: "TestSupport",
            dependencies: [
                "Basics", "CExiv2Shim", "GalleryModel", "Imaging", nioCore, nioPosix,
            ],
            path: "Tests/TestSupport", swiftSettings: strict),

        .testTarget(
            name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "BasicsTests", dependencies: ["Basics", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "CatalogTests",
            dependencies: [
                "Basics",
                "Catalog", "GalleryModel", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["schema20.sql"], swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Basics",
                "FakeFlickr", "GalleryCLI", "GalleryCommands", "GalleryModel", "Imaging",
                "TestSupport",
            ],
            exclude: [
                "OldCatalog", "city_names.py", "readme_commands.py", "shell_completion.py",
                "site_check.py", "tus_upload.py",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ExportTests",
            dependencies: ["Basics", "Export", "GalleryModel", "Imaging", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "FacesTests", dependencies: ["Basics", "Faces", "GalleryModel", "Imaging"],
            swiftSettings: strict),
        .testTarget(
            name: "FakeFlickrTests", dependencies: ["FakeFlickr", "TestSupport"],
            exclude: ["flickr_api_client.py"], swiftSettings: strict),
        .testTarget(
            name: "GalleryCommandsTests",
            dependencies: [
                "Basics", "Gallery", "GalleryCLI", "GalleryCommands", "GalleryModel", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GalleryModelTests", dependencies: ["Basics", "GalleryModel"],
            swiftSettings: strict),
        .testTarget(
            name: "GalleryTests",
            dependencies: [
                "Basics", "Catalog", "Faces", "FakeFlickr", "Gallery", "GalleryModel", "Imaging",
                "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GalleryWebTests",
            dependencies: [
                "Basics", "CTLS", "FakeFlickr", "Gallery", "GalleryModel", "GalleryWeb",
                "TestSupport", nioCore,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ImagingTests",
            dependencies: ["Basics", "GalleryModel", "Imaging", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PhotoSourcesTests",
            dependencies: [
                "Basics",
                "FakeFlickr", "GalleryModel", "Imaging", "PhotoSources", "TestSupport",
                "Transport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PlacesTests", dependencies: ["Basics", "GalleryModel", "Places"],
            exclude: ["landmarks.csv"], swiftSettings: strict),
        .testTarget(
            name: "TransportTests",
            dependencies: ["Basics", "GalleryModel", "TestSupport", "Transport"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

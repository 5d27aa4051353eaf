import Basics
import Foundation
import GalleryModel
import Places
import Testing

/// A file in its own folder; both are removed at the end.
final class IndexFile {
    let path: BytePath
    private let folder: URL

    init(_ bytes: [UInt8] = []) throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "places-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = BytePath(folder.appending(path: "places.idx").path)
        try write(bytes)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Replaces the contents of the file; an open index keeps the old ones.
    func write(_ bytes: [UInt8]) throws {
        try Data(bytes).write(
            to: folder.appending(path: "places.idx"), options: .atomic)
    }
}

/// The index shipped with the program.
enum RealIndex {
    static let path = BytePath(
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "models/places.idx").path)

    static func open() throws -> PlaceIndex { try PlaceIndex(path: path) }
}

extension PlaceLookup {
    /// Looks up a position that the test specifies.
    func place(_ latitude: Double, _ longitude: Double) throws -> Place {
        try place(
            at: try #require(Coordinate(latitude: latitude, longitude: longitude)))
    }
}

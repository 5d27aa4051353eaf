import Basics
import Foundation
import GalleryModel
import Imaging
import TestSupport

/// A program with a few photos of Debian's opencv-doc.
struct PictureScene {
    let gallery: GalleryProgram
    let photos: URL

    /// The folder of the pictures.
    static let samples = URL(fileURLWithPath: "/usr/share/doc/opencv-doc/examples/data")
    /// True if exiftool, which tests compare with, is installed.
    static let hasExiftool = FileManager.default.isExecutableFile(atPath: "/usr/bin/exiftool")

    /// Makes a program, and a folder with pictures of these names.
    init(_ names: String..., environment: [String: String] = [:]) throws {
        gallery = try GalleryProgram(environment: environment)
        photos = gallery.folder.appendingPathComponent("photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        for name in names {
            try FileManager.default.copyItem(
                at: Self.samples.appendingPathComponent(name),
                to: photos.appendingPathComponent(name))
        }
        if !names.isEmpty { try gallery.run("import", photos.path) }
    }

    /// A program with other pictures.
    init(_ gallery: GalleryProgram, photos: URL) {
        self.gallery = gallery
        self.photos = photos
    }

    /// A path in the program's working folder.
    func path(_ name: String) -> String { gallery.folder.appendingPathComponent(name).path }

    /// The bytes of a file in the program's working folder.
    func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: gallery.folder.appendingPathComponent(name))
    }

    /// The width and height of a picture, decoded.
    static func size(_ path: String) throws -> [Int] {
        let pixels = try PictureDecoder().decode(
            path: BytePath(path), as: .bgr, longEdge: nil
        ).pixels
        return [pixels.width, pixels.height]
    }

    /// The length of a file in bytes.
    static func length(_ path: String) throws -> Int {
        try Data(contentsOf: URL(fileURLWithPath: path)).count
    }

    /// Runs another program and returns its output.
    func tool(_ arguments: String...) throws -> String {
        try gallery.start(
            arguments, executable: URL(fileURLWithPath: "/usr/bin/env")
        ).wait().text
    }

    /// Writes an executable script into a new folder and returns a PATH that finds it first.
    func fake(_ name: String, _ script: String) throws -> String {
        let folder = gallery.folder.appendingPathComponent("fakes")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name)
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        return folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    }
}

extension [String: Any] {
    /// A number in a JSON object; nil if missing.
    func integer(_ key: String) -> Int? { (self[key] as? NSNumber)?.intValue }
}

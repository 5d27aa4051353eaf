import Basics
import Foundation
import GalleryModel
import Imaging
import TestSupport

/// A program with a few pictures that show something, of Debian's opencv-doc.
struct PictureScene {
    let gallery: GalleryProgram
    let photos: URL

    /// Where the pictures come from.
    static let samples = URL(fileURLWithPath: "/usr/share/doc/opencv-doc/examples/data")
    /// Whether the reader and writer of metadata is there that tests hold ours against.
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

    /// A program that has other pictures.
    init(_ gallery: GalleryProgram, photos: URL) {
        self.gallery = gallery
        self.photos = photos
    }

    /// A path in the folder that the program works in.
    func path(_ name: String) -> String { gallery.folder.appendingPathComponent(name).path }

    /// The bytes of a file in the folder that the program works in.
    func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: gallery.folder.appendingPathComponent(name))
    }

    /// The width and height of a picture, decoded.
    static func size(_ path: String) throws -> [Int] {
        let pixels = try PictureDecoder().decode(
            path: BytePath(path), as: .bgr, longestSide: nil
        ).pixels
        return [pixels.width, pixels.height]
    }

    /// The length of a file in bytes.
    static func length(_ path: String) throws -> Int {
        try Data(contentsOf: URL(fileURLWithPath: path)).count
    }

    /// Runs another program and gives what it wrote.
    func tool(_ arguments: String...) throws -> String {
        try gallery.start(
            arguments, executable: URL(fileURLWithPath: "/usr/bin/env")
        ).wait().text
    }

    /// Writes an executable script into a folder of its own and gives the PATH that finds it first.
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
    /// A number of a JSON object; nil where there is none.
    func integer(_ key: String) -> Int? { (self[key] as? NSNumber)?.intValue }
}

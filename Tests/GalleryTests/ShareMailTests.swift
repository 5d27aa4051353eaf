import Foundation
import GalleryModel
import Imaging
import Testing

import Gallery

@Suite("Photos by mail and on paper")
struct ShareMailTests {
    /// A message with its coded parts decoded.
    static func decoded(_ message: Data) throws -> [UInt8] {
        let text = String(decoding: message, as: UTF8.self)
        let parts = text.components(separatedBy: "\r\n\r\n")
        var bytes = Array(text.utf8)
        for part in parts {
            let coded = part.components(separatedBy: "\r\n--").first ?? part
            if let data = Data(base64Encoded: coded, options: .ignoreUnknownCharacters) {
                bytes += Array(data)
            }
        }
        return bytes
    }

    /// Runs a test with a photo with all metadata, and with programs that record their arguments.
    private func withPrograms(
        _ body: (EditScene, Photo, ShareOptions) async throws -> Void
    ) async throws {
        try await EditScene.with { scene async throws in
            let photo = try await scene.importing(
                SharePictures.telling(try EditPictures.jpeg(width: 600, height: 400)),
                as: "sea.jpg")
            var options = ShareOptions()
            options.environment = [
                "PATH": scene.folder + "/bin:/usr/bin:/bin", "HOME": scene.folder + "/home",
                "OUT": scene.folder,
            ]
            try FileManager.default.createDirectory(
                atPath: scene.folder + "/bin", withIntermediateDirectories: true)
            try await body(scene, photo, options)
        }
    }

    private func write(_ script: String, as name: String, _ scene: EditScene) throws {
        let path = scene.folder + "/bin/" + name
        try Data(("#!/bin/sh\n" + script).utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    @Test("a message file has the picture attached, a subject and the addresses, but no secrets")
    func message() async throws {
        try await withPrograms { scene, photo, options async throws in
            var mail = ShareMail()
            mail.path = scene.path("a.eml")
            mail.recipients = ["ana@example.org"]
            mail.date = Date(timeIntervalSince1970: 1_700_000_000)
            let summary = try await scene.gallery.shares.send(
                .photos([photo]), to: .mail(mail), options: options)
            #expect(summary.path == scene.path("a.eml"))
            let data = Data(try #require(scene.bytes("a.eml")))
            let text = String(decoding: data, as: UTF8.self)
            #expect(text.contains("To: ana@example.org\r\n"))
            #expect(text.contains("Subject: 2024-05-01-\(photo.id).jpg\r\n"))
            #expect(text.contains("X-Unsent: 1\r\n"))
            let decoded = try Self.decoded(data)
            // The picture is attached, so the scan is meaningful.
            #expect(decoded.count > data.count + 1000)
            #expect(ShareTests.found(in: decoded).isEmpty)
            let error = await #expect(throws: GalleryError.self) {
                try await scene.gallery.shares.send(
                    .photos([photo]), to: .mail(mail), options: options)
            }
            #expect(error?.message.contains("already exists") == true)
        }
    }

    @Test("a mail program is opened with the files attached, which only the user can read")
    func mailProgram() async throws {
        try await withPrograms { scene, photo, options async throws in
            try write("printf '%s\\n' \"$@\" > \"$OUT/arguments\"\n", as: "xdg-email", scene)
            var options = options
            options.environment["DISPLAY"] = ":7"
            var mail = ShareMail()
            mail.recipients = ["ana@example.org"]
            mail.subject = "$(touch x); \"quoted\""
            let old = scene.folder + "/home/.cache/gallery/share/old"
            try FileManager.default.createDirectory(
                atPath: old, withIntermediateDirectories: true)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -100_000)], ofItemAtPath: old)
            let summary = try await scene.gallery.shares.send(
                .photos([photo]), to: .mail(mail), options: options)
            #expect(summary.message?.contains("mail program") == true)
            #expect(summary.path == nil)
            let arguments = String(decoding: try #require(scene.bytes("arguments")), as: UTF8.self)
                .split(separator: "\n").map(String.init)
            let name = "2024-05-01-\(photo.id).jpg"
            let file = try #require(arguments.first { $0.hasSuffix("/\(name)") })
            #expect(
                arguments == [
                    "--utf8", "--subject", "$(touch x); \"quoted\"", "--attach", file,
                    "ana@example.org",
                ])
            let bytes = try #require(FileManager.default.contents(atPath: file))
            #expect(ShareTests.found(in: Array(bytes)).isEmpty)
            let folder = String(file.dropLast(name.count + 1))
            let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions]
            #expect(mode as? Int == 0o700)
            #expect(!FileManager.default.fileExists(atPath: old))
        }
    }

    @Test("an invalid address, or an option of another program, is refused")
    func addresses() async throws {
        try await withPrograms { scene, photo, options async throws in
            for address in ["ana", "--attach", "a@b c", "a@b,c@d", "@b", "a@", "a@b\nBcc: x@y"] {
                var mail = ShareMail()
                mail.path = scene.path("a.eml")
                mail.recipients = [address]
                let error = await #expect(throws: GalleryError.self) {
                    try await scene.gallery.shares.send(
                        .photos([photo]), to: .mail(mail), options: options)
                }
                #expect(error?.kind == .usage)
            }
            #expect(scene.bytes("a.eml") == nil)
        }
    }

    @Test("a photo is printed whole, in the requested number of copies, on the named printer")
    func printing() async throws {
        try await withPrograms { scene, photo, options async throws in
            try write(
                """
                printf '%s\\n' "$@" > "$OUT/arguments"
                for file; do :; done
                cp "$file" "$OUT/printed.jpg"
                echo 'request id is Office-1 (1 file(s))'
                """, as: "lp", scene)
            let summary = try await scene.gallery.shares.send(
                .photos([photo]), to: .printer(named: "Office", copies: 2), options: options)
            #expect(summary.shared == 1)
            #expect(summary.message == "request id is Office-1 (1 file(s))")
            let arguments = String(decoding: try #require(scene.bytes("arguments")), as: UTF8.self)
                .split(separator: "\n").map(String.init)
            let title = "2024-05-01-\(photo.id).jpg"
            #expect(arguments.dropLast() == ["-d", "Office", "-n", "2", "-t", title])
            let printed = try EditPictures.pixels(of: try #require(scene.bytes("printed.jpg")))
            #expect([printed.width, printed.height] as [Int] == [600, 400])
            // No files are left.
            #expect(scene.names(in: "home/.cache/gallery/share").isEmpty)
        }
    }

    @Test("the message of a failed lp is passed on, and a missing lp names its package")
    func printingFails() async throws {
        try await withPrograms { scene, photo, options async throws in
            try write("echo 'lp: no such printer' >&2\nexit 1\n", as: "lp", scene)
            let failed = try await scene.gallery.shares.send(
                .photos([photo]), to: .printer(), options: options)
            #expect([failed.shared, failed.failed] as [Int] == [0, 1])
            var options = options
            options.environment["PATH"] = scene.folder + "/nothing"
            let error = await #expect(throws: GalleryError.self) {
                try await scene.gallery.shares.send(
                    .photos([photo]), to: .printer(), options: options)
            }
            #expect(error?.message.contains("cups-client") == true)
        }
    }
}

import ArgumentParser
import Basics
import Foundation
import Gallery
import Testing

@testable import GalleryCommands

@Suite("Destinations of gallery share")
struct ShareDestinationTests {
    private let flags: ShareTargetFlags

    init() throws {
        flags = try ShareTargetFlags.parse(["--mail"])
    }

    @Test(
        "the extension specifies the kind",
        arguments: [
            ("out.jpg", ShareTarget.file(BytePath("out.jpg"))),
            ("a/b.JPEG", .file(BytePath("a/b.JPEG"))), ("x.webp", .file(BytePath("x.webp"))),
            ("x.png", .file(BytePath("x.png"))), ("holiday.zip", .zip(BytePath("holiday.zip"))),
            ("letter.eml", .mail(ShareDestinationTests.mail("letter.eml"))),
            ("out", .folder(BytePath("out"))),
            ("out/", .folder(BytePath("out/"))), ("v1.2/", .folder(BytePath("v1.2/"))),
            ("..", .folder(BytePath(".."))),
            ("/tmp/.hidden", .folder(BytePath("/tmp/.hidden"))),
            ("2024.05/walk", .folder(BytePath("2024.05/walk"))),
        ])
    func kinds(text: String, target: ShareTarget) throws {
        var found = try flags.target(named: text)
        if case .mail(var mail) = found, case .mail(let expected) = target {
            // The time of the call.
            mail.date = expected.date
            found = .mail(mail)
        }
        #expect(found == target)
    }

    @Test("an existing folder is a folder, whatever its extension")
    func folder() throws {
        let parent = URL.temporaryDirectory.appending(path: UUID().uuidString)
        let folder = parent.appending(path: "there.jpg")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: parent) }
        let path = folder.path(percentEncoded: false)
        #expect(try flags.target(named: path) == .folder(BytePath(path)))
    }

    @Test("a text without a known kind is refused", arguments: ["", "-", "out.txt", "a/b.tar.gz"])
    func refused(text: String) {
        #expect(throws: GalleryError.self) { try flags.target(named: text) }
    }

    private static func mail(_ path: String) -> ShareMail {
        var mail = ShareMail()
        mail.path = BytePath(path)
        return mail
    }
}

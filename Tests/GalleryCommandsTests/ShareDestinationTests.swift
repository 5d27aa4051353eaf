import Basics
import Gallery
import GalleryCommands
import GalleryModel
import Testing

@Suite("Destinations of gallery share")
struct ShareDestinationTests {
    @Test(
        "the extension specifies the kind; an existing folder is a folder",
        arguments: [
            ("out.jpg", ShareDestination.file(BytePath("out.jpg"))),
            ("a/b.JPEG", .file(BytePath("a/b.JPEG"))), ("x.webp", .file(BytePath("x.webp"))),
            ("x.png", .file(BytePath("x.png"))), ("holiday.zip", .zip(BytePath("holiday.zip"))),
            ("letter.eml", .message(BytePath("letter.eml"))), ("out", .folder(BytePath("out"))),
            ("out/", .folder(BytePath("out/"))), ("v1.2/", .folder(BytePath("v1.2/"))),
            ("there.jpg", .folder(BytePath("there.jpg"))), ("..", .folder(BytePath(".."))),
            ("/tmp/.hidden", .folder(BytePath("/tmp/.hidden"))),
            ("2024.05/walk", .folder(BytePath("2024.05/walk"))),
        ])
    func kinds(text: String, destination: ShareDestination) throws {
        let isFolder = { (path: BytePath) in
            path == BytePath("there.jpg") || path == BytePath("..")
        }
        let read = try ShareDestination(text, isFolder: isFolder)
        #expect(read == destination)
    }

    @Test("a text without a known kind is refused", arguments: ["", "-", "out.txt", "a/b.tar.gz"])
    func refused(text: String) {
        #expect(throws: GalleryError.self) { try ShareDestination(text) { _ in false } }
    }
}

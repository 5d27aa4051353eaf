import GalleryModel
import Testing

@Suite("PhotoReference")
struct PhotoReferenceTests {
    @Test("a bare number is a catalog id")
    func id() {
        #expect(PhotoReference(text: "42") == .id(PhotoID(rawValue: 42)))
        #expect(PhotoReference(text: "9223372036854775807") == .id(PhotoID(rawValue: .max)))
    }

    @Test(
        "SECTION/N is the N-th photo of a section",
        arguments: [
            ("dogs/1", "dogs", 1), ("camera/20", "camera", 20), ("flickr:dogs/3", "flickr:dogs", 3),
            ("big dogs/1", "big dogs", 1), ("a/b/2", "a/b", 2), ("42/1", "42", 1), ("犬/1", "犬", 1),
        ])
    func item(text: String, section: String, position: Int) {
        #expect(
            PhotoReference(text: text)
                == .item(section: SectionReference(text: section), position: position))
    }

    @Test("flickr:ID is a Flickr photo")
    func flickr() {
        #expect(PhotoReference(text: "flickr:53574198477") == .flickr("53574198477"))
        // Longer than any integer: Flickr's ids are text.
        let long = String(repeating: "9", count: 30)
        #expect(PhotoReference(text: "flickr:\(long)") == .flickr(long))
    }

    @Test(
        "other text is rejected",
        arguments: [
            "", "0", "-1", "9223372036854775808", "dogs", "flickr:", "flickr:dogs", "dogs/",
            "dogs/0",
            "dogs/-1", "dogs/x", "dogs/9223372036854775808", "/1", " /1", "flickr:/1", "./1",
            "../dogs/1", "/tmp/1",
            "４２", "1.5", "-33.8,151.2", "photo.jpg",
        ])
    func refused(text: String) {
        #expect(PhotoReference(text: text) == nil)
    }
}

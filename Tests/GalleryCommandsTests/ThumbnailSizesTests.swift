import Gallery
import GalleryCommands
import Testing

/// The value of `gallery thumbnails --size`.
@Suite struct ThumbnailSizesTests {
    @Test("Sizes are read in any order and each once")
    func sizes() throws {
        #expect(try ThumbnailSizes.read("640") == [640])
        #expect(try ThumbnailSizes.read("640, 240,640") == [240, 640])
    }

    @Test(
        "A size that is none is quoted",
        arguments: [("", ""), ("240,", ""), ("15", "15"), ("8193", "8193"), ("240,big", "big")])
    func wrong(text: String, quoted: String) {
        do throws(GalleryError) {
            _ = try ThumbnailSizes.read(text)
            Issue.record("'\(text)' was read")
        } catch {
            #expect(error.kind == .usage)
            #expect(
                error.message.hasPrefix("invalid --size '\(quoted)': expected 16 to 8192"))
        }
    }
}

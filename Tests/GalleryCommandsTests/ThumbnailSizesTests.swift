import Gallery
import GalleryCommands
import Testing

@Suite("Sizes for gallery thumbnails")
struct ThumbnailSizesTests {
    @Test("sizes are read in any order, and each one once")
    func sizes() throws {
        #expect(try ThumbnailSizes.read("640") == [640])
        #expect(try ThumbnailSizes.read("640, 240,640") == [240, 640])
    }

    @Test(
        "an invalid size is quoted",
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

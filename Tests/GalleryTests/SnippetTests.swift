import Foundation
import TestSupport
import Testing

@Suite("The documentation's example")
struct SnippetTests {
    @Test("the example runs on a catalog and prints what the documentation shows")
    func runs() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        _ = try gallery.run("sections")
        let example = try GalleryProgram.executable.deletingLastPathComponent()
            .appendingPathComponent("WalkGallery")
        let result = try gallery.start([gallery.catalog.path], executable: example).wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text == "0 photos in 1 sections\n")
    }

    @Test("the example names a place without a catalog")
    func places() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let example = try GalleryProgram.executable.deletingLastPathComponent()
            .appendingPathComponent("FindPlaces")
        let result = try gallery.start([gallery.catalog.path], executable: example).wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text == "France Île-de-France Paris\n")
    }
}

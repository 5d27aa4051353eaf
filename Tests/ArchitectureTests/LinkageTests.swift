import Foundation
import TestSupport
import Testing

/// Tests the libraries that the built program loads at every start.
@Suite("Linkage")
struct LinkageTests {
    /// Parts of the names of libraries that would slow down every start by tens of milliseconds.
    ///
    /// OpenCV costs 10 ms, its codecs with GDAL 280 ms, libvips 20 ms, libcurl 4 ms:
    /// docs/design.md, "Traps".
    static let heavy = ["opencv", "gdal", "vips", "curl"]

    @Test("the built gallery does not load OpenCV, GDAL, libvips or libcurl at its start")
    func libraries() throws {
        let gallery = try GalleryProgram.executable
        let libraries = try Self.libraries(of: gallery)
        #expect(libraries.contains { $0.contains("libexiv2.so") }, "ldd fails: \(libraries)")
        #expect(Self.heavyLibraries(in: libraries) == [])
        #expect(libraries.count < 40, "\(libraries.count) libraries at every start: \(libraries)")
    }

    @Test("a heavy library is detected")
    func heavyLibrary() {
        let libraries = ["libc.so.6", "libgdal.so.32", "libopencv_core.so.406"]
        #expect(Self.heavyLibraries(in: libraries) == ["libgdal.so.32", "libopencv_core.so.406"])
    }

    static func heavyLibraries(in libraries: [String]) -> [String] {
        libraries.filter { library in heavy.contains { library.contains($0) } }
    }

    /// The names of all shared libraries that a program loads, as `ldd` lists them.
    private static func libraries(of program: URL) throws -> [String] {
        try ChildProcess.run("ldd", [program.path]).text.split(separator: "\n").compactMap {
            $0.split(separator: " ").first.map { String($0).trimmingCharacters(in: .whitespaces) }
        }
    }
}

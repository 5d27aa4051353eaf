import Foundation
import Testing

/// What the built program loads at every start.
@Suite("Linkage")
struct LinkageTests {
    /// Parts of the names of libraries that would cost every start tens of milliseconds.
    ///
    /// OpenCV's codecs drag GDAL in (370 libraries, 280 ms), libvips costs 20 ms: docs/design.md, "Traps".
    static let heavy = ["opencv_imgcodecs", "gdal", "vips"]

    @Test("the built gallery loads neither OpenCV's codecs nor GDAL nor libvips")
    func libraries() throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let gallery = URL(filePath: tests).deletingLastPathComponent().appending(path: "gallery")
        try #require(
            FileManager.default.isExecutableFile(atPath: gallery.path),
            "'\(gallery.path)' is not built: run 'swift build --build-tests' first")
        let libraries = try Self.libraries(of: gallery)
        #expect(libraries.contains { $0.contains("libcurl.so") }, "ldd tells nothing: \(libraries)")
        #expect(Self.heavyLibraries(in: libraries) == [])
        #expect(libraries.count < 80, "\(libraries.count) libraries at every start: \(libraries)")
    }

    @Test("a heavy library is noticed")
    func heavyLibrary() {
        let libraries = ["libc.so.6", "libgdal.so.32", "libopencv_core.so.406"]
        #expect(Self.heavyLibraries(in: libraries) == ["libgdal.so.32"])
    }

    static func heavyLibraries(in libraries: [String]) -> [String] {
        libraries.filter { library in heavy.contains { library.contains($0) } }
    }

    /// The names of all shared libraries that a program loads, as `ldd` lists them.
    private static func libraries(of program: URL) throws -> [String] {
        let ldd = Process()
        ldd.executableURL = URL(filePath: "/usr/bin/ldd")
        ldd.arguments = [program.path]
        let output = Pipe()
        ldd.standardOutput = output
        try ldd.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        ldd.waitUntilExit()
        return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap {
            $0.split(separator: " ").first.map { String($0).trimmingCharacters(in: .whitespaces) }
        }
    }
}

import Basics
import GalleryModel
import Glibc
import PhotoSources
import Testing

@Suite("CameraScanner")
struct CameraScannerTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    /// The found files, without the folder's own path and escaped, and the problems.
    private func scan(
        _ names: [String] = [""], excluding: [String] = []
    ) -> (files: [String], problems: [CameraError], skips: [CameraSkip: Int]) {
        let root = scratch.path
        let inputs = names.map { $0.isEmpty ? root : root.appending($0) }
        var scanner = CameraScanner(inputs, excluding: excluding.map { root.appending($0) })
        var files: [String] = []
        var problems: [CameraError] = []
        var skips: [CameraSkip: Int] = [:]
        while let item = scanner.next() {
            switch item {
            case .file(let path):
                files.append(BytePath(bytes: path.bytes.dropFirst(root.bytes.count + 1)).escaped)
            case .skipped(_, let reason): skips[reason, default: 0] += 1
            case .problem(let error): problems.append(error)
            }
        }
        return (files, problems, skips)
    }

    @Test("files are sorted by their names, with numbers by their value")
    func names() throws {
        for name in [
            "b b.jpg", "a\nb.jpg", "🐒.jpg", "Z.jpg", "é/ü.jpg", "c/2.jpg", "c/10.jpg",
            "i/IMG_10.jpg", "i/IMG_2.jpg", "i/IMG_1 (1).jpg", "i/IMG_1.jpg", "i/IMG_01.jpg",
            "i/IMG_99999999999999999999.jpg", "i/IMG_100000000000000000000.jpg", "i/IMG_.jpg",
        ] {
            try scratch.write([1], to: name)
        }
        try scratch.write([1], to: BytePath(bytes: [0xFF, 0x41]))
        let found = scan()
        #expect(
            found.files == [
                "Z.jpg", "a\\nb.jpg", "b b.jpg", "c/2.jpg", "c/10.jpg", "i/IMG_.jpg",
                "i/IMG_01.jpg", "i/IMG_1.jpg", "i/IMG_1 (1).jpg", "i/IMG_2.jpg", "i/IMG_10.jpg",
                "i/IMG_99999999999999999999.jpg", "i/IMG_100000000000000000000.jpg", "é/ü.jpg",
                "🐒.jpg",
                "\\xffA",
            ])
        #expect(found.problems.isEmpty)
    }

    @Test("hidden names and sidecars are skipped and counted, unless named by the caller")
    func hidden() throws {
        for name in [
            "a.jpg", ".b.jpg", "._a.jpg", "@eaDir/c.jpg", ".thumbnails/d.jpg", ".Trash-1000/e.jpg",
            "a.xmp", "a.jpg.XMP",
        ] {
            try scratch.write([1], to: name)
        }
        let found = scan()
        #expect(found.files == ["a.jpg"])
        #expect(found.skips == [.hidden: 4, .systemFolder: 1, .sidecar: 2])
        #expect(scan([".b.jpg", ".thumbnails"]).files == [".b.jpg", ".thumbnails/d.jpg"])
    }

    @Test("links to files and folders are followed, and loops end")
    func links() throws {
        try scratch.write([1], to: "a/x.jpg")
        scratch.link("a/loop", to: "..")
        scratch.link("a/self", to: ".")
        scratch.link("b.jpg", to: "a/x.jpg")
        scratch.link("c", to: "a")
        scratch.link("gone.jpg", to: "nowhere")
        scratch.link("ring", to: "ring")
        let found = scan()
        #expect(found.files == ["a/x.jpg", "b.jpg"])
        #expect(found.skips == [.knownFolder: 3])
        let root = scratch.path
        #expect(
            found.problems == [
                .missing(root.appending("gone.jpg")),
                .unreadable(root.appending("ring"), errno: ELOOP),
            ])
    }

    @Test("an unreadable folder is a problem, and the scan continues")
    func unreadable() throws {
        // Root may read everything, so the test uses a folder too deep for a path.
        let name = String(repeating: "n", count: 250)
        try scratch.write([1], to: "z.jpg")
        let start = open(".", O_RDONLY | O_DIRECTORY)
        defer { close(start) }
        var folder = scratch.path.withCString { open($0, O_RDONLY | O_DIRECTORY) }
        for _ in 0..<17 {
            #expect(mkdirat(folder, name, 0o755) == 0)
            let deeper = openat(folder, name, O_RDONLY | O_DIRECTORY)
            close(folder)
            folder = deeper
        }
        close(folder)
        let found = scan()
        #expect(found.files == ["z.jpg"])
        #expect(found.problems.count == 1)
        guard case .unreadable(_, ENAMETOOLONG) = found.problems.first else {
            Issue.record("no unreadable folder: \(found.problems)")
            return
        }
    }

    @Test("pipes are counted, and are a problem if named by the caller")
    func special() throws {
        let pipe = scratch.path.appending("pipe")
        #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
        #expect(scan().skips == [.special: 1])
        #expect(scan(["pipe"]).problems == [.notAFile(pipe)])
    }

    @Test("missing inputs are problems, and overlapping ones are scanned once")
    func inputs() throws {
        try scratch.write([1], to: "a/b/x.jpg")
        let found = scan(["nowhere", "a/b", "a", "a/b/x.jpg"])
        #expect(found.files == ["a/b/x.jpg", "a/b/x.jpg"])
        #expect(found.problems == [.missing(scratch.path.appending("nowhere"))])
    }

    @Test("an excluded folder is not scanned, even through a link or when named")
    func excluded() throws {
        try scratch.write([1], to: "catalog/files/x.jpg")
        try scratch.write([1], to: "y.jpg")
        scratch.link("link", to: "catalog")
        #expect(scan(["", "catalog"], excluding: ["catalog"]).files == ["y.jpg"])
    }
}

import Testing

/// Tests each rule with a text that breaks it: a rule that cannot fail is useless.
@Suite("Architecture rules")
struct RuleTests {
    private static func breaches(in text: String, path: String) -> [Breach] {
        let file = SourceFile(path: path, text: text)
        return ImportRules.breaches(in: file) + AccessRules.breaches(in: [file])
            + CodeRules.breaches(in: file) + NameRules.breaches(in: file)
            + PictureRules.breaches(in: file)
    }

    @Test(
        "a breach is found at its line",
        arguments: [
            ("Sources/GalleryModel/A.swift", "import Glibc", "must not import 'Glibc'"),
            ("Sources/GalleryModel/A.swift", "public import Catalog", "must not import 'Catalog'"),
            ("Sources/Transport/A.swift", "import Catalog", "must not import 'Catalog'"),
            ("Sources/Transport/A.swift", "import CCurl", "needs 'internal import'"),
            ("Sources/Transport/A.swift", "package import CCurl", "needs 'internal import'"),
            ("Sources/Export/A.swift", "@preconcurrency import GRDB", "must not import 'GRDB'"),
            ("Sources/Export/A.swift", "import struct GRDB.Row", "must not import 'GRDB'"),
            ("Sources/Imaging/A.swift", "internal import CCurl", "must not import 'CCurl'"),
            (
                "Sources/Gallery/A.swift", "import ArgumentParser",
                "must not import 'ArgumentParser'"
            ),
            ("Sources/GalleryCommands/A.swift", "import Catalog", "must not import 'Catalog'"),
            (
                "Sources/GalleryCommands/A.swift", "import FoundationNetworking",
                "must not import 'FoundationNetworking'"
            ),
            (
                "Sources/PhotoSources/Flickr/A.swift", "import Imaging",
                "only Sources/PhotoSources/Camera"
            ),
            ("Sources/Cellar/A.swift", "import Foundation", "'Cellar' is unknown"),
            ("Sources/Catalog/A.swift", "public struct A {}", "'public' is for"),
            ("Sources/Catalog/A.swift", "    @inlinable public func a() {}", "'public' is for"),
            ("Sources/Export/A.swift", "let a = try! b()", "'try!' ends"),
            ("Sources/Export/A.swift", "let a = b as! C", "'as!' ends"),
            ("Sources/Export/A.swift", "default: fatalError()", "'fatalError' ends"),
            ("Sources/Export/A.swift", "let a = \"\\(try! b())\"", "'try!' ends"),
            ("Sources/Export/A.swift", "let a = DateFormatter()", "DateFormatter is slow"),
            ("Sources/Export/A.swift", "let a = b * 146097", "let CivilDate in Basics do it"),
            ("Sources/Imaging/A.swift", "    timegm(&time)", "let CivilDate in Basics do it"),
            ("Sources/Catalog/A.swift", "let a = JSONEncoder()", "let JSONText in Basics do it"),
            ("Sources/Catalog/A.swift", "let a = row.text(2)", "read by its number"),
            ("Sources/Catalog/A.swift", "let a: Int = row[2]", "read by its number"),
            ("Sources/Catalog/A.swift", "sqlite3_column_text(a, 2)", "read by its number"),
            ("Sources/Export/A.swift", "if errno == EINTR { continue }", "let Basics read"),
            ("Sources/Export/A.swift", "let a = Process()", "let ExternalProgram do it"),
            (
                "Sources/Export/A.swift", "final class A: @unchecked Sendable {}",
                "states the invariant"
            ),
            ("Sources/Export/A.swift", "nonisolated(unsafe) var a = 1", "states the invariant"),
            ("Sources/Export/A.swift", "    Task { await a() }", "without an owner"),
            (
                "Sources/Export/A.swift", "    _ = Task.detached(priority: .low) {",
                "without an owner"
            ),
            ("Sources/Catalog/A.swift", "enum Catalog {}", "has its module's name"),
            ("Sources/Catalog/A.swift", "struct FileManager {}", "says nothing"),
            ("Sources/Catalog/A.swift", "final class PictureDesk {}", "is a metaphor"),
            ("Sources/Catalog/A.swift", "enum JobWords {}", "is a metaphor"),
            ("Sources/Catalog/A.swift", "    func isTold() {}", "'told' in 'isTold'"),
            ("Sources/Catalog/A.swift", "    case red, grey", "write gray"),
            ("Sources/Catalog/A.swift", "    let (a, pngColours) = b", "write colors"),
            ("Sources/Catalog/A.swift", "    if let a, let asker = b {", "'asker' in 'asker'"),
            ("Sources/Catalog/A.swift", "    var longestSideOfPNG = 1", "write long edge"),
            ("Sources/Gallery/A.swift", "let a = try FileBytes.read(path)", "by its path"),
            ("Sources/Gallery/A.swift", "let a = try Descriptor(path)", "by its path"),
            ("Sources/Gallery/A.swift", "a.decode(path: b, as: .bgr)", "by its path"),
            ("Sources/Gallery/A.swift", "let a = MetadataReader()", "by its path"),
            ("Sources/Gallery/A.swift", "reader.read(path: b)", "by its path"),
            ("Sources/Gallery/A.swift", "a.withCString { open($0, O_RDONLY) }", "by its path"),
            ("Sources/Gallery/A.swift", "let a = Glibc.open(b, 0)", "by its path"),
            ("Sources/Gallery/A.swift", "try Data(contentsOf: a)", "by its path"),
            ("Sources/Gallery/A.swift", "a.contents(atPath: b)", "by its path"),
            ("Sources/Gallery/A.swift", "FileHandle(forReadingAtPath: b)", "by its path"),
            ("Sources/Gallery/A.swift", "paths.map(FileBytes.read)", "by its path"),
        ])
    func breachIsFound(path: String, line: String, message: String) {
        let found = Self.breaches(in: "// First.\n\(line)\n", path: path)
        #expect(found.map(\.line) == [2], "\(found.report)")
        #expect(found.first?.message.contains(message) == true, "\(found.report)")
    }

    @Test(
        "a breach in a test is found at its line",
        arguments: [
            ("let a = Process()", "use ChildProcess"),
            ("try Process.run(a, arguments: [])", "use ChildProcess"),
            ("setenv(\"A\", \"b\", 1)", "pass one to the program"),
            ("unsetenv(a)", "pass one to the program"),
            ("a = MultiThreadedEventLoopGroup(numberOfThreads: 2)", "share the threads"),
        ])
    func testBreachIsFound(line: String, message: String) {
        let file = SourceFile(path: "Tests/ATests/A.swift", text: "// First.\n\(line)\n")
        let found = CodeRules.testBreaches(in: file)
        #expect(found.map(\.line) == [2], "\(found.report)")
        #expect(found.first?.message.contains(message) == true, "\(found.report)")
    }

    @Test(
        "allowed test code passes",
        arguments: [
            "let a = try ChildProcess(b)", "let a = \"unsetenv(b) Process()\"",
            "ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)",
        ])
    func testCodePasses(line: String) {
        let file = SourceFile(path: "Tests/ATests/A.swift", text: line)
        #expect(CodeRules.testBreaches(in: file).isEmpty)
    }

    @Test(
        "allowed code passes",
        arguments: [
            ("Sources/GalleryModel/A.swift", "public import Foundation"),
            ("Sources/Transport/A.swift", "internal import CCurl"),
            ("Sources/PhotoSources/Camera/A.swift", "package import Imaging"),
            ("Sources/Catalog/A.swift", "import GRDB"),
            ("Sources/Catalog/A.swift", "struct CatalogDatabase {}"),
            ("Sources/Catalog/A.swift", "struct Keyboard {}"),
            ("Sources/Catalog/A.swift", "let words = told(colour, grey)"),
            ("Sources/Catalog/A.swift", "let foregone = 1, longestWord = 2, greyhound = 3"),
            ("Sources/Catalog/A.swift", "    case dateGone, ordinal"),
            ("Sources/Catalog/A.swift", "// try! fatalError import CCurl public"),
            ("Sources/Catalog/A.swift", "let a = \"try! \\(b) public import CCurl\""),
            ("Sources/Catalog/A.swift", "let a = #\"\"\"\n public \"try!\" \\(b)\n\"\"\"#"),
            ("Sources/Catalog/A.swift", "/* /* try! */ fatalError */ let a = 1"),
            ("Sources/Catalog/A.swift", "package let isPublic = publicName"),
            ("Sources/Catalog/A.swift", "task = Task { await a() }"),
            ("Sources/Gallery/A.swift", "a.decode(bytes: b, as: .bgr)"),
            ("Sources/Gallery/A.swift", "reader.read(path: descriptorPath)"),
            ("Sources/Gallery/A.swift", "a.append(contentsOf: b)"),
            ("Sources/Gallery/A.swift", "static func open(\n    at a: BytePath) {}"),
            ("Sources/Gallery/A.swift", "try VerifiedPicture.open(a, sha256: b) + open()"),
            ("Sources/Gallery/Export/PhotoSidecar.swift", "let a = try FileBytes.read(path)"),
            ("Sources/Catalog/A.swift", "let task =\n    Task { await a() }"),
            (
                "Sources/Catalog/A.swift",
                "/// A queue.\n/// Invariant: only `lock` opens it.\n@frozen\nfinal class A:\n"
                    + "    B, @unchecked Sendable\n{}"
            ),
        ])
    func allowedPasses(path: String, text: String) {
        let found = Self.breaches(in: text, path: path)
        #expect(found.isEmpty, "\(found.report)")
    }

    @Test("a comment above something else is not an invariant")
    func distantComment() {
        let text = "// Invariant: none.\nlet a = 1\nfinal class A: @unchecked Sendable {}"
        let found = Self.breaches(in: text, path: "Sources/Export/A.swift")
        #expect(found.map(\.line) == [3])
    }

    @Test("a read of a picture by a path on the next line is found")
    func wrappedReading() {
        let text = "let a = try b.decode(\n    path: c, as: .bgr)"
        let found = Self.breaches(in: text, path: "Sources/Gallery/A.swift")
        #expect(found.map(\.line) == [1])
    }

    @Test("the commands have one public file")
    func commandRoot() {
        let files = ["Root", "Search"].map {
            SourceFile(path: "Sources/GalleryCommands/\($0).swift", text: "public struct \($0) {}")
        }
        #expect(AccessRules.breaches(in: [files[0]]) == [])
        let found = AccessRules.breaches(in: files)
        #expect(found.map(\.path) == ["Sources/GalleryCommands/Search.swift"])
    }

    @Test("a command has the name of its command line and is in a file of commands")
    func commandNames() {
        func file(_ name: String, _ text: String) -> SourceFile {
            SourceFile(path: "Sources/GalleryCommands/\(name).swift", text: text)
        }
        let root = file(
            "GalleryCommand",
            """
            struct GalleryCommand: A {
                static let configuration = A(
                    commandName: "gallery", groups: [B(subcommands: [FacesCommand.self])])
            """)
        let group = file(
            "FacesCommand",
            """
            struct FacesCommand: A {
                static let configuration = A(
                    commandName: "faces", subcommands: [FacesFindCommand.self])
            """)
        let text = "struct FacesFindCommand: A {\n    static let a = documented(\"find\", \"b\")"
        #expect(CommandRules.breaches(in: [root, group, file("FacesFindCommand", text)]) == [])
        let elsewhere = CommandRules.breaches(in: [root, group, file("FacesRows", text)])
        #expect(elsewhere.map(\.path) == ["Sources/GalleryCommands/FacesRows.swift"])
        let grouped =
            text
            + ")\n}\n\nstruct FacesNameCommand: A {\n    static let a = documented(\"name\", \"b\")"
        let two = file(
            "FacesCommand",
            """
            struct FacesCommand: A {
                static let configuration = A(
                    commandName: "faces",
                    subcommands: [FacesFindCommand.self, FacesNameCommand.self])
            """)
        #expect(CommandRules.breaches(in: [root, two, file("FacesCommands", grouped)]) == [])
        let other = text.replacing("\"find\"", with: "\"detect\"")
        let renamed = CommandRules.breaches(in: [root, group, file("FacesFindCommand", other)])
        #expect(
            renamed.map(\.message) == [
                "'gallery faces detect' must be named 'FacesDetectCommand', not 'FacesFindCommand'"
            ])
    }

    @Test("600 lines are allowed, 601 are not")
    func length() {
        let lines = String(repeating: "let a = 1\n", count: 600)
        let path = "Sources/Export/A.swift"
        #expect(CodeRules.length(of: SourceFile(path: path, text: lines)).isEmpty)
        let longer = CodeRules.length(of: SourceFile(path: path, text: lines + "let b = 1"))
        #expect(longer.map(\.message) == ["601 lines; a file has one topic and at most 600 lines"])
    }

    @Test("folders that differ only in case collide")
    func collisions() {
        #expect(
            NameRules.collisions(of: ["Gallery", "gallery", "Export"]) == ["Gallery and gallery"])
    }

    @Test("targets are read from a manifest")
    func targets() {
        let manifest = """
            .target(name: "A"), .executableTarget(
                name: "b-c", dependencies: [.product(name: "X", package: "Y"), .target(name: "A")]),
            .systemLibrary(name: "CD", path: "E"), .library(name: "L", targets: ["A"])
            """
        #expect(Set(PackageTree.targets(inManifest: manifest)) == ["A", "b-c", "CD"])
    }
}

import Foundation
import Testing

/// Tests the current sources with the rules of docs/design.md.
@Suite("Architecture")
struct ArchitectureTests {
    let tree: PackageTree

    init() throws { tree = try PackageTree() }

    @Test("modules import only what the design allows")
    func imports() throws {
        let breaches = try tree.sources().flatMap(ImportRules.breaches)
        #expect(breaches.isEmpty, "\(breaches.report)")
    }

    @Test("every C target belongs to one module, the shims' guard to no module")
    func ownersOfCTargets() throws {
        let targets = PackageTree.targets(inManifest: try tree.text("Package.swift"))
        let shims = targets.filter(ImportRules.isC)
        #expect(!shims.isEmpty)
        #expect(shims.contains(ImportRules.shimGuard))
        for shim in shims {
            let owners = ImportRules.allowed.filter { $0.value.contains(shim) }.keys.sorted()
            #expect(
                owners.count == (shim == ImportRules.shimGuard ? 0 : 1),
                "'\(shim)' is imported by \(owners)")
        }
    }

    @Test("C++ exceptions are caught in the shims' guard")
    func caughtOnce() throws {
        let files = try tree.files(below: "Sources", endings: ["cpp", "hpp"])
        let catching = files.filter {
            !$0.matches(of: #/catch \(\.\.\.\)/#, with: ["catch"]).isEmpty
        }.map(\.path)
        #expect(
            catching == [
                // Callbacks from exiv2, each part of a read, and a thread: none of them ends a
                // call.
                "Sources/CExiv2Shim/read.cpp", "Sources/CExiv2Shim/toolkit.cpp",
                "Sources/CShimGuard/include/CShimGuard.hpp",
                "Sources/GalleryOpenCV/Image/threads.hpp",
            ])
    }

    @Test("FoundationNetworking is not imported, not even by the tests")
    func noFoundationNetworking() throws {
        let files = try tree.sources() + tree.tests()
        let breaches = files.flatMap { file in
            ImportRules.imports(of: file).filter { $0.module == "FoundationNetworking" }.map {
                Breach(path: file.path, line: $0.line, message: "FoundationNetworking is nowhere")
            }
        }
        #expect(breaches.isEmpty, "\(breaches.report)")
    }

    @Test("public is reserved for GalleryModel, Gallery and the command root")
    func access() throws {
        let breaches = AccessRules.breaches(in: try tree.sources())
        #expect(breaches.isEmpty, "\(breaches.report)")
    }

    @Test("no code ends the program, hides a data race or forgets a task")
    func code() throws {
        let breaches = try tree.sources().flatMap(CodeRules.breaches)
        #expect(breaches.isEmpty, "\(breaches.report)")
    }

    @Test("tests start programs in one way, share the server threads and set no variables")
    func testCode() throws {
        let others = try ["Benchmarks", "Plugins", "Snippets"].flatMap {
            try tree.files(below: $0, endings: ["swift"])
        }
        let breaches = try (tree.tests() + others).flatMap(CodeRules.testBreaches)
        #expect(breaches.isEmpty, "\(breaches.report)")
    }

    @Test("no picture of the catalog is read only by its path")
    func pictures() throws {
        let files = try tree.sources()
        let breaches = files.flatMap(PictureRules.breaches)
        #expect(breaches.isEmpty, "\(breaches.report)")
        // A removed file that is still in the list of readers would hide a new file of that name.
        #expect(PictureRules.readers.keys.allSatisfy { path in files.contains { $0.path == path } })
    }

    @Test("Swift code in the README and the library documentation is compiled as a snippet")
    func snippets() throws {
        let example = try tree.text("Snippets/ReadMe.swift")
        for block in try tree.text("README.md").matches(of: #/```swift\n([^`]*)```/#) {
            #expect(example.contains(block.output.1))
        }
        for folder in ["Sources/Gallery", "Sources/GalleryModel"] {
            for file in try tree.files(below: folder, endings: ["md", "swift"]) {
                let isLoose = file.lines.contains { $0.contains("```swift") }
                #expect(!isLoose, "\(file.path): make it a snippet")
            }
        }
    }

    @Test("no file exceeds 600 lines, C and C++ included")
    func lengths() throws {
        let endings: Set = ["swift", "c", "cpp", "h", "hpp"]
        let breaches = try tree.files(below: "Sources", endings: endings)
            .flatMap(CodeRules.length)
        #expect(breaches.isEmpty, "\(breaches.report)")
    }

    @Test("names describe things, and no type has its module's name")
    func names() throws {
        let breaches = try tree.sources().flatMap(NameRules.breaches)
        #expect(breaches.isEmpty, "\(breaches.report)")
    }

    @Test("a command is in a file of commands, and its name is its command line")
    func commands() throws {
        let breaches = CommandRules.breaches(in: try tree.sources())
        #expect(breaches.isEmpty, "\(breaches.report)")
    }

    @Test(
        "folders of targets stay apart on disks that ignore case", arguments: ["Sources", "Tests"])
    func folderNames(folder: String) throws {
        #expect(NameRules.collisions(of: try tree.folders(in: folder)) == [])
    }

    @Test("docs/modules.md describes every target of Package.swift and no other")
    func modulesPage() throws {
        let targets = PackageTree.targets(inManifest: try tree.text("Package.swift"))
        #expect(targets.count > 10)
        let described = try tree.text("docs/modules.md").matches(of: #/(?m)^\| `([^`]+)` \|/#)
            .map { String($0.output.1) }
        #expect(
            described.sorted() == targets.sorted(),
            "one row a target in docs/modules.md, as in: | `Transport` | what it does |")
    }
}

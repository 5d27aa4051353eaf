import Basics
import Faces
import Foundation
import GalleryModel
import Testing

@Suite("Model folders")
struct ModelFoldersTests {
    @Test("folders are searched in the documented order")
    func order() {
        let folders = ModelFolders(
            setting: BytePath("/set"), executable: BytePath("/nowhere/prefix/bin/gallery"))
        #expect(
            folders.folders.map(\.escaped) == [
                "/set", "/nowhere/prefix/bin/models", "/nowhere/prefix/share/gallery/models",
                "/nowhere/prefix/share/gallery", "/usr/share/opencv4/haarcascades",
                "/usr/share/opencv/haarcascades",
            ])
    }

    @Test("a program inside a package finds the models at the package's root")
    func package() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: root) }
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try Data().write(to: root.appending(path: "Package.swift"))
        let folders = ModelFolders(
            setting: nil, executable: BytePath(root.path + "/.build/debug/gallery"))
        let models = BytePath(root.path + "/models")
        #expect(folders.folders.contains(models))
        #expect(folders.installationFolder == models)
    }

    @Test("the configured folder is searched first, and models are installed into it")
    func setting() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: root) }
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try Data().write(to: root.appending(path: ModelFile.alt2.fileName))
        let folder = BytePath(root.path)
        let folders = ModelFolders(setting: folder)
        #expect(folders.path(of: .alt2) == folder.appending(ModelFile.alt2.fileName))
        #expect(folders.installationFolder == folder)
        #expect(
            ModelFolders(setting: folder.appending("new/models")).installationFolder
                == folder.appending("new/models"))
    }
}

@Suite("Model files")
struct ModelFileTests {
    @Test("the manifest is JSON with every model by name")
    func manifest() throws {
        struct Manifest: Decodable {
            struct Model: Decodable {
                var name, fileName, licence, origin, sha256: String; var size: Int
            }
            var models: [Model]
        }
        let read = try JSONDecoder().decode(Manifest.self, from: Data(ModelFile.manifest.utf8))
        #expect(
            read.models.map(\.name)
                == [
                    "frontalface_alt", "frontalface_alt2", "frontalface_default", "places", "yunet",
                ])
        #expect(read.models.allSatisfy { $0.sha256.count == 64 && $0.size > 0 })
        #expect(ModelFile.manifest.allSatisfy { $0.isASCII })
    }

    @Test("the place index in models/ is the one in the manifest")
    func places() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "models/places.idx")
        let bytes = try [UInt8](Data(contentsOf: file))
        #expect(bytes.count == ModelFile.places.size)
        #expect(FileDigest(of: bytes).hexadecimal == ModelFile.places.sha256)
    }
}

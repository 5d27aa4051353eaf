import Basics
import Faces
import Foundation
import GalleryModel
import Imaging
import Testing

@Suite("Face models")
struct FaceModelsTests {
    /// A folder that is removed at the end.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        var path: BytePath { BytePath(url.path) }

        init() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        func write(_ bytes: Data, as name: String) throws -> BytePath {
            try bytes.write(to: url.appending(path: name))
            return path.appending(name)
        }
    }

    private static let alt2 = "/usr/share/opencv4/haarcascades/haarcascade_frontalface_alt2.xml"

    @Test("an altered cascade in the configured folder is rejected with its path and a remedy")
    func altered() throws {
        let folder = try Folder()
        var bytes = try Data(contentsOf: URL(filePath: FaceModelsTests.alt2))
        bytes[bytes.count / 2] ^= 1
        let path = try folder.write(bytes, as: ModelFile.alt2.fileName)
        let error = #expect(throws: FacesError.self) {
            try FaceModels(DetectionParameters(), in: ModelFolders(setting: folder.path))
        }
        #expect(error == .alteredModel(.alt2, path: path))
        #expect(
            error?.description
                == "the model '\(path.escaped)' has an unexpected size or SHA-256; "
                + "remove it and install it again with 'apt-get install opencv-data'"
        )
    }

    @Test("an error about a missing model names its expected path")
    func missing() throws {
        let folder = try Folder()
        let folders = ModelFolders(
            setting: folder.path, executable: folder.path.appending("bin/gallery"))
        let error = #expect(throws: FacesError.self) {
            try FaceModels(DetectionParameters(detector: .yunet), in: folders)
        }
        let path = folder.path.appending(ModelFile.yunet.fileName)
        #expect(
            error?.description == "the model is not installed; install it with "
                + "'gallery models install yunet' (missing: '\(path.escaped)')")
    }

    @Test("an invalid network is rejected before any picture is searched")
    func brokenNetwork() throws {
        let folder = try Folder()
        let path = try folder.write(
            Data(repeating: 7, count: ModelFile.yunet.size), as: ModelFile.yunet.fileName)
        #expect(throws: FacesError.alteredModel(.yunet, path: path)) {
            try FaceModels(
                DetectionParameters(detector: .yunet), in: ModelFolders(setting: folder.path))
        }
    }

    @Test("a user's own cascade is used unchanged")
    func ownCascade() throws {
        let folder = try Folder()
        let original = "/usr/share/opencv4/haarcascades/haarcascade_frontalface_default.xml"
        let path = try folder.write(
            Data(contentsOf: URL(filePath: original)) + Data("\n".utf8), as: "my cascade.xml")
        let models = try FaceModels(
            DetectionParameters(cascade: path), in: ModelFolders(setting: nil))
        let picture = try MarkedPicture.hat.decoded(.gray)
        let found = try models.makeDetector().detect(in: picture)
        #expect(found.contains { $0.rectangle.overlap(MarkedPicture.hat.faces[0]) >= 0.5 })
        let standard = try FaceModels(.haar)
        #expect(models.digest != standard.digest)
        #expect(models.digest.count == 64)
    }

    @Test("an invalid cascade is rejected with its path", arguments: CascadeDamage.allCases)
    func brokenCascade(damage: CascadeDamage) throws {
        let folder = try Folder()
        let whole = try String(contentsOfFile: FaceModelsTests.alt2, encoding: .utf8)
        let path = try folder.write(damage.apply(to: whole), as: "mine.xml")
        let error = #expect(throws: FacesError.self) {
            try FaceModels(DetectionParameters(cascade: path), in: ModelFolders(setting: nil))
        }
        guard case .badCascade(let named, let reason) = error else {
            Issue.record("\(damage): \(String(describing: error))")
            return
        }
        #expect(named == path)
        #expect(!reason.isEmpty && !reason.contains("\n"))
        if let expected = damage.reason { #expect(reason == expected) }
    }

    @Test("a missing cascade is reported in the system's words")
    func absentCascade() throws {
        let folder = try Folder()
        let path = folder.path.appending("none.xml")
        let error = #expect(throws: FacesError.self) {
            try FaceModels(DetectionParameters(cascade: path), in: ModelFolders(setting: nil))
        }
        #expect(
            error?.description
                == "cannot read the model '\(path.escaped)': No such file or directory")
    }

    @Test("every cascade of the system's OpenCV data is usable")
    func systemCascades() throws {
        let folder = "/usr/share/opencv4/haarcascades"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            // This one is in OpenCV 1's format.
            .filter { $0.hasSuffix(".xml") && !$0.contains("licence_plate_rus") }
        #expect(names.count >= 10)
        for name in names {
            let parameters = DetectionParameters(cascade: BytePath("\(folder)/\(name)"))
            #expect(throws: Never.self, "\(name)") {
                try FaceModels(parameters, in: ModelFolders(setting: nil))
            }
        }
    }

    @Test("the digest differs between detectors and between qualities with other models")
    func digests() throws {
        let balanced = try FaceModels(.haar).digest
        #expect(try FaceModels(.haar, .thorough).digest == balanced)
        #expect(try FaceModels(.haar, .fast).digest != balanced)
    }
}

/// Defects of a cascade's text.
enum CascadeDamage: CaseIterable, Sendable {
    case empty, binary, foreign, truncated, oldFormat, widerFeature, endlessTree, missingFeature

    var reason: String? {
        switch self {
        case .empty, .binary: "it is no text"
        case .foreign, .truncated: nil
        case .oldFormat: "it is no cascade in the format of OpenCV 2 and later"
        case .widerFeature: "a feature leaves its window"
        case .endlessTree: "a tree leads nowhere"
        case .missingFeature: "a tree uses a feature that is not there"
        }
    }

    func apply(to text: String) -> Data {
        let changed: String =
            switch self {
            case .empty: ""
            case .binary: "\0\0\0"
            case .foreign: "<html><body>Not found</body></html>"
            case .truncated: String(text.prefix(200_000))
            case .oldFormat:
                "<?xml version=\"1.0\"?><opencv_storage><old type_id=\"opencv-haar-classifier\">"
                    + "<size>20 20</size><stages></stages></old></opencv_storage>"
            case .widerFeature: text.replacing("<width>20</width>", with: "<width>12</width>")
            case .endlessTree:
                text.replacing("0 1 0 4.32723", with: "0 0 0 4.32723", maxReplacements: 1)
                    .replacing("0 0 0 4.32723", with: "1 1 0 4.32723", maxReplacements: 1)
                    .replacing("-1 -2 1 1.3076", with: "1 1 1 1.3076", maxReplacements: 1)
            case .missingFeature:
                text.replacing("0 1 0 4.32723", with: "0 1 99999 4.32723", maxReplacements: 1)
            }
        return Data(changed.utf8)
    }
}

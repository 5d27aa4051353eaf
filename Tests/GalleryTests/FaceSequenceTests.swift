import Basics
import Catalog
import Faces
import Foundation
import GalleryModel
import Testing

@Suite("Faces through random histories")
struct FaceSequenceTests {
    private static let haar = FaceAnalysis(parameters: "detector=haar", version: 1)
    private static let yunet = FaceAnalysis(parameters: "detector=yunet", version: 1)

    /// A photo with a random history, and the rules it must satisfy.
    private struct History {
        let catalog: PhotoCatalog
        let digest: FileDigest
        var random: SeededGenerator
        var id = PhotoID(rawValue: 0)
        var path = 0
        /// The names given, and the rectangles rejected or drawn; never undone.
        var names: Set<String> = []
        var rejected: [RelativeRectangle] = []
        /// The true positions of people, which detectors find approximately.
        let people: [RelativeRectangle]

        init(_ catalog: PhotoCatalog, number: Int) {
            self.catalog = catalog
            random = SeededGenerator(seed: UInt64(number))
            digest = FileDigest(
                bytes: (0..<32).map { UInt8(truncatingIfNeeded: number >> (($0 % 4) * 8)) })
            var random = random
            people = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                History.box(using: &random)
            }
            self.random = random
        }

        static func box(using random: inout SeededGenerator) -> RelativeRectangle {
            let side = Double.random(in: 0.05...0.3, using: &random)
            return RelativeRectangle(
                x: .random(in: 0...(1 - side), using: &random),
                y: .random(in: 0...(1 - side), using: &random), width: side, height: side)
        }

        mutating func importPhoto(movesFile: Bool) throws {
            if movesFile { path += 1 }
            let outcome = try catalog.store([
                ImportedPhoto(
                    source: SourceStamp(
                        path: BytePath("/nowhere/\(digest.hexadecimal)-\(path).jpg"),
                        byteCount: 10, modified: 1, inode: 1, sidecar: nil),
                    file: PictureFile(
                        digest: digest, byteCount: 10, fileType: "JPEG", fileExtension: "jpg",
                        width: 1000, height: 1000),
                    details: PhotoDetails(origin: .camera, originID: digest.hexadecimal),
                    isStored: false)
            ])
            id = try #require(outcome.first).id
        }

        /// Simulates a detection with approximate boxes, some missed and some wrong.
        mutating func detect(_ analysis: FaceAnalysis) throws {
            var found: [FaceCandidate] = []
            for person in people where Int.random(in: 0..<5, using: &random) > 0 {
                let shift = person.width * 0.3
                let scale = Double.random(in: 0.75...1.3, using: &random)
                found.append(
                    FaceCandidate(
                        rectangle: RelativeRectangle(
                            x: person.x + .random(in: -shift...shift, using: &random),
                            y: person.y + .random(in: -shift...shift, using: &random),
                            width: person.width * scale, height: person.height * scale),
                        score: .random(in: 0...1, using: &random), source: .haar))
            }
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                found.append(
                    FaceCandidate(
                        rectangle: History.box(using: &random),
                        score: .random(in: 0...1, using: &random), source: .yunet))
            }
            _ = try catalog.record(
                [
                    (
                        photoID: id, sha256: digest.hexadecimal,
                        found: FoundFaces(width: 1000, height: 1000, faces: found)
                    )
                ], analysis: analysis)
        }

        mutating func faces() throws -> [FaceCandidate] {
            var shown: [FaceCandidate] = []
            let picture = ExaminedPicture(sha256: digest.hexadecimal, width: 1000, height: 1000)
            _ = try catalog.decideFaces(in: picture, of: id, command: "look") { faces, _ in
                shown = faces
                return nil
            }
            // Commands show the result of the rule.
            let read = try catalog.photo(id: id).faces ?? []
            #expect(read == shown.map { Face($0, width: 1000, height: 1000) })
            return shown
        }

        mutating func decide(
            _ change: ([FaceCandidate], [FaceDecision]) -> [FaceDecision]?
        ) throws {
            let picture = ExaminedPicture(sha256: digest.hexadecimal, width: 1000, height: 1000)
            _ = try catalog.decideFaces(in: picture, of: id, command: "faces", change: change)
        }

        /// Performs a random action and returns its description.
        mutating func step(_ number: Int) throws -> String {
            let shown = try faces()
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2:
                try detect(FaceSequenceTests.haar)
                return "detect"
            case 3:
                try detect(FaceSequenceTests.yunet)
                return "detect with the other"
            case 4:
                try importPhoto(movesFile: true)
                return "move"
            case 5:
                try importPhoto(movesFile: false)
                return "import again"
            case 6:
                guard let index = shown.indices.randomElement(using: &random) else { return "none" }
                if let name = shown[index].name { names.remove(name) }
                rejected.append(shown[index].rectangle)
                try decide { FaceMerge.rejecting(faceAt: index, of: $0, decisions: $1) }
                return "reject \(index)"
            case 7:
                let box = History.box(using: &random)
                let name = Bool.random(using: &random) ? "drawn \(number)" : nil
                rejected.removeAll { $0.overlap(box) >= 0.5 }
                // A drawn face replaces those it covers and keeps one of their names.
                let covered = shown.filter { $0.rectangle.overlap(box) >= 0.5 }
                names.subtract(covered.compactMap(\.name))
                try decide { FaceMerge.adding(box, name: name, to: $0, decisions: $1) }
                let kept = covered.sorted { $0.rectangle.overlap(box) > $1.rectangle.overlap(box) }
                    .lazy.compactMap(\.name).first
                if let name = name ?? kept { names.insert(name) }
                return "draw"
            default:
                guard let index = shown.indices.randomElement(using: &random) else { return "none" }
                if let old = shown[index].name { names.remove(old) }
                let name = "person \(number)"
                names.insert(name)
                try decide { FaceMerge.naming(name, faceAt: index, of: $0, decisions: $1) }
                return "name \(index)"
            }
        }

        /// The rules that are broken after a step.
        mutating func breaches() throws -> [String] {
            let shown = try faces()
            var breaches: [String] = []
            let given = shown.compactMap(\.name).sorted()
            if given != names.sorted() { breaches.append("names \(given), not \(names.sorted())") }
            for (index, face) in shown.enumerated() {
                if rejected.contains(where: { $0.overlap(face.rectangle) >= 0.5 }) {
                    breaches.append("face \(index) was rejected")
                }
                if shown[..<index].contains(where: { $0.rectangle.overlap(face.rectangle) >= 0.5 })
                {
                    breaches.append("face \(index) is there twice")
                }
            }
            return breaches
        }
    }

    @Test("through 1,000 histories, names stay, rejected faces stay away and no face is duplicated")
    func histories() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("faces-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let catalog = try PhotoCatalog.open(
            at: BytePath(folder.path),
            faceRule: { FaceMerge.faces(detections: $0, regions: $1, decisions: $2) })
        var steps = 0
        for number in 1...1000 {
            var history = History(catalog, number: number)
            try history.importPhoto(movesFile: false)
            var descriptions: [String] = []
            for step in 0..<8 {
                descriptions.append(try history.step(step))
                let breaches = try history.breaches()
                #expect(breaches.isEmpty, "history \(number): \(descriptions)")
                steps += 1
                if !breaches.isEmpty { return }
            }
        }
        #expect(steps == 8_000)
    }
}

/// Random numbers that are the same in every run.
///
/// Source: S. Vigna, SplitMix64, https://prng.di.unimi.it/splitmix64.c
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

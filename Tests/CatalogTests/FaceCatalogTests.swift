import Basics
import Catalog
import Foundation
import GRDB
import GalleryModel
import Testing

@Suite("PhotoCatalog, faces")
struct FaceCatalogTests {
    private static let haar = FaceAnalysis(parameters: "detector=haar", version: 1)
    private static let yunet = FaceAnalysis(parameters: "detector=yunet", version: 1)

    private static func face(_ x: Double, name: String? = nil) -> FaceCandidate {
        FaceCandidate(
            rectangle: RelativeRectangle(x: x, y: 0.1, width: 0.1, height: 0.2), score: 0.75,
            source: .haar, landmarks: [FacePoint(x: x, y: 0.15)], name: name)
    }

    /// Imports a photo left in its folder, with bytes derived from a number.
    private static func importPhoto(
        _ number: Int, at path: String? = nil, regions: [FaceRegion] = [],
        into catalog: PhotoCatalog
    ) throws -> (id: PhotoID, sha256: String) {
        let digest = FileDigest(bytes: (0..<32).map { UInt8(($0 + number) % 256) })
        let outcome = try catalog.store([
            ImportedPhoto(
                source: SourceStamp(
                    path: BytePath(path ?? "/card/\(number).jpg"), byteCount: 10, modified: 1,
                    inode: Int64(number), sidecar: nil),
                file: PictureFile(
                    digest: digest, byteCount: 10, fileType: "JPEG", fileExtension: "jpg",
                    width: 400, height: 300),
                details: PhotoDetails(origin: .camera, originID: digest.hexadecimal),
                isStored: false, faceRegions: regions)
        ])
        return (try #require(outcome.first).id, digest.hexadecimal)
    }

    private static func record(
        _ faces: [FaceCandidate], of photo: (id: PhotoID, sha256: String),
        _ analysis: FaceAnalysis = haar, in catalog: PhotoCatalog
    ) throws {
        _ = try catalog.record(
            [
                (
                    photoID: photo.id, sha256: photo.sha256,
                    found: FoundFaces(width: 400, height: 300, faces: faces)
                )
            ], analysis: analysis)
    }

    @Test("faces are unknown before detection and an empty list if none were found")
    func beforeAndAfter() throws {
        let temporary = try TemporaryCatalog()
        defer { withExtendedLifetime(temporary) {} }
        let catalog = temporary.catalog
        let photo = try Self.importPhoto(1, into: catalog)
        #expect(try catalog.photo(id: photo.id).faces == nil)
        try Self.record([], of: photo, in: catalog)
        #expect(try catalog.photo(id: photo.id).faces == [])
        try Self.record([Self.face(0.5), Self.face(0.25)], of: photo, in: catalog)
        let faces = try #require(try catalog.photo(id: photo.id).faces)
        #expect(faces.map(\.rectangle.text) == ["{{100, 30}, {40, 60}}", "{{200, 30}, {40, 60}}"])
        #expect(faces[0].score == 0.75)
        #expect(faces[0].landmarks == [FacePoint(x: 100, y: 45)])
        let examined = try #require(try catalog.photo(id: photo.id).facesPicture)
        #expect(examined == ExaminedPicture(sha256: photo.sha256, width: 400, height: 300))
    }

    @Test("a photo is due once per detection method, and an earlier result is shown again")
    func ledger() throws {
        let temporary = try TemporaryCatalog()
        defer { withExtendedLifetime(temporary) {} }
        let catalog = temporary.catalog
        let photo = try Self.importPhoto(1, into: catalog)
        func state(_ analysis: FaceAnalysis) throws -> PictureWork.FaceState? {
            try catalog.pictureWork(of: catalog.allPhotos(), analysis: analysis).first?.faces
        }
        #expect(try state(Self.haar) == .due)
        try Self.record([Self.face(0.5)], of: photo, in: catalog)
        #expect(try state(Self.haar) == .upToDate)
        #expect(try state(FaceAnalysis(parameters: "detector=haar", version: 2)) == .due)
        #expect(try state(Self.yunet) == .due)
        try Self.record([], of: photo, Self.yunet, in: catalog)
        #expect(try catalog.photo(id: photo.id).faces == [])
        #expect(try state(Self.haar) == .known)
        let works = try catalog.pictureWork(of: catalog.allPhotos(), analysis: Self.haar)
        let shown: [DetectedFaces] = works.map {
            ($0.photoID, $0.sha256, nil)
        }
        _ = try catalog.record(shown, analysis: Self.haar)
        #expect(try catalog.photo(id: photo.id).faces?.count == 1)
        #expect(try state(Self.yunet) == .known)
    }

    @Test("a detection method chosen by the user stays until another is chosen")
    func chosen() throws {
        let temporary = try TemporaryCatalog()
        defer { withExtendedLifetime(temporary) {} }
        let catalog = temporary.catalog
        let photo = try Self.importPhoto(1, into: catalog)
        func state(_ analysis: FaceAnalysis) throws -> PictureWork.FaceState? {
            try catalog.pictureWork(of: catalog.allPhotos(), analysis: analysis).first?.faces
        }
        var chosen = Self.yunet
        chosen.isChosen = true
        try Self.record([Self.face(0.5)], of: photo, chosen, in: catalog)
        #expect(try state(Self.haar) == .kept)
        #expect(try state(Self.yunet) == .upToDate)
        #expect(
            try state(FaceAnalysis(parameters: "detector=haar", version: 1, isChosen: true)) == .due
        )
        // The same method by default keeps the choice.
        try Self.record([], of: photo, Self.yunet, in: catalog)
        #expect(try state(Self.haar) == .kept)
    }

    @Test("faces keep their numbers while others are added, removed and restored")
    func numbers() throws {
        let temporary = try TemporaryCatalog()
        defer { withExtendedLifetime(temporary) {} }
        let catalog = temporary.catalog
        let photo = try Self.importPhoto(1, into: catalog)
        func numbers() throws -> [Int?] {
            try catalog.photo(id: photo.id).faces?.map(\.number) ?? []
        }
        try Self.record([Self.face(0.4), Self.face(0.8)], of: photo, in: catalog)
        #expect(try numbers() == [1, 2])
        // From left to right: a new face is the first, with the next number.
        try Self.record(
            [Self.face(0.1), Self.face(0.4), Self.face(0.8)], of: photo, Self.yunet, in: catalog)
        #expect(try numbers() == [3, 1, 2])
        try Self.record([Self.face(0.8)], of: photo, in: catalog)
        #expect(try numbers() == [2])
        try Self.record([Self.face(0.1), Self.face(0.6)], of: photo, in: catalog)
        #expect(try numbers() == [3, 4])
    }

    @Test("work is paged, and the whole catalog excludes photos in the trash")
    func pages() throws {
        let temporary = try TemporaryCatalog()
        defer { withExtendedLifetime(temporary) {} }
        let catalog = temporary.catalog
        let photos = try (1...5).map { try Self.importPhoto($0, into: catalog) }
        _ = try catalog.trash([photos[1].id])
        var met: [PhotoID] = []
        for page in try catalog.pages(of: .section(try catalog.section(.camera)), limit: 2) {
            met += try catalog.pictureWork(of: page, analysis: Self.haar).map(\.photoID)
        }
        #expect(met == [0, 2, 3, 4].map { photos[$0].id })
        let all = try catalog.pictureWork(of: catalog.allPhotos(), analysis: Self.haar)
        #expect(all.map(\.photoID) == met)
        #expect(all[0].paths.map(\.path) == [BytePath("/card/1.jpg")])
        let named = try catalog.pictureWork(
            of: [photos[4].id, photos[0].id], analysis: Self.haar)
        #expect(named.map(\.photoID) == [photos[4].id, photos[0].id])
    }

    @Test("metadata regions make faces before any detection, and a re-import replaces them")
    func regions() throws {
        let rule: FaceRule = { detections, regions, _ in
            regions.map {
                FaceCandidate(rectangle: $0.rectangle, source: .metadata, name: $0.name)
            } + detections
        }
        let temporary = try TemporaryCatalog(faceRule: rule)
        defer { withExtendedLifetime(temporary) {} }
        let catalog = temporary.catalog
        let box = RelativeRectangle(x: 0.1, y: 0.1, width: 0.2, height: 0.2)
        let photo = try Self.importPhoto(
            1, regions: [FaceRegion(rectangle: box, name: "Ana")], into: catalog)
        #expect(try catalog.photo(id: photo.id).faces?.map(\.name) == ["Ana"])
        // A second copy without a sidecar removes nothing.
        _ = try Self.importPhoto(1, at: "/backup/1.jpg", into: catalog)
        #expect(try catalog.photo(id: photo.id).faces?.map(\.name) == ["Ana"])
        #expect(
            try catalog.pictureWork(of: catalog.allPhotos(), analysis: Self.haar)
                .first?.faces == .due)
        try Self.record([Self.face(0.6)], of: photo, in: catalog)
        #expect(try catalog.photo(id: photo.id).faces?.map(\.name) == ["Ana", nil])
        _ = try Self.importPhoto(
            1, regions: [FaceRegion(rectangle: box, name: "Eva")], into: catalog)
        #expect(try catalog.photo(id: photo.id).faces?.map(\.name) == ["Eva", nil])
        _ = try Self.importPhoto(1, into: catalog)
        #expect(try catalog.photo(id: photo.id).faces?.map(\.name) == [nil])
        #expect(try catalog.photo(id: photo.id).faces?.map(\.source) == [.haar])
    }

    @Test("a decision is in the journal and stays with the bytes; a nil change keeps everything")
    func decisions() throws {
        let rule: FaceRule = { detections, _, decisions in
            detections
                + decisions.map {
                    FaceCandidate(rectangle: $0.rectangle, source: .person, name: $0.name)
                }
        }
        let temporary = try TemporaryCatalog(faceRule: rule)
        defer { withExtendedLifetime(temporary) {} }
        let catalog = temporary.catalog
        let photo = try Self.importPhoto(1, into: catalog)
        let picture = ExaminedPicture(sha256: photo.sha256, width: 400, height: 300)
        let box = RelativeRectangle(x: 0.1, y: 0.1, width: 0.2, height: 0.2)
        let unchanged = try catalog.decideFaces(
            in: picture, of: photo.id, command: "faces add", change: { _, _ in nil })
        #expect(unchanged == nil)
        #expect(try catalog.photo(id: photo.id).faces == nil)
        #expect(try catalog.faceDecisions(of: photo.sha256).isEmpty)
        let ana = FaceDecision(kind: .added, rectangle: box, name: "Ana")
        let decided = try catalog.decideFaces(
            in: picture, of: photo.id, command: "faces add", change: { _, old in old + [ana] })
        #expect(decided?.faces.map(\.name) == ["Ana"])
        #expect(try catalog.faceDecisions(of: photo.sha256) == [ana])
        _ = try Self.importPhoto(1, at: "/moved/1.jpg", into: catalog)
        try Self.record([Self.face(0.7)], of: photo, in: catalog)
        // Faces are read from left to right, whatever the rule's order.
        #expect(try catalog.photo(id: photo.id).faces?.map(\.name) == ["Ana", nil])
        let database = try DatabaseQueue(path: "\(catalog.folder)/catalog.sqlite")
        let entry = try database.read {
            try String.fetchOne($0, sql: "SELECT change FROM journal WHERE command = 'faces add'")
        }
        #expect(entry?.contains("\"after\":[{\"kind\":\"added\",\"name\":\"Ana\"") == true)
    }

    @Test("faces removed from the metadata are unknown, not none")
    func unknownAgain() throws {
        let temporary = try TemporaryCatalog { _, regions, _ in
            regions.map { FaceCandidate(rectangle: $0.rectangle, source: .metadata) }
        }
        defer { withExtendedLifetime(temporary) {} }
        let catalog = temporary.catalog
        let box = RelativeRectangle(x: 0.1, y: 0.1, width: 0.2, height: 0.2)
        let photo = try Self.importPhoto(1, regions: [FaceRegion(rectangle: box)], into: catalog)
        _ = try Self.importPhoto(1, into: catalog)
        #expect(try catalog.photo(id: photo.id).faces == nil)
        var rows = 0
        try catalog.forEachBatch(
            of: try catalog.section(.camera), where: try PhotoFilter(text: "faces:0")
        ) { batch in
            rows += batch.count
            return true
        }
        #expect(rows == 0)
    }

    @Test("decisions about one size of a photo apply to sizes added later, also with known bytes")
    func sizes() throws {
        let temporary = try TemporaryCatalog { detections, _, decisions in
            decisions.isEmpty
                ? detections
                : decisions.map {
                    FaceCandidate(rectangle: $0.rectangle, source: .person, name: $0.name)
                }
        }
        defer { withExtendedLifetime(temporary) {} }
        let catalog = temporary.catalog
        // The large bytes are already in the catalog as an examined camera photo.
        let camera = try Self.importPhoto(2, into: catalog)
        try Self.record([Self.face(0.5)], of: camera, in: catalog)
        let section = try temporary.makeSection("dogs")
        let stored = try catalog.store([flickrDetails("1")], in: section, command: "search")
        let id = try #require(stored.first).id
        func fetch(_ number: Int, _ size: PictureSize) throws -> String {
            let digest = FileDigest(bytes: (0..<32).map { UInt8(($0 + number) % 256) })
            let file = PictureFile(
                digest: digest, byteCount: 10, fileType: "JPEG", fileExtension: "jpg", width: 400,
                height: 300)
            try catalog.record(
                [PictureResult(photoID: id, size: size, outcome: .stored(file))], command: "fetch")
            return digest.hexadecimal
        }
        let medium = try fetch(1, .medium)
        let box = RelativeRectangle(x: 0.1, y: 0.1, width: 0.2, height: 0.2)
        let ana = FaceDecision(kind: .added, rectangle: box, name: "Ana")
        _ = try catalog.decideFaces(
            in: ExaminedPicture(sha256: medium, width: 400, height: 300), of: id,
            command: "faces add", change: { _, _ in [ana] })
        #expect(try catalog.photo(id: id).faces?.map(\.name) == ["Ana"])
        #expect(try fetch(2, .original) == camera.sha256)
        #expect(try catalog.photo(id: id).facesPicture?.sha256 == camera.sha256)
        #expect(try catalog.photo(id: id).faces?.map(\.name) == ["Ana"])
    }

    @Test("rectangles are in pixels of the largest stored picture, also before it is examined")
    func scaled() throws {
        let temporary = try TemporaryCatalog()
        defer { withExtendedLifetime(temporary) {} }
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let stored = try catalog.store([flickrDetails("1")], in: section, command: "search")
        let id = try #require(stored.first).id
        func fetch(_ number: Int, _ size: PictureSize, _ width: Int, _ height: Int) throws -> String
        {
            let digest = FileDigest(bytes: (0..<32).map { UInt8(($0 + number) % 256) })
            let file = PictureFile(
                digest: digest, byteCount: 10, fileType: "JPEG", fileExtension: "jpg", width: width,
                height: height)
            try catalog.record(
                [PictureResult(photoID: id, size: size, outcome: .stored(file))], command: "fetch")
            return digest.hexadecimal
        }
        let medium = try fetch(1, .medium, 400, 300)
        try Self.record([Self.face(0.5)], of: (id, medium), in: catalog)
        // Stored on its side, as cameras do.
        _ = try fetch(2, .original, 3000, 4000)
        let photo = try catalog.photo(id: id)
        #expect(photo.faces?.map(\.rectangle.text) == ["{{2000, 300}, {400, 600}}"])
        #expect(
            photo.facesPicture == ExaminedPicture(sha256: medium, width: 4000, height: 3000))
    }

    @Test("queries select by faces and persons, and rows keep their positions in the section")
    func queries() throws {
        let temporary = try TemporaryCatalog()
        defer { withExtendedLifetime(temporary) {} }
        let catalog = temporary.catalog
        let photos = try (1...4).map { try Self.importPhoto($0, into: catalog) }
        try Self.record([], of: photos[0], in: catalog)
        try Self.record(
            [Self.face(0.1, name: "Ana María"), Self.face(0.5)], of: photos[1], in: catalog)
        try Self.record([Self.face(0.1, name: "ana")], of: photos[3], in: catalog)
        func places(_ text: String, offset: Int = 0, limit: Int? = nil) throws -> [Int] {
            var found: [Int] = []
            try catalog.forEachBatch(
                of: try catalog.section(.camera), offset: offset, limit: limit,
                where: try PhotoFilter(text: text)
            ) { rows in
                found += rows.map(\.position)
                return true
            }
            return found
        }
        #expect(try places("faces:0") == [1])
        #expect(try places("faces:>0") == [2, 4])
        #expect(try places("faces:>=0") == [1, 2, 4])
        #expect(try places("person:ANA") == [2, 4])
        #expect(try places("person:Ana faces:1") == [4])
        #expect(try places("person:María") == [2])
        #expect(try places("person:\"ana maría\"") == [2])
        #expect(try places("person:An").isEmpty)
        #expect(try places("person:Eva").isEmpty)
        #expect(try places("faces:>=0", offset: 1, limit: 1) == [2])
        #expect(try places("") == [1, 2, 3, 4])
    }
}

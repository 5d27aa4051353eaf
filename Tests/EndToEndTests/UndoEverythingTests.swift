import Basics
import Foundation
import GalleryModel
import Imaging
import TestSupport
import Testing

/// Every command that changes a catalog is one step, which `undo` and `redo` revert and repeat.
@Suite("Undo and redo of every command")
struct UndoEverythingTests {
    // MARK: - Completeness

    /// Commands without a step for `undo`, by the reason.
    private static let exceptions: [String: [String]] = [
        "it only reads": [
            "sections", "find", "list", "latest", "show", "timeline", "tags", "people", "cameras",
            "places", "album list", "trash list", "faces list", "models list", "share list",
            "token list", "account list", "whoami",
        ],
        "it writes files outside the catalog": ["export", "effects", "faces crop", "share copy"],
        "it sends copies to other servers, which keep them": ["publish"],
        "it stores results that the same command computes again": [
            "analyze", "thumbnails", "faces detect",
        ],
        "it stores pictures that can be downloaded again": ["fetch"],
        "models, settings and problems are not photos": [
            "models install", "config list", "config get", "config set", "config unset",
            "config path", "problems",
        ],
        "credentials and links must not come back": [
            "sign-in", "sign-out", "token create", "token revoke", "account add", "account set",
            "account password", "account remove", "share revoke",
        ],
        "its requests are steps": ["serve"],
        "it deletes files for good": ["trash empty"],
        "it undoes and redoes steps": ["undo", "redo"],
    ]

    @Test("each command of the program is tested here, or has a reason to have no step")
    func commands() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let reference = try gallery.run("generate-reference", "commands")
        #expect(reference.status == 0, "\(reference.errors)")
        let names = reference.text.split(separator: "\n").compactMap { line in
            line.hasPrefix("| [`") ? line.dropFirst(4).prefix { $0 != "`" } : nil
        }.map(String.init)
        #expect(names.count > 50, "\(names)")
        let tested = Set(
            (Self.camera + Self.positions + Self.metadata + Self.albums + Self.covers + Self.faces
                + Self.duplicates + UndoRemoteTests.changes.map(\.change)).map(\.name))
        let excepted = Self.exceptions.values.flatMap { $0 }
        let forgotten = names.filter { !tested.contains($0) && !excepted.contains($0) }
        #expect(
            forgotten.isEmpty,
            "add them to the tested changes, or to the exceptions with a reason: \(forgotten)")
        let unknown = (tested.sorted() + excepted.sorted()).filter { !names.contains($0) }
        #expect(unknown.isEmpty, "the program has no such commands: \(unknown)")
        #expect(tested.isDisjoint(with: excepted))
    }

    // MARK: - Changes

    private static let camera = [
        UndoableChange("import", "card"),
        UndoableChange("import", "--in-place", "card"),
        // Photos that an undone import had moved to the trash.
        UndoableChange("import", "card", preparing: [["import", "card"], ["undo"]]),
        // A sidecar with another title, which arrives later.
        UndoableChange("import", "later"),
        UndoableChange("remove", "--where", "tag:dog"),
        UndoableChange("restore", "2", "3", preparing: [["remove", "2", "3", "4"]]),
        UndoableChange("edit", "camera", "--crop", "10%,10%,50%,50%", "--rotate", "90"),
        UndoableChange("edit", "1", "--flip", preparing: [["edit", "1", "--effect", "noir"]]),
        UndoableChange("edit", "1", "--reset", preparing: [["edit", "1", "--rotate", "180"]]),
        UndoableChange(
            "edit", "2", "3", "--copy-from", "1", preparing: [["edit", "1", "--rotate", "90"]]),
    ]

    private static let positions = [
        UndoableChange("locate", "camera", "--gpx", "walk.gpx", "--apply"),
        UndoableChange(
            "locate", "3", "--gpx", "walk.gpx", "--offset", "+00:00", "--replace", "--apply"),
        UndoableChange("locate", "camera", "--home", "52.52,13.40"),
        UndoableChange(
            "locate", "camera", "--home", "none",
            preparing: [["locate", "camera", "--home", "52.52,13.40"]]),
        UndoableChange(
            "locate", "--remove-track", "1",
            preparing: [["locate", "camera", "--gpx", "walk.gpx", "--apply"]]),
    ]

    private static let all = "title,description,tags,rating,favorite,date,location"

    private static let metadata = [
        UndoableChange(
            "set", "3", "--title", "A \"boat\", again", "--description", "first line\nsecond line",
            "--tag", "sea", "--tag", "New York", "--untag", "DOG", "--rating", "0", "--favorite",
            "--date", "1999:12:31 23:59:59", "--offset", "+05:30", "--location",
            "-33.8568,151.2153", "--album", "Summer"),
        UndoableChange("set", "camera", "--title", "", "--rating", "5"),
        UndoableChange("set", "--where", "tag:dog", "--favorite"),
        UndoableChange(
            "set", "2", "--no-favorite", "--no-album", "Summer",
            preparing: [["set", "2", "3", "--favorite", "--album", "Summer"]]),
        UndoableChange("set", "2", "3", "--shift", "+01:30"),
        UndoableChange("set", "2", "3", "--shift", "-31d"),
        UndoableChange(
            "set", "2", "--clear", all,
            preparing: [
                [
                    "set", "2", "--title", "t", "--description", "d", "--tag", "x", "--rating", "2",
                    "--favorite", "--date", "2020:02:29 10:00:00", "--location", "48.39,-4.49",
                ]
            ]),
        UndoableChange("set", "--from", "changed.csv"),
    ]

    private static let trip = [["album", "new", "Trip"], ["album", "add", "Trip", "2", "3", "4"]]

    private static let albums = [
        UndoableChange("album new", "Dogs", "--where", "tag:dog"),
        UndoableChange("album new", "Empty"),
        UndoableChange(
            "album rename", "Dogs", "Good dogs",
            preparing: [
                ["album", "new", "Dogs", "--where", "tag:dog"],
                ["album", "new", "Both", "--where", "section:album:Dogs tag:cat"],
            ]),
        UndoableChange("album delete", "Trip", preparing: trip),
        UndoableChange("album add", "Trip", "1", "2", preparing: trip),
        UndoableChange("album remove", "Trip", "3", preparing: trip),
        UndoableChange("album move", "Trip", "4", "--to", "1", preparing: trip),
        // Photos of an album leave it with the trash, and come back to their positions.
        UndoableChange("remove", "3", preparing: trip),
        UndoableChange("restore", "3", preparing: trip + [["remove", "3"]]),
    ]

    private static let covers = [
        UndoableChange("album cover", "Trip", "3", preparing: trip),
        UndoableChange(
            "album cover", "Trip", "--none", preparing: trip + [["album", "cover", "Trip", "4"]]),
        UndoableChange(
            "album remove", "Trip", "3", preparing: trip + [["album", "cover", "Trip", "3"]]),
    ]

    private static let faces = [
        UndoableChange("faces name", "1", "1", "Lionel Example"),
        UndoableChange(
            "faces name", "1", "1", "--nobody",
            preparing: [["faces", "name", "1", "1", "Lionel Example"]]),
        UndoableChange("faces reject", "1", "1"),
        UndoableChange("faces add", "1", "10,10,50,60", "--name", "Eva"),
    ]

    private static let duplicates = [
        UndoableChange("duplicates", "--trash-others", preparing: [["analyze"]]),
        UndoableChange("duplicates", "--ignore", "{group}", preparing: [["analyze"]]),
    ]

    // MARK: - The catalog

    /// A footballer, a boat with two tags, a dog with a position and a photo without metadata.
    static func scene(
        reading: [[String]] = [["find", "tag:dog or is:favorite or is:edited"]],
        paths: [String] = []
    ) throws -> UndoScene {
        let place = try PlaceScene()
        try FileManager.default.copyItem(
            at: FacePictures.messi, to: place.photos.appendingPathComponent("1-messi.jpg"))
        try place.add(
            "boat", taken: "2024:05:01 12:05:00", offset: "+02:00", keywords: ["dog", "sea"])
        try place.add(
            "dog", at: Coordinate(latitude: 48.8583, longitude: 2.2945, altitude: 35),
            taken: "2023:12:31 23:30:00", keywords: ["Dog", "cat"], model: "X100")
        try PictureFiles.jpeg(comment: "nothing")
            .write(to: place.photos.appendingPathComponent("nothing.jpg"))
        let folder = place.gallery.folder
        func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
        for name in ["card", "later"] {
            try FileManager.default.createDirectory(
                at: file(name), withIntermediateDirectories: true)
        }
        for name in ["new", "newer"] {
            try PictureFiles.jpeg(comment: name).write(to: file("card/\(name).jpg"))
        }
        try Data(track.utf8).write(to: file("walk.gpx"))
        let scene = try UndoScene(
            place.gallery, files: files(folder), reading: reading, paths: paths)
        try scene.run(["import", place.photos.path])
        // The same picture with a sidecar.
        try FileManager.default.copyItem(
            at: place.photos.appendingPathComponent("boat.jpg"), to: file("later/boat.jpg"))
        try Data(sidecar.utf8).write(to: file("later/boat.xmp"))
        try scene.run(["faces", "detect", "camera"])
        let table = try scene.run(["export", "camera", "--format", "csv"]).text
        #expect(table.contains(",boat,"))
        try Data(
            table.replacingOccurrences(of: ",boat,", with: ",\"boat, again\",")
                .replacingOccurrences(of: "2023:12:31 23:30:00", with: "2024:01:01 00:30:00").utf8
        ).write(to: file("changed.csv"))
        try scene.keep()
        return scene
    }

    private static func files(_ folder: URL) -> [URL] {
        ["photos", "card", "later", "walk.gpx", "changed.csv"].map(folder.appendingPathComponent)
    }

    static func check(_ changes: [UndoableChange], in scene: UndoScene) throws {
        defer { scene.gallery.remove() }
        for change in changes { try scene.check(change) }
        #expect(try scene.gallery.integrity() == "ok")
        #expect(try scene.gallery.strayFiles().isEmpty)
    }

    private static let track = """
        <?xml version="1.0"?>
        <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
        <trkpt lat="48.38" lon="-4.50"><ele>10</ele><time>2023-12-31T23:00:00Z</time></trkpt>
        <trkpt lat="48.40" lon="-4.48"><ele>30</ele><time>2023-12-31T23:59:00Z</time></trkpt>
        </trkseg><trkseg>
        <trkpt lat="48.38" lon="-4.50"><ele>10</ele><time>2024-05-01T10:00:00Z</time></trkpt>
        <trkpt lat="48.40" lon="-4.48"><ele>30</ele><time>2024-05-01T10:10:00Z</time></trkpt>
        </trkseg></trk></gpx>
        """

    private static let sidecar = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/">
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmp:Rating="4">
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">a boat with a sidecar</rdf:li></rdf:Alt>
        </dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
        """

    // MARK: - Tests

    @Test("imports, the trash and edits")
    func cameraChanges() throws { try Self.check(Self.camera, in: try Self.scene()) }

    @Test("positions, homes and tracks")
    func positionChanges() throws {
        try Self.check(
            Self.positions,
            in: try Self.scene(reading: [
                ["find", "has:home"], ["places"], ["locate", "--tracks"],
            ]))
    }

    @Test("what a user says about photos, with each option of set")
    func metadataChanges() throws {
        let reading = [["find", "tag:sea"], ["find", "is:favorite"], ["timeline"]]
        try Self.check(Self.metadata, in: try Self.scene(reading: reading))
    }

    @Test("albums by query and by hand")
    func albumChanges() throws { try Self.check(Self.albums, in: try Self.scene(reading: [])) }

    @Test("covers of albums, which the API shows")
    func coverChanges() throws {
        try Self.check(Self.covers, in: try Self.scene(reading: [], paths: ["sections"]))
    }

    @Test("names, drawn faces and rejected detections")
    func faceChanges() throws {
        let reading = [["find", "person:lionel"], ["people"]]
        try Self.check(Self.faces, in: try Self.scene(reading: reading))
    }

    @Test("duplicates that are trashed or ignored")
    func duplicateChanges() throws {
        let gallery = try GalleryProgram()
        let folder = gallery.folder.appendingPathComponent("photos")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let picture = try PictureDecoder().decode(
            path: BytePath(FacePictures.messi.path), as: .bgr, longEdge: nil)
        for quality in [70, 95] {
            try Data(try JPEGEncoder(quality: quality).encode(picture.pixels))
                .write(to: folder.appendingPathComponent("quality-\(quality).jpg"))
        }
        try FileManager.default.copyItem(
            at: FacePictures.fruits, to: folder.appendingPathComponent("fruits.jpg"))
        let scene = try UndoScene(gallery, files: [folder], reading: [["duplicates"]])
        try scene.run(["import", folder.path])
        try scene.keep()
        try Self.check(Self.duplicates, in: scene)
    }
}

package import Basics
import Catalog
public import GalleryModel
import Synchronization

/// The faces of a gallery: their detection, and the decisions of users about them.
///
/// @Snippet(path: "gallery/Snippets/FindFaces", slice: "faces")
public struct GalleryFaces: GalleryFeature {
    let gallery: PhotoGallery

    /// The face detection options of the gallery's settings.
    package var options: FaceOptions { FaceOptions(settings: settings) }

    /// Detects faces in the largest stored picture of each photo and stores them.
    ///
    /// Pictures already examined with the same parameters are not decoded again. Manual decisions
    /// (names, drawn and rejected faces) apply to every result. Canceling the task keeps stored
    /// results.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - options: the detector and its quality; a dry run stores nothing, see `plan`.
    ///   - body: receives each examined picture once it is stored, in order; called on one thread
    ///     at a time. Errors that it throws end the work.
    /// - Throws: `configuration` for a missing or altered model; errors of the catalog or `body`;
    ///   `CancellationError`.
    public func detect(
        _ query: PhotoQuery, options: FaceOptions = FaceOptions(),
        body: @escaping @Sendable ([AnalyzedPicture]) throws -> Void = { _ in }
    ) async throws -> FaceSummary {
        try await gallery.perform("thumbnails", options.work) { [self] work in
            let scope = try gallery.scope(of: query)
            return try gallery.pictureAnalysis(nil, options, work, command: "faces").run(
                scope, total: try gallery.total(of: scope), body: body
            ).faces
        }
    }

    /// Reports what `detect` would do, and the manual decisions that apply to its pictures.
    ///
    /// - Throws: `configuration` for a missing or altered model; errors of the catalog.
    package func plan(
        _ query: PhotoQuery, options: FaceOptions = FaceOptions()
    ) throws(GalleryError) -> FacePlan {
        let scope = try gallery.scope(of: query)
        var dryRun = WorkOptions()
        dryRun.isDryRun = true
        let analysis = try gallery.pictureAnalysis(
            nil, options, WorkContext(dryRun), command: "faces")
        return try GalleryError.translating {
            var plan = FacePlan()
            plan.summary = try analysis.run(
                scope, total: 0,
                planned: { job in
                    plan.decisions += try catalog.faceDecisions(of: job.sha256).map {
                        (job.photoID, $0)
                    }
                }, body: { _ in }
            ).faces
            return plan
        }
    }
}

/// The outcome of a face detection run.
public struct FaceSummary: Hashable, Sendable {
    /// The number of examined pictures.
    public var examined = 0
    /// The number of faces in the examined pictures.
    public var faces = 0
    /// The number of examined pictures with at least one face.
    public var picturesWithFaces = 0
    /// The number of pictures whose stored result was used again, without decoding.
    public var shownAgain = 0
    /// The number of pictures already examined with the same parameters.
    public var upToDate = 0
    /// The number of photos without a stored picture.
    public var withoutPicture = 0
    /// The number of files in folders that are not pictures, or whose format cannot be decoded.
    public var ignored = 0
    /// The number of pictures that could not be examined.
    public var failed = 0

    /// Creates an empty summary.
    package init() {}

    mutating func count(_ examined: AnalyzedPicture) {
        guard let faces = examined.faces else {
            failed += 1
            return
        }
        self.examined += 1
        self.faces += faces.count
        if !faces.isEmpty { picturesWithFaces += 1 }
    }

    /// The counts with their names in JSON and CSV.
    private static let counts:
        [(name: String, count: any WritableKeyPath<FaceSummary, Int> & Sendable)] = [
            ("examined", \.examined), ("faces", \.faces),
            ("picturesWithFaces", \.picturesWithFaces), ("shownAgain", \.shownAgain),
            ("upToDate", \.upToDate), ("withoutPicture", \.withoutPicture),
            ("ignored", \.ignored), ("failed", \.failed),
        ]

    /// Adds the outcome of another run.
    package mutating func add(_ other: FaceSummary) {
        for (_, count) in Self.counts { self[keyPath: count] += other[keyPath: count] }
    }
}

extension FaceSummary: JobSummary {
    /// The outcome as a sentence.
    public var sentence: String { "\(message)" }

    /// The outcome as a sentence with its values.
    package var message: Message {
        let pictures = Message.count(examined, "picture examined", "pictures examined")
        let faces = Message.count(self.faces, "face")
        return Message.list(
            ["\(pictures): \(faces) in \(number: picturesWithFaces)"]
                + Message.counts([
                    (shownAgain, "shown again"), (upToDate, "examined before"),
                    (withoutPicture, "without a picture"),
                    (ignored, ignored == 1 ? "other file skipped" : "other files skipped"),
                    (failed, "failed"),
                ]))
    }

    /// The counts for JSON and CSV.
    package var members: [JSONMember] { Self.counts.map { ($0.name, self[keyPath: $0.count]) } }

    /// The number of failed items.
    package var failedItems: Int { failed }
}

/// The outcome that a face detection run would have.
package struct FacePlan: Sendable {
    /// A photo and a manual decision that applies to its picture.
    package typealias AffectedDecision = (photoID: PhotoID, decision: FaceDecision)

    /// The outcome of the dry run.
    package var summary = FaceSummary()
    /// The manual decisions about the pictures with pending work; all of them are kept.
    package var decisions: [AffectedDecision] = []

    /// Creates an empty plan.
    package init() {}

    /// Adds the plan of another run.
    package mutating func add(_ other: FacePlan) {
        summary.add(other.summary)
        decisions += other.decisions
    }
}

extension FacePlan {
    /// The plan as a sentence.
    package var sentence: String {
        var parts = ["\(Count.text(summary.examined, "picture")) to examine"]
        let (shownAgain, withoutPicture) = (summary.shownAgain, summary.withoutPicture)
        if shownAgain > 0 { parts.append("\(Count.text(shownAgain)) to show again") }
        parts.append("\(Count.text(summary.upToDate)) up to date")
        if withoutPicture > 0 { parts.append("\(Count.text(withoutPicture)) without a picture") }
        let met = Count.list(
            FaceDecision.Kind.allCases.map { kind in
                (decisions.count { $0.decision.kind == kind }, kind.rawValue)
            })
        return "plan: " + parts.joined(separator: ", ") + "; your decisions: "
            + (met.map { "\($0) (all kept)" } ?? "none")
    }
}

extension GalleryFaces {
    /// Returns a page of unnamed faces, the largest first.
    ///
    /// Faces cut off by an edit are left out. Blocks for a few milliseconds per page, longer if
    /// most of the faces are of photos in the trash.
    ///
    /// - Parameters:
    ///   - last: the `next` value of the previous page; nil for the first page.
    ///   - limit: the maximum number of faces per page.
    package func unnamed(
        after last: UnnamedFace? = nil, limit: Int = 120
    ) throws(GalleryError) -> FacePortraits {
        try GalleryError.translating {
            var page = FacePortraits(portraits: [], next: last)
            // Skip faces that no visible photo shows, so that no page is empty.
            repeat {
                let found = try catalog.unnamedFaces(after: page.next, limit: limit + 1)
                let faces = found.prefix(limit)
                let photos = try catalog.photos(ids: faces.compactMap(\.photo).uniqued())
                    .keyed(by: \.id)
                page.portraits = faces.compactMap { face in
                    guard let photo = face.photo.flatMap({ photos[$0] }) else { return nil }
                    return FacePortrait.all(of: photo).first {
                        $0.number == face.number && $0.face.name == nil
                    }
                }
                page.next = found.count > limit ? faces.last : nil
            } while page.portraits.isEmpty && page.next != nil
            return page
        }
    }

    /// Returns a face of a person from the most recent photo in which it is visible.
    ///
    /// Blocks for a few milliseconds.
    ///
    /// - Parameters:
    ///   - name: the person's name, ignoring case and accents.
    ///   - query: the photos to search.
    /// - Returns: nil if none of the latest photos with a stored picture shows the person.
    package func portrait(
        of name: String, in query: PhotoQuery = .everything
    ) throws(GalleryError) -> FacePortrait? {
        var query = query.filtered(.condition(.named(name)))
        query.order = PhotoOrder(.date, isDescending: true)
        let key = Place.key(name)
        return try gallery.photos(query.page(limit: Self.maximumPortraitPhotos)).lazy
            .flatMap { FacePortrait.all(of: $0.photo) }
            .first { $0.face.name.map(Place.key) == key }
    }

    /// The number of photos searched for a visible face.
    private static let maximumPortraitPhotos = 5
}

/// A face of a photo, shown as a portrait of a person.
package struct FacePortrait: Hashable, Sendable {
    /// The photo.
    package var photo: Photo
    /// The number of the face in the photo.
    package var number: Int
    /// The face, in pixels of the upright, edited picture.
    package var face: Face
    /// The width of the upright, edited picture in pixels.
    package var width: Int
    /// The height of the upright, edited picture in pixels.
    package var height: Int
}

/// A page of faces, the largest first, and its last face if more follow.
package typealias FacePortraits = (portraits: [FacePortrait], next: UnnamedFace?)

extension FacePortrait {
    /// Returns the visible faces of a photo; empty if no picture is stored.
    package static func all(of photo: Photo) -> [FacePortrait] {
        guard photo.picture != nil, let size = photo.shownSize else { return [] }
        return (photo.shownFaces ?? []).map { number, face in
            FacePortrait(
                photo: photo, number: number, face: face, width: size.width, height: size.height)
        }
    }
}

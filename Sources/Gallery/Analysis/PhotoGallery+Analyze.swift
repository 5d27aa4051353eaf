public import Basics
import Catalog
public import GalleryModel
import Imaging

extension PhotoGallery {
    /// Creates missing thumbnails, detects faces and looks up places of photos.
    ///
    /// A picture is decoded once for thumbnails and faces. The faces are stored like those of
    /// `faces.detect` with the same options; as that decodes at a smaller size, a rectangle may
    /// differ by about a pixel. An unusable place index is reported as a failed item and does not
    /// affect the rest. Canceling the task keeps stored results.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - options: the thumbnails, the detector and its quality; a dry run only counts.
    ///   - body: receives each photo whose picture was due, once it is stored, in order; called on
    ///     one thread at a time. Errors that it throws end the work.
    /// - Throws: `configuration` for a missing or altered model; errors of the catalog or `body`;
    ///   `CancellationError`.
    public func analyze(
        _ query: PhotoQuery, options: AnalysisOptions = AnalysisOptions(),
        body: @escaping @Sendable ([AnalyzedPicture]) throws -> Void = { _ in }
    ) async throws -> AnalysisSummary {
        try ReverseGeocoder.checkOverrides(settings)
        // Picture problems are always recorded under `thumbnails`, whichever command finds them.
        return try await perform("thumbnails", options.work) { [self] work in
            try analyze(try scope(of: query), options, work, nil, body)
        }
    }

    /// Imports pictures like `importPhotos(from:inPlace:options:)`, then analyzes the camera
    /// section.
    ///
    /// - Parameters:
    ///   - paths: files and folders; read one by one on a separate thread.
    ///   - inPlace: true to leave the files where they are; false to copy them into the catalog.
    ///   - analyzing: the thumbnails, the detector and its quality.
    ///   - options: progress, failed items, remarks, the number of readers; a dry run imports and
    ///     analyzes nothing, and counts the pending work for existing photos.
    ///   - body: as for `importPhotos(from:inPlace:options:body:)`.
    /// - Throws: like `importPhotos(from:inPlace:options:)` and `analyze(_:options:body:)`; a
    ///   missing model is detected before the import starts.
    package func importPhotos(
        from paths: some Sequence<BytePath> & Sendable, inPlace: Bool = false,
        analyzing: AnalysisOptions, options: WorkOptions = WorkOptions(),
        body: @escaping @Sendable ([ImportedFile]) throws -> Void = { _ in }
    ) async throws -> (imported: ImportSummary, analyzed: AnalysisSummary) {
        let detection = try FaceDetection(analyzing.faces, settings: settings)
        let imported = try await importPhotos(
            from: paths, inPlace: inPlace, options: options, body: body)
        let camera = PhotoScope.section(try sections.find(.camera))
        let analyzed = try await perform("thumbnails", options) { [self] work in
            try analyze(camera, analyzing, work, detection) { _ in }
        }
        return (imported, analyzed)
    }

    private func analyze(
        _ scope: PhotoScope, _ options: AnalysisOptions, _ work: WorkContext,
        _ detection: FaceDetection?, _ body: ([AnalyzedPicture]) throws -> Void
    ) throws -> AnalysisSummary {
        let run = try pictureAnalysis(
            options.thumbnails, options.faces, work, command: "analyse",
            detection: detection)
        let updated = try refreshMetadata(scope, work)
        var summary = try run.run(scope, total: try total(of: scope), body: body)
        summary.updated = updated
        summary.places = try locate(scope, work)
        return summary
    }

    /// Returns the pass over pictures that creates thumbnails and detects faces.
    ///
    /// - Parameters:
    ///   - thumbnails: the thumbnails to create; nil for none.
    ///   - faces: the parameters of face detection; nil if it is off.
    ///   - findsLooks: true to find missing looks also of pictures without other pending work.
    ///   - known: the face detection, if its models are already loaded.
    ///   - willDecode: called for each picture before it is decoded.
    /// - Throws: `usage` for invalid thumbnail sizes; `configuration` for a missing model.
    func pictureAnalysis(
        _ thumbnails: ThumbnailOptions?, _ faces: FaceOptions?, _ work: WorkContext,
        command: String, findsLooks: Bool = false, detection known: FaceDetection? = nil,
        willDecode: @escaping @Sendable (BytePath) -> Void = { _ in }
    ) throws(GalleryError) -> CatalogAnalysis {
        var detection = known
        if let faces, detection == nil { detection = try FaceDetection(faces, settings: settings) }
        var made = thumbnails ?? ThumbnailOptions(settings: settings)
        made.sides = try thumbnails?.checkedSides() ?? []
        let jobs = AnalysisJobs(
            catalog: catalog, encoding: PictureEncoding(settings.thumbnails), thumbnails: made,
            faces: detection?.analysis, detectsAgain: faces?.again ?? false,
            findsLooks: findsLooks)
        return CatalogAnalysis(
            jobs: jobs,
            pictures: PictureAnalysis(
                maker: ThumbnailMaker(limits: DecodeLimits(settings), encoding: jobs.encoding),
                detection: detection, willDecode: willDecode),
            maximumBytes: settings.thumbnails.maximumBytes, work: work,
            command: command)
    }

    /// Looks up missing places; an unusable index is reported as a failed item.
    private func locate(_ selection: PhotoScope, _ work: WorkContext) throws -> LocateSummary {
        do {
            return try places.update(selection, LocateOptions(settings: settings), work)
        } catch let error as GalleryError where error.kind == .configuration {
            work.reportFailure(.places, "places were not looked up: \(error.message)")
            return LocateSummary()
        }
    }
}

extension ThumbnailOptions {
    /// The valid long edges in pixels.
    static let allowedSides = 16...8192

    /// Returns the sizes in ascending order without duplicates.
    ///
    /// - Throws: `usage` if there are none, or one is out of range.
    fileprivate func checkedSides() throws(GalleryError) -> [Int] {
        if let wrong = sides.first(where: { !Self.allowedSides.contains($0) }) {
            throw GalleryError(
                .usage,
                "'\(wrong)' is not a valid thumbnail size: expected "
                    + "\(Self.allowedSides.lowerBound) to \(Self.allowedSides.upperBound) pixels")
        }
        guard !sides.isEmpty else {
            throw GalleryError(.usage, "no thumbnail size is given: specify at least one")
        }
        return Set(sides).sorted()
    }
}

extension PictureEncoding {
    /// The thumbnail encoding in the settings.
    init(_ settings: GallerySettings.Thumbnails) {
        switch settings.format {
        case .jpeg: self = .jpeg(quality: settings.quality)
        case .webp: self = .webp(quality: settings.quality)
        }
    }
}

/// Options of an analysis.
public struct AnalysisOptions: FeatureOptions {
    /// The thumbnails to create.
    public var thumbnails: ThumbnailOptions
    /// The parameters of face detection.
    public var faces: FaceOptions

    /// Options of the work; the `work` of the two properties above is ignored.
    public var work = WorkOptions()

    /// Creates options from the settings.
    public init(settings: GallerySettings = GallerySettings()) {
        thumbnails = ThumbnailOptions(settings: settings)
        faces = FaceOptions(settings: settings)
    }
}

/// An analyzed picture: a row of `gallery analyze`, `gallery thumbnails make` or `gallery faces`.
public struct AnalyzedPicture: Hashable, Sendable {
    /// The photo's catalog id; nil for a file outside the catalog.
    public var photoID: PhotoID?
    /// The path of the picture.
    public var path: BytePath?
    /// The new thumbnails, smallest first, with `includesExisting` also the existing ones; nil if
    /// none were due or they failed with `error`.
    public var thumbnails: [Thumbnail]?
    /// The faces, left to right; nil if the picture was not due or detection failed with `error`.
    public var faces: [Face]?
    /// The width in pixels of the upright picture that the faces refer to; nil without faces.
    public var width: Int?
    /// The height in pixels of the upright picture that the faces refer to; nil without faces.
    public var height: Int?
    /// Problems while reading the picture, such as a truncated file.
    public var warnings: [String] = []
    /// The reason for a failure and the next step; nil on success.
    public var error: String?
}

/// The outcome of an analysis, or of its dry run.
public struct AnalysisSummary: Hashable, Sendable {
    /// The outcome for thumbnails.
    public var thumbnails = ThumbnailSummary()
    /// The outcome for faces.
    public var faces = FaceSummary()
    /// The outcome for places.
    public var places = LocateSummary()
    /// Photos whose details changed because their metadata was read again by a later version of the
    /// program.
    public var updated = 0
    /// Photos for which something failed.
    public var failed = 0
}

extension AnalysisSummary: WorkSummary {
    /// The outcome in one line.
    public var sentence: String { sentences.joined(separator: "; ") }

    /// The outcomes for metadata, thumbnails, faces and places.
    package var sentences: [String] {
        (updated > 0 ? ["metadata: updated \(Count.text(updated, "photo"))"] : []) + [
            "thumbnails: \(thumbnails.sentence)", "faces: \(faces.sentence)",
            "places: \(places.sentence)",
        ]
    }

    /// The counts for JSON and CSV.
    package var members: [JSONMember] {
        [
            ("thumbnails", thumbnails.made), ("faces", faces.faces), ("located", places.located),
            ("failed", failed),
        ]
    }

    /// The number of failed items.
    package var failedItems: Int { failed }
}

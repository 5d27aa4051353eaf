public import Basics
import Catalog
import Foundation
public import GalleryModel
import Imaging

/// What an import with an analysis did.
public struct ImportAndAnalysis: Sendable {
    /// What the import did.
    public var imported: ImportSummary
    /// What the analysis did.
    public var analysed: AnalyseSummary
}

extension PhotoGallery {
    /// Makes the thumbnails, finds the faces and looks up the places of photos, each where it is due.
    ///
    /// A picture is decoded once for thumbnails and faces. Faces are kept as those of `detectFaces` with
    /// the same options, which decodes less: a rectangle may differ by a pixel or so. An index of places
    /// that cannot be used hinders nothing else: it is a failed item. Cancelling the task keeps what was
    /// stored.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - options: the thumbnails, the detector and its quality; a dry run only counts.
    ///   - body: gets each photo whose picture was due, once that is stored, in order; called on one
    ///     thread at a time. What it throws ends the work.
    /// - Throws: `configuration` for a missing or altered model; what the catalog or `body` throws;
    ///   `CancellationError`.
    public func analyse(
        _ query: PhotoQuery, options: AnalyseOptions = AnalyseOptions(),
        body: @escaping @Sendable ([AnalysedPhoto]) throws -> Void = { _ in }
    ) async throws -> AnalyseSummary {
        try checkDisputedAreas()
        // Whichever command finds it, a problem of a picture is one of its thumbnails.
        return try await perform("thumbnails", options.work) { [self] work in
            try analyse(try scope(of: query), options, work, nil, body)
        }
    }

    /// Imports pictures as `importPhotos(from:inPlace:options:)`, then analyses what is due in the camera
    /// section.
    ///
    /// - Parameters:
    ///   - paths: files and folders; drawn one by one on a thread of the import's own.
    ///   - inPlace: whether files stay where they are; else they are copied into the catalog.
    ///   - analysing: the thumbnails, the detector and its quality.
    ///   - options: progress, failed items, remarks, the number of readers; a dry run imports and
    ///     analyses nothing, and says of the photos there are what would be analysed.
    /// - Throws: as `importPhotos(from:inPlace:options:)` and `analyse(_:options:body:)`; a model
    ///   that is missing is found before anything is imported.
    public func importPhotos(
        from paths: some Sequence<BytePath> & Sendable, inPlace: Bool = false,
        analysing: AnalyseOptions, options: WorkOptions = WorkOptions()
    ) async throws -> ImportAndAnalysis {
        let detection = try FaceDetection(analysing.faces, settings: settings)
        let imported = try await importPhotos(from: paths, inPlace: inPlace, options: options)
        let camera = PhotoScope.section(try section(.camera))
        let analysed = try await perform("thumbnails", options) { [self] work in
            try analyse(camera, analysing, work, detection) { _ in }
        }
        return ImportAndAnalysis(imported: imported, analysed: analysed)
    }

    private func analyse(
        _ scope: PhotoScope, _ options: AnalyseOptions, _ work: WorkContext,
        _ detection: FaceDetection?, _ body: ([AnalysedPhoto]) throws -> Void
    ) throws -> AnalyseSummary {
        let run = try pictureAnalysis(
            options.thumbnails, options.faces, work, command: "analyse",
            detection: detection)
        var summary = try run.run(scope, total: try total(of: scope), body: body)
        summary.places = try locate(scope, work)
        return summary
    }

    /// The pass over pictures that makes thumbnails and finds faces.
    ///
    /// - Parameters:
    ///   - thumbnails: the thumbnails to make; nil for none.
    ///   - faces: how faces are found; nil where nobody asks.
    ///   - known: what finds the faces, where its models were read before.
    ///   - willDecode: hears of each picture that is decoded.
    /// - Throws: `usage` for sides that no thumbnail can have; `configuration` for a missing model.
    func pictureAnalysis(
        _ thumbnails: ThumbnailOptions?, _ faces: FaceOptions?, _ work: WorkContext,
        command: String, detection known: FaceDetection? = nil,
        willDecode: @escaping @Sendable (BytePath) -> Void = { _ in }
    ) throws(GalleryError) -> CatalogAnalysis {
        var detection = known
        if let faces, detection == nil {
            detection = try FaceDetection(faces, settings: settings)
        }
        let encoding = PictureEncoding(settings.thumbnails)
        let jobs = try analysisJobs(thumbnails, faces, detection?.analysis)
        return CatalogAnalysis(
            catalog: catalog, jobs: jobs,
            pictures: PictureAnalysis(
                maker: ThumbnailMaker(limits: DecodeLimits(settings), encoding: encoding),
                detection: detection, willDecode: willDecode),
            maximumBytes: settings.thumbnails.maximumBytes, work: work,
            command: command)
    }

    /// What goes through the catalog and says what is due.
    ///
    /// - Throws: `usage` for sides that no thumbnail can have.
    func analysisJobs(
        _ thumbnails: ThumbnailOptions?, _ faces: FaceOptions?, _ analysis: FaceAnalysis?
    ) throws(GalleryError) -> AnalysisJobs {
        var made = thumbnails ?? ThumbnailOptions(settings: settings)
        made.sides = try thumbnails?.checkedSides() ?? []
        return AnalysisJobs(
            catalog: catalog, encoding: PictureEncoding(settings.thumbnails), thumbnails: made,
            faces: analysis, searchesAgain: faces?.again ?? false)
    }

    /// Looks up the places that are due; an index that cannot be used is a failed item.
    private func locate(
        _ selection: PhotoScope, _ work: WorkContext
    ) throws -> LocateSummary {
        do {
            return try CatalogPlaces(
                catalog: catalog, options: LocateOptions(settings: settings), work: work
            ).run(
                selection, try ReverseGeocoder(settings: settings),
                total: try total(of: selection),
                nil)
        } catch let error as GalleryError where error.kind == .configuration {
            work.tellFailed(.places, "places were not looked up: \(error.message)")
            return LocateSummary()
        }
    }
}

extension ThumbnailOptions {
    /// The long edges that can be asked for, in pixels.
    static let allowedSides = 16...8192

    /// The sides, each once and the smallest first.
    ///
    /// - Throws: `usage` where there is none, or one is out of range.
    fileprivate func checkedSides() throws(GalleryError) -> [Int] {
        if let wrong = sides.first(where: { !Self.allowedSides.contains($0) }) {
            throw GalleryError(
                .usage,
                "'\(wrong)' is no size for thumbnails: give \(Self.allowedSides.lowerBound) to "
                    + "\(Self.allowedSides.upperBound) pixels")
        }
        guard !sides.isEmpty else {
            throw GalleryError(.usage, "no size for thumbnails is given: give one or more")
        }
        return Set(sides).sorted()
    }
}

extension PictureEncoding {
    /// The encoding of thumbnails that the settings ask for.
    init(_ settings: GallerySettings.Thumbnails) {
        switch settings.format {
        case .jpeg: self = .jpeg(quality: settings.quality)
        case .webp: self = .webp(quality: settings.quality)
        }
    }
}

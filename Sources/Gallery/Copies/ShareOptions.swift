public import Basics
import Export
public import Foundation
public import GalleryModel

/// Copies of photos that are given to other people, and sent to servers.
///
/// @Snippet(path: "gallery/Snippets/EditPhotos", slice: "share")
public struct GalleryShares: GalleryFeature {
    let gallery: PhotoGallery

    /// Shares copies of photos: as a file, in a folder or archive, by email or on paper.
    ///
    /// Copies are upright, edited, in sRGB and limited to the requested size. Positions, serial
    /// numbers and all text are removed unless requested, also from file names; the title, license
    /// and credit of a photo that is public on Flickr are kept. No file is overwritten: in folders
    /// a new name gets ` (2)` and so on; an existing file, archive or message with the given name
    /// is refused unless it has the same contents.
    ///
    /// A photo that cannot be shared is a failed item, and the others continue.
    ///
    /// - Parameters:
    ///   - query: the photos, in order.
    ///   - target: the destination.
    ///   - options: the size and the metadata to keep; a dry run reports the names, and writes,
    ///     mails and prints nothing.
    /// - Throws: `usage` for options that conflict with each other or the target; `notFound` for a
    ///   photo in the trash; `inputOutput` if the target cannot be written; `configuration` if a
    ///   program for printing is missing; `CancellationError`.
    public func send(
        _ query: PhotoQuery, to target: ShareTarget, options: ShareOptions = ShareOptions()
    ) async throws -> ShareSummary {
        try await gallery.perform("share", options.work) { [self] work in
            var run = ShareRun(
                gallery: gallery, photos: try photos(query), target: target, options: options,
                work: work)
            return try run.run()
        }
    }

    /// Returns the photos of a query to share, in order, without unpublished campaign photos.
    ///
    /// A photo named twice is returned twice.
    ///
    /// - Throws: `notFound` for a photo in the trash and for a named photo that is not published.
    func photos(_ query: PhotoQuery) throws(GalleryError) -> [Photo] {
        var ids = try gallery.seen(by: .anyone).photoIDs(query)
        if query.scopes.count == 1, query.isUnlimited, case .photos(let named) = query.scopes[0] {
            ids = named
        }
        let photos = try ids.map { id throws(GalleryError) in try gallery.photo(id: id) }
        if let photo = photos.first(where: { $0.dateTrashed != nil }) {
            throw .trashedPhoto(photo.id)
        }
        // Only named photos can be unpublished: sections and queries do not list them for others.
        if let id = try Set(ids).subtracting(gallery.seen(by: .anyone).listed(ids)).min() {
            throw GalleryError(
                .notFound,
                "photo '\(id)' was sent to a campaign but is not in any post: publish it there first"
            )
        }
        return photos
    }
}

/// The size of shared pictures.
public enum ShareSize: Hashable, Sendable {
    /// The setting `share.longestSide`; printed pictures at full size.
    case standard
    /// Full size.
    case full
    /// Half the length of each edge.
    case half
    /// The given maximum length of the long edge in pixels.
    case longest(Int)
}

/// The options of sharing photos: metadata is removed unless an option keeps it.
///
/// Kept by default: the picture, and when and how it was taken, in numbers and dates. All text is
/// removed, except the title, creator, license and credit of a photo that is public on Flickr,
/// because licenses require them.
public struct ShareOptions: FeatureOptions {
    /// The size of the pictures.
    public var size = ShareSize.standard
    /// The quality of JPEG and WebP, 1...100; nil for the setting `share.quality`.
    public var quality: Int?
    /// The format of pictures in folders, archives and email; nil for JPEG.
    ///
    /// A single file's extension determines its format.
    public var format: RenderFormat?
    /// The precision of positions.
    public var positions = PositionPrivacy.dropped
    /// Whether to keep make and model of camera and lens, including custom names.
    public var keepsCamera = false
    /// Whether to keep the serial numbers of camera and lens.
    public var keepsSerials = false
    /// Whether to keep the names of people in the picture and of the camera's owner, and face
    /// regions.
    public var keepsNames = false
    /// Whether to keep titles and headlines.
    public var keepsTitle = false
    /// Whether to keep descriptions and alternative texts.
    public var keepsDescription = false
    /// Whether to keep tags, keywords and ratings.
    public var keepsTags = false
    /// Whether to keep creator, copyright, license and credit.
    public var keepsCredit = false
    /// The template of file names with the fields of ``ExportOptions/standardName`` except
    /// `{section}` and `{position}`; nil for ``standardName``.
    ///
    /// Fields such as `{title}` and `{name}`, the name of the imported file, keep this information.
    /// An extension is added if `{ext}` is missing.
    public var nameTemplate: String?
    /// Whether to share the unmodified original with all its metadata.
    public var keepsAll = false
    /// Whether to apply the photos' edits.
    public var includesEdits = true
    /// The environment, used to find programs, a display and the user's cache.
    package var environment = ProcessInfo.processInfo.environment

    /// The default template of file names, without the user's texts.
    public static let standardName = "{date}-{id}.{ext}"

    /// The work options: progress, failed items, dry run, number of threads.
    public var work = WorkOptions()

    /// Makes the default options: edited, 2048 pixels, without positions, serial numbers and the
    /// user's texts.
    public init() {}

    /// Checks the options.
    ///
    /// - Throws: `usage` for a size or quality out of range, for an invalid template, and for
    ///   unmodified originals with a size, quality or format.
    package func check() throws(GalleryError) {
        if case .longest(let side) = size, !(1...PhotoEdit.maximumSide).contains(side) {
            throw GalleryError(
                .usage,
                "'\(side)' is not a size: give 1 to \(PhotoEdit.maximumSide) pixels, full or half")
        }
        if let quality, !(1...100).contains(quality) {
            throw GalleryError(.usage, "'\(quality)' is not a valid quality: give 1 to 100")
        }
        _ = try template()
        guard keepsAll else { return }
        let conflicts = [
            (size != .standard, "a size"), (quality != nil, "a quality"),
            (format != nil, "a format"),
        ]
        if let conflict = conflicts.first(where: \.0) {
            throw GalleryError(
                .usage,
                "\(conflict.1) cannot be combined with unmodified originals: omit either "
                    + "--keep-all or \(conflict.1)")
        }
    }
}

extension ShareOptions {
    /// Returns the template of file names.
    ///
    /// - Throws: `usage` for a template that is invalid, contains folders or needs a section.
    func template() throws(GalleryError) -> NameTemplate {
        let given = nameTemplate ?? Self.standardName
        let hasEnding = given.isEmpty || given.lowercased().contains("{ext}")
        let template = try translated(NameTemplate(hasEnding ? given : given + ".{ext}"))
        guard template.dependsOnPhotoOnly else {
            throw GalleryError(
                .usage,
                "'\(given)' is not a template for file names in one folder: omit '/', {section} "
                    + "and {position}")
        }
        return template
    }
}

/// The destination of shared photos.
public enum ShareTarget: Hashable, Sendable {
    /// A file with one photo; its extension determines the format: `.jpg`, `.png` or `.webp`.
    case file(BytePath)
    /// A folder, created if missing.
    case folder(BytePath)
    /// A zip archive.
    case zip(BytePath)
    /// An email.
    case mail(ShareMail)
    /// The printer with a name, by default the system's default printer, and the number of copies.
    case printer(named: String? = nil, copies: Int = 1)
}

/// An email with photos attached.
public struct ShareMail: Hashable, Sendable {
    /// The message file, which mail programs can open.
    ///
    /// If nil, the user's mail program is opened; without one, a file is written to the current
    /// folder.
    public var path: BytePath?
    /// The email addresses of the recipients.
    public var recipients: [String] = []
    /// The subject; nil for the title of the photo if it is kept, else the file's name or the
    /// number of photos.
    public var subject: String?
    /// The date of the message, with a resolution of seconds.
    public var date = Date()

    /// Makes an email without recipients.
    public init() {}
}

/// A shared photo.
public struct SharedPhoto: Hashable, Sendable {
    /// The photo's catalog id.
    public var photoID: PhotoID
    /// The file name.
    public var name: String
    /// The file; nil in archives, in emails and on paper.
    public var path: BytePath?
    /// The width in pixels; nil for unmodified originals and in a dry run.
    public var width: Int?
    /// The height in pixels; nil for unmodified originals and in a dry run.
    public var height: Int?
    /// The file's length in bytes; 0 in a dry run.
    public var byteCount: Int64
    /// True if a file with the same contents already existed.
    public var isPresent = false
    /// Warnings about damaged input, such as a truncated file, and about license restrictions:
    /// lower-case sentences.
    public var warnings: [String]
}

/// The result of sharing photos.
public struct ShareSummary: Hashable, Sendable {
    /// The number of photos shared in this run.
    public var shared = 0
    /// The number of photos whose file already existed.
    public var present = 0
    /// The number of photos that could not be shared.
    public var failed = 0
    /// The number of damaged photos that were shared as far as they could be decoded.
    public var damaged = 0
    /// The shared photos, in order.
    public var photos: [SharedPhoto] = []
    /// The file, folder, archive or message; nil if none was written.
    public var path: BytePath?
    /// The result of a mail program or printer as text; nil for files.
    public var message: String?
}

extension ShareSummary: WorkSummary {
    /// The result as a sentence.
    public var sentence: String {
        let facts = Count.list([
            (shared, shared == 1 ? "copy" : "copies"), (present, "already present"),
            (damaged, "damaged"),
            (failed, "failed"),
        ])
        let bytes = photos.reduce(Int64(0)) { $0 + $1.byteCount }
        return "share: " + (facts ?? "nothing to share") + (path.map { " in '\($0)'" } ?? "")
            + (bytes > 0 ? ", \(ByteCount.text(bytes))" : "")
    }

    /// The number of failed items.
    package var failedItems: Int { failed }
}

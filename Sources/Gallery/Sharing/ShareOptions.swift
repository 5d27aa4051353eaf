public import Basics
import Export
public import Foundation
import GalleryModel

/// How large pictures are that are given away.
public enum ShareSize: Hashable, Sendable {
    /// As the setting `share.longestSide` says; printed pictures at full size.
    case standard
    /// As many pixels as there are.
    case full
    /// Half as many pixels of each edge as there are.
    case half
    /// At most this many pixels of the long edge.
    case longest(Int)
}

/// How photos are given away: what is not asked to be kept stays behind.
///
/// Without being asked for go along: the picture, and when and how it was taken, in numbers and dates. Text
/// stays behind as a whole, whatever it says, but for the title, the creator, the licence and the credit of a
/// photo that everybody may see on Flickr, because licences ask for them.
public struct ShareOptions: OptionsOfWork {
    /// How large the pictures are.
    public var size = ShareSize.standard
    /// The quality of JPEG and WebP, 1...100; nil for the setting `share.quality`.
    public var quality: Int?
    /// The format of pictures in folders, archives and mail; nil for JPEG.
    ///
    /// A single file's ending says its format.
    public var format: RenderFormat?
    /// How exactly positions are told.
    public var positions = ExportOptions.Positions.dropped
    /// Whether make and model of camera and lens go along: names that people give them, too.
    public var keepsCamera = false
    /// Whether the serial numbers of camera and lens go along.
    public var keepsSerials = false
    /// Whether the names of people in the picture and of the camera's owner go along, and where faces are.
    public var keepsNames = false
    /// Whether titles and headlines go along.
    public var keepsTitle = false
    /// Whether descriptions and alternative texts go along.
    public var keepsDescription = false
    /// Whether tags, keywords and ratings go along.
    public var keepsTags = false
    /// Whether creator, copyright, licence and credit go along.
    public var keepsCredit = false
    /// How files are named, by the fields of ``ExportOptions/standardName`` but for `{section}` and
    /// `{position}`; nil for ``standardName``.
    ///
    /// Fields such as `{title}` and `{name}`, the name of the imported file, ask for what they name. An
    /// ending is added where `{ext}` is missing.
    public var nameTemplate: String?
    /// Whether the original goes along as it is, byte for byte, with everything it tells.
    public var keepsAll = false
    /// Whether the photos' edits are applied.
    public var includesEdits = true
    /// The environment, which says where programs, a display and the user's cache are.
    public var environment = ProcessInfo.processInfo.environment

    /// How files are named where nothing else is asked for: without a person's words.
    public static let standardName = "{date}-{id}.{ext}"

    /// How the work is carried out.
    public var work = WorkOptions()

    /// Makes the usual options: edited, 2048 pixels, without positions, serial numbers and a person's words.
    public init() {}

    /// Checks the options before anything is made.
    ///
    /// - Throws: `usage` for a size or quality out of its range, for a bad template, and for unaltered
    ///   originals of another size, quality or format.
    public func check() throws(GalleryError) {
        if case .longest(let side) = size, !(1...PhotoEdit.maximumSide).contains(side) {
            throw GalleryError(
                .usage,
                "'\(side)' is no size: give 1 to \(PhotoEdit.maximumSide) pixels, full or half")
        }
        if let quality, !(1...100).contains(quality) {
            throw GalleryError(.usage, "'\(quality)' is no quality: give 1 to 100")
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
                "unaltered originals cannot have \(conflict.1) of their own: leave out either "
                    + "--keep-all or \(conflict.1)")
        }
    }
}

extension ShareOptions {
    /// Names the files.
    ///
    /// - Throws: `usage` for a template that is none, names folders or needs a section.
    func template() throws(GalleryError) -> NameTemplate {
        let given = nameTemplate ?? Self.standardName
        let hasEnding = given.isEmpty || given.lowercased().contains("{ext}")
        let template: NameTemplate
        do { template = try NameTemplate(hasEnding ? given : given + ".{ext}") } catch {
            throw GalleryError(.usage, "\(error)")
        }
        guard template.isOfPhotoAlone else {
            throw GalleryError(
                .usage,
                "'\(given)' names no file of one folder by its photo alone: leave out '/', {section} "
                    + "and {position}")
        }
        return template
    }
}

/// Where photos are given away to.
public enum ShareTarget: Hashable, Sendable {
    /// A file of one photo; the ending says the format: `.jpg`, `.png` or `.webp`.
    case file(BytePath)
    /// A folder, made where it is missing.
    case folder(BytePath)
    /// A zip archive.
    case zip(BytePath)
    /// A mail.
    case mail(ShareMail)
    /// A printer.
    case printer(SharePrint)
}

/// A mail with photos attached.
public struct ShareMail: Hashable, Sendable {
    /// The message file, which mail programs open; nil opens the user's mail program, and where there is
    /// none writes a file into the current folder.
    public var path: BytePath?
    /// The addresses.
    public var recipients: [String] = []
    /// The subject; nil for the title of the photo where that goes along, else the file's name or the
    /// number of photos.
    public var subject: String?
    /// The date of the message, which tells seconds.
    public var date = Date()

    /// Makes a mail to nobody yet.
    public init() {}
}

/// How photos are printed.
public struct SharePrint: Hashable, Sendable {
    /// The printer's name; nil for the standard one.
    public var printer: String?
    /// How many copies.
    public var copies = 1

    /// Prints once, on the standard printer.
    public init() {}
}

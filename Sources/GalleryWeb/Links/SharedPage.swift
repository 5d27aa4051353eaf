import Basics
import Gallery
import GalleryModel
import Hummingbird

/// The pages of a share link for a request.
struct SharedPage {
    /// The number of photos per page.
    private static let size = 60

    let request: WebRequest
    let shared: SharedPhotos

    /// Renders the page with the link's photos and a link to an archive of them; blocks for a few
    /// milliseconds.
    ///
    /// - Throws: 400 for invalid parameters.
    func photos() throws -> Response {
        let count = shared.count
        let window = try PageWindow(
            request, of: count, size: Self.size, at: indexOfPhoto(), parameter: "from")
        let start = window.shown.lowerBound
        let addresses = SharedAddresses(request, shared)
        let photos =
            window.shown.isEmpty ? [] : try shared.photos(from: start, limit: window.shown.count)
        let title = self.title
        let ends = count > 0 ? try shared.ends().map(\.publicPhoto) : []
        var values: [String: Any] = [
            "heading": title, "count": language.say("count.photos", count: count),
            "tiles": photos.map(\.publicPhoto).map { photo in
                PhotoTile(
                    photo: photo, addresses: addresses, language: language,
                    untitled: name(of: photo)
                ).values
            },
            "isEmpty": count == 0,
            "clearAddress": addresses.base, "hasArchive": count > 0,
            "archiveAddress": addresses.base + "/photos.zip",
        ]
        values["span"] = TakenClock.span(of: ends, in: language)
        if start == 0, let cover = try shared.cover()?.publicPhoto {
            values["cover"] = addresses.thumbnail(of: cover, side: 640)?.address
        }
        window.addPages(addresses.base, to: &values)
        // The number of named photos includes those in the trash.
        values["isBehindTheLast"] = count > 0 && photos.isEmpty
        let frame = PageFrame(.shared, isOpen: true, in: language, address: request.address)
        return .html(try frame.shared("shared", title, below: addresses.base, values), for: request)
    }

    private var language: PageLanguage { request.language }

    /// The name of the shared section, or else a general title.
    private var title: String {
        shared.section.map(language.name(of:)) ?? language.say("shared.title")
    }

    /// The index of the photo of the parameter `at`; nil for the first page, also if the photo is
    /// not shared.
    private func indexOfPhoto() throws -> Int? {
        guard request.parameter("from") == nil, let text = request.parameter("at") else {
            return nil
        }
        guard let id = Int64(text) else {
            throw request.invalid("at", text, .say("expected.photo"))
        }
        return try shared.index(of: PhotoID(rawValue: id))
    }

    /// Returns the display name of an untitled photo: the day on which it was taken, as recipients
    /// have no use for its id.
    private func name(of photo: Photo) -> String {
        TakenClock(photo)?.day(in: language) ?? language.say("viewer.photo")
    }

    /// Renders the page of a photo, with the picture, shared metadata and navigation; blocks for a
    /// few milliseconds.
    func photo(_ photo: ShareLinkPhoto) throws -> Response {
        let addresses = SharedAddresses(request, shared)
        let publicPhoto = photo.publicPhoto
        let index = shared.isAlbum ? nil : try shared.index(of: photo.id)
        let neighbors = try shared.neighbors(of: photo.id)
        let untitled = name(of: publicPhoto)
        let title = publicPhoto.shownTitle(in: language, untitled: untitled)
        let facts = PhotoFacts(
            photo: publicPhoto, entries: [], language: language, addresses: addresses,
            isShared: true, includesSize: false)
        let picture = PhotoPicture(
            photo: publicPhoto, addresses: addresses, language: language, untitled: untitled)
        var values = facts.values
        values["title"] = title
        values["caption"] = publicPhoto.caption
        values["photoID"] = "\(photo.id)"
        values["picture"] = picture.values
        values["faces"] = picture.faces
        values["isWithoutPicture"] = !photo.hasPicture
        values["backText"] = self.title
        if photo.hasPicture { values["downloadAddress"] = addresses.file(photo.id) + "?download=1" }
        // In an album, the page with the photo is looked up when its address is opened.
        let isOnFirstPage = index.map { $0 < Self.size } ?? false
        values["backAddress"] = addresses.base + (isOnFirstPage ? "" : "?at=\(photo.id)")
        if let index { values["positionText"] = language.position(index + 1, of: shared.count) }
        values["previousAddress"] = neighbors?.previous.map(addresses.page)
        values["nextAddress"] = neighbors?.next.map(addresses.page)
        let frame = PageFrame(.photo, isOpen: true, in: language, address: request.address)
        let page = try frame.shared("shared-photo", title, below: addresses.base, values)
        return .html(page, for: request)
    }
}

/// Addresses below a share link.
struct SharedAddresses: PageAddresses {
    /// The link's address, such as `/shared/SECRET`.
    let base: String
    /// The sizes of the shared thumbnails, by long edge.
    let sides: [Int]
    /// The maximum long edge of the files, in pixels; nil if unlimited.
    private let longEdge: Int?
    /// True if unedited photos are shared as stored files of any type.
    private let givesStored: Bool

    /// Creates the addresses for a request's link.
    init(_ request: WebRequest, _ shared: SharedPhotos) {
        base = SharedAddresses.base(request)
        sides = shared.thumbnailSides
        longEdge = shared.longEdge
        givesStored = shared.contents.originals && shared.contents.metadata
    }

    /// Returns the address of a request's link.
    static func base(_ request: WebRequest) -> String {
        "/shared/\(PercentEncoding.encoded(request.part("secret")))"
    }

    func page(of photo: PhotoID) -> String { "\(base)/photos/\(photo)" }

    func thumbnail(of photo: Photo, side: Int) -> PagePicture? {
        guard let version = photo.thumbnailVersion else { return nil }
        // The file is smaller than a thumbnail size that is not shared.
        return sides.contains(side)
            ? PagePicture(
                address: "\(base)/photos/\(photo.id)/thumbnail/\(side)?v=\(version)",
                longEdge: side)
            : PagePicture(address: file(photo.id), longEdge: longEdge)
    }

    func whole(of photo: Photo) -> PagePicture? {
        guard let picture = photo.picture else { return nil }
        let isStored = givesStored && photo.edit?.isEmpty != false
        return !isStored || OriginalType(fileType: picture.fileType).isShown
            ? PagePicture(address: file(photo.id), longEdge: longEdge) : nil
    }

    func photos(_ filter: PhotoFilter) -> String? { nil }

    func section(_ reference: SectionReference) -> String? { nil }

    /// Returns the address of a photo's file.
    func file(_ photo: PhotoID) -> String { "\(base)/photos/\(photo)/file" }
}

/// The error pages and the password form of share links.
///
/// Unknown, expired and revoked links get identical responses.
enum SharedErrors {
    /// Returns the page for a problem; nil for clients other than browsers, which get JSON.
    static func page(
        _ problem: Problem, for request: Request, _ access: SharedAccess?
    ) -> Response? {
        guard Pages.acceptsHTML(request) else { return nil }
        let language = PageLanguage(request.headers)
        let path = request.head.path ?? ""
        var base = ""
        if access != nil, let parts = try? RequestTarget(path).path, parts.count > 1 {
            base = "/shared/\(PercentEncoding.encoded(parts[1]))"
        }
        let isDoor = access.map { !$0.isOpen } ?? false
        let title = isDoor ? language.say("shared.door") : language.say("error-title.404")
        var values: [String: Any] = ["errorTitle": title]
        if isDoor {
            if request.method == .post { values["failure"] = Pages.sentence(problem.detail) }
        } else {
            let isUnavailable = access == nil && problem.status == .notFound
            values["errorTitle"] = Pages.title(of: problem.status, in: language)
            values["errorDetail"] =
                isUnavailable ? language.say("shared.gone") : Pages.sentence(problem.detail)
            values["isForeign"] = !isUnavailable && language.translation(of: problem.message) == nil
        }
        // An invalid link has no page to return to.
        let frame = PageFrame(
            .door, isOpen: false, in: language, address: base.isEmpty ? "/" : base)
        let template = isDoor ? "shared-door" : "shared-error"
        let page = try? frame.shared(template, title, below: base, values)
        return page.map { .html($0, status: problem.status, headers: problem.headers) }
    }
}

import Basics
import Gallery
import GalleryModel

/// What a page says of a section above its photos: name, kind, how many, a cover, when and where they were asked for.
struct SectionHead {
    let section: PhotoSection
    /// Some of its first photos.
    let photos: [Photo]
    /// The language of the page.
    let language: PageLanguage

    /// How many photos are looked at for a cover.
    static let coverPhotos = 3

    /// Makes the head of a section; blocks for some milliseconds.
    init(
        _ section: PhotoSection, in gallery: PhotoGallery, for request: WebRequest
    ) throws {
        let query = try request.listed(.section(section), in: gallery)
        let rows = try gallery.photos(query.page(limit: SectionHead.coverPhotos))
        self.init(section, photos: rows.map(\.photo), request.language)
    }

    /// Makes the head of a section of which photos are there.
    init(_ section: PhotoSection, photos: [Photo], _ language: PageLanguage) {
        self.language = language
        self.section = section
        self.photos = photos
    }

    /// The values for templates.
    var values: [String: Any] {
        var values: [String: Any] = [
            "headAddress": PageAddress.section(section.reference.text),
            "headName": section.reference.name, "headKind": kind,
            "headCount": language.say("count.photos", count: section.count),
        ]
        values["headCover"] = cover
        values["headRefreshed"] = section.dateRefreshed.map {
            PageMoment(date: $0).values(in: language)
        }
        values["headSource"] = SectionHead.source(of: section)
        return values
    }

    /// The first picture that is there.
    private var cover: String? {
        photos.lazy.compactMap { PictureAddress.thumbnail(of: $0, side: 240) }.first
    }

    /// What kind of section it is, in words; empty for one that has none.
    private var kind: String {
        switch section.reference.kind {
        case .camera: language.say("section.camera")
        case .flickr: language.say("section.flickr")
        case .album: language.say("section.album")
        case .share: language.say("section.share")
        case .campaign: language.say("section.campaign")
        case nil: ""
        }
    }

    /// The same search at Flickr; nil for sections that Flickr does not fill.
    private static func source(of section: PhotoSection) -> String? {
        guard let query = section.query?.flickr else { return nil }
        return PageAddress.with(
            [
                ("text", query.term.isEmpty ? nil : query.term), ("tags", query.tags),
                ("tag_mode", query.tagMode), ("user_id", query.user), ("license", query.license),
                ("sort", query.sort), ("group_id", query.group),
            ], "https://www.flickr.com/search/")
    }
}

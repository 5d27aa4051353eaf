import Basics
import Gallery
import GalleryModel

/// What a page says of a section above its photos: name, kind, how many, a cover, when and where they were asked for.
struct SectionHead {
    let section: PhotoSection
    /// Some of its first photos.
    let photos: [Photo]

    /// How many photos are looked at for a cover.
    static let coverPhotos = 3

    /// Makes the head of a section; blocks for some milliseconds.
    init(_ section: PhotoSection, in gallery: PhotoGallery) throws {
        let query = PhotoQuery.section(section).page(limit: SectionHead.coverPhotos)
        self.init(section, photos: try gallery.photos(query).map(\.photo))
    }

    /// Makes the head of a section of which photos are there.
    init(_ section: PhotoSection, photos: [Photo]) {
        self.section = section
        self.photos = photos
    }

    /// The values for templates.
    var values: [String: Any] {
        var values: [String: Any] = [
            "headAddress": PageAddress.section(section.reference.text),
            "headName": section.reference.name, "headKind": SectionHead.kind(of: section),
            "headCount": Count.text(section.count, "photo"),
        ]
        values["headCover"] = cover
        values["headRefreshed"] = section.dateRefreshed.map { PageMoment(date: $0).values }
        values["headSource"] = SectionHead.source(of: section)
        return values
    }

    /// The first picture that is there.
    private var cover: String? {
        photos.lazy.compactMap { PictureAddress.thumbnail(of: $0, side: 240) }.first
    }

    /// What kind of section it is, in words; empty for one that has none.
    static func kind(of section: PhotoSection) -> String {
        switch section.reference.kind {
        case .camera: "Imported photos"
        case .flickr: "Flickr search"
        case .album: "Album"
        case nil: ""
        }
    }

    /// The same search at Flickr; nil for sections that Flickr does not fill.
    private static func source(of section: PhotoSection) -> String? {
        guard let query = section.query else { return nil }
        return PageAddress.with(
            [
                ("text", query.term.isEmpty ? nil : query.term), ("tags", query.tags),
                ("tag_mode", query.tagMode), ("user_id", query.user), ("license", query.license),
                ("sort", query.sort), ("group_id", query.group),
            ], "https://www.flickr.com/search/")
    }
}

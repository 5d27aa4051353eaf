import Catalog
package import GalleryModel

/// What the accounts of a gallery share by the photo-share protocol: the one way from a request to a person or photo.
///
/// The photos of an account are those of the section `share:NAME` that no other server fills. Photos in the trash are
/// none of them, nor are those of an account that was removed, also where another one has its name by now. Who has no
/// photos is not listed.
package struct SharedPeople: Sendable {
    /// Somebody who shares photos.
    package struct Person: Hashable, Sendable {
        /// The account's id, which is never used again.
        package let id: Int64
        /// The account's name.
        package let name: String
        /// The section that lists the photos.
        let section: PhotoSection
    }

    /// A photo of a person, as lists tell it.
    package struct Entry: Hashable, Sendable {
        /// The photo.
        package let id: PhotoID
        /// Its title, else the name of its file, else its number.
        package let name: String
    }

    private let gallery: PhotoGallery

    init(_ gallery: PhotoGallery) {
        self.gallery = gallery
    }

    /// The section of an account's photos.
    package static func section(of account: Account) -> SectionReference {
        SectionReference(kind: .share, name: account.name)
    }

    /// Those who share photos, in the order in which their accounts were added; blocks for some milliseconds.
    package func people() throws(GalleryError) -> [Person] {
        let accounts = try gallery.accounts()
        if accounts.isEmpty { return [] }
        let sections = try GalleryError.translating {
            try gallery.catalog.sections(countsAlbums: false)
        }.filter { section in
            section.reference.kind == .share && section.query == nil && section.count > 0
        }
        let byKey = Dictionary(
            sections.map { ($0.reference.key, $0) }, uniquingKeysWith: { first, _ in first })
        return try GalleryError.translating {
            try accounts.compactMap { account in
                guard let section = byKey[Self.section(of: account).key],
                    try gallery.catalog.listsPhotos(
                        in: section, origin: .share,
                        idsFrom: SentPictureID.beginning(ofAccount: account.id))
                else { return nil }
                return Person(id: account.id, name: account.name, section: section)
            }
        }
    }

    /// The person of an id; nil for none who shares photos.
    package func person(_ id: Int64) throws(GalleryError) -> Person? {
        try people().first { $0.id == id }
    }

    /// A person's photos with a picture, in the order in which they came.
    package func photos(of person: Person) throws(GalleryError) -> [Entry] {
        try GalleryError.translating {
            var entries: [Entry] = []
            try gallery.forEachPhoto(.section(person.section)) { rows in
                entries += rows.compactMap { row in
                    row.photo.picture != nil && Self.isPhoto(row.photo, ofAccount: person.id)
                        ? Entry(row.photo) : nil
                }
                return true
            }
            return entries
        }
    }

    /// A photo that somebody shares, as it may be given; nil for any other.
    package func photo(
        _ id: PhotoID
    ) throws(GalleryError) -> (photos: SharedPhotos, photo: GivenPhoto)? {
        try GalleryError.translating {
            for place in try gallery.places(of: id)
            where place.section.kind == .share && place.position != nil {
                let section = try gallery.catalog.section(place.section)
                guard section.query == nil,
                    let account = try gallery.catalog.account(named: section.reference.name)?
                        .account,
                    try Self.isPhoto(gallery.catalog.photo(id: id), ofAccount: account.id)
                else { continue }
                let photos = SharedPhotos(
                    in: gallery, .section(section), ShareGift(originals: true), link: nil)
                if let photo = try photos.photo(id), photo.hasPicture { return (photos, photo) }
            }
            return nil
        }
    }

    /// Whether an account sent a photo.
    private static func isPhoto(_ photo: Photo, ofAccount id: Int64) -> Bool {
        photo.details.originID.hasPrefix(SentPictureID.beginning(ofAccount: id))
    }
}

extension SharedPeople.Entry {
    fileprivate init(_ photo: Photo) {
        let names = [photo.details.title, photo.details.fileName]
        id = photo.id
        name = names.compactMap { $0 }.first { !$0.isEmpty } ?? "\(photo.id)"
    }
}

extension PhotoGallery {
    /// What accounts share by the photo-share protocol.
    package var sharedPeople: SharedPeople { SharedPeople(self) }
}

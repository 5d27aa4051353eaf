import Catalog
package import GalleryModel

/// The photos that accounts share by the photo-share protocol; every request for people or photos
/// goes through this type.
///
/// An account's photos belong to the section `share:NAME`, provided that it was not pulled from
/// another server. Photos in the trash are left out, as are photos of a removed account, even if a
/// new account has its name. Accounts without photos are not listed.
package struct SharedPeople: Sendable {
    /// An account that shares photos.
    package struct Person: Hashable, Sendable {
        /// The account's id, which is never reused.
        package let id: Int64
        /// The account's name.
        package let name: String
        /// The section that lists the photos.
        let section: PhotoSection
    }

    private let gallery: PhotoGallery

    init(_ gallery: PhotoGallery) { self.gallery = gallery.seen(by: .anyone) }

    /// The section of an account's photos.
    package static func section(of account: Account) -> SectionReference {
        SectionReference(kind: .share, name: account.name)
    }

    /// Returns the accounts that share photos, in order of creation; blocks for a few milliseconds.
    package func people() throws(GalleryError) -> [Person] {
        let accounts = try gallery.accounts.list()
        if accounts.isEmpty { return [] }
        let sections = try translated(gallery.catalog.sections(countsAlbums: false)).filter {
            $0.reference.kind == .share && $0.query == nil && $0.count > 0
        }
        let byKey = Dictionary(
            sections.map { ($0.reference.key, $0) }, uniquingKeysWith: { first, _ in first })
        return try translated(
            accounts.compactMap { account in
                guard let section = byKey[Self.section(of: account).key],
                    try gallery.catalog.listsPhotos(in: section, sharedBy: account.id)
                else { return nil }
                return Person(id: account.id, name: account.name, section: section)
            })
    }

    /// Returns the photos of an account that have a picture, in order of arrival, each with its
    /// title, or else the file name, or else the id; nil if the account shares no photos.
    package func photos(of account: Int64) throws(GalleryError) -> [(id: PhotoID, name: String)]? {
        try GalleryError.translating {
            guard let person = try people().first(where: { $0.id == account }) else { return nil }
            var entries: [(id: PhotoID, name: String)] = []
            try gallery.forEachPhoto(.section(person.section)) { rows in
                let senders = try gallery.catalog.senders(of: rows.map(\.photo.id))
                for photo in rows.map(\.photo)
                where photo.picture != nil && senders[photo.id] == account {
                    let names = [photo.details.title, photo.details.fileName]
                    let name = names.compactMap(\.self).first { !$0.isEmpty }
                    entries.append((photo.id, name ?? "\(photo.id)"))
                }
                return true
            }
            return entries
        }
    }

    /// Returns a shared photo as it may be given to others; nil if it is not shared.
    package func photo(_ id: PhotoID) throws(GalleryError) -> ShareLinkPhoto? {
        try GalleryError.translating {
            for entry in try gallery.entries(of: id)
            where entry.section.kind == .share && entry.position != nil {
                let section = try gallery.catalog.section(entry.section)
                guard section.query == nil,
                    let account = try gallery.catalog.account(named: section.reference.name)?
                        .account,
                    try gallery.catalog.senders(of: [id])[id] == account.id
                else { continue }
                return try SharedPhotos.photo(id, in: gallery)
            }
            return nil
        }
    }
}

extension PhotoGallery {
    /// The photos that accounts share by the photo-share protocol.
    package var sharedPeople: SharedPeople { SharedPeople(self) }
}

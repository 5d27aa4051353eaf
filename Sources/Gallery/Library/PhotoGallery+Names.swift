import Catalog
package import GalleryModel

extension PhotoGallery {
    /// The names of a kind that begin with what was typed, without case and accents, with how many photos have
    /// them; those with most photos first.
    ///
    /// Blocks: some milliseconds.
    package func names(
        _ kind: NameKind, startingWith prefix: String, limit: Int
    ) throws(GalleryError) -> [NameCount] {
        try GalleryError.translating {
            try catalog.names(kind, startingWith: prefix, limit: limit)
        }
    }

    /// The sections whose names begin with what was typed, by their bare names where those are enough and no
    /// kind was typed; with how many photos they list, nil for albums, which are not counted.
    ///
    /// Blocks: some milliseconds.
    package func sectionNames(
        startingWith prefix: String
    ) throws(GalleryError) -> [(name: String, photos: Int?)] {
        let sections = try GalleryError.translating { try catalog.sections(countsAlbums: false) }
        let bare = Dictionary(sections.map { ($0.reference.key, 1) }, uniquingKeysWith: +)
        let key = PhotoGallery.key(prefix)
        return sections.compactMap { section in
            let reference = section.reference
            let photos = section.filter == nil ? section.count : nil
            if reference.key.hasPrefix(key) {
                return (bare[reference.key] == 1 ? reference.name : reference.text, photos)
            }
            guard PhotoGallery.key(reference.text).hasPrefix(key) else { return nil }
            return (reference.text, photos)
        }
    }

    /// The bare names of albums that begin with what was typed.
    ///
    /// Blocks: some milliseconds.
    package func albumNames(startingWith prefix: String) throws(GalleryError) -> [String] {
        let sections = try GalleryError.translating { try catalog.sections(countsAlbums: false) }
        let key = PhotoGallery.key(prefix)
        return sections.map(\.reference).filter { $0.kind == .album && $0.key.hasPrefix(key) }
            .map(\.name)
    }

    /// What names of sections are compared by; a blank at the end was typed, too.
    private static func key(_ text: String) -> String {
        SectionReference.key(text) + (text.last?.isWhitespace == true ? " " : "")
    }
}

import Gallery
import GalleryModel

/// The names of a catalog that begin with what was typed.
struct CompletionNames {
    private let gallery: PhotoGallery

    init(_ gallery: PhotoGallery) {
        self.gallery = gallery
    }

    /// Sections, by their bare names where those are enough and no kind was typed.
    func sections(startingWith prefix: String) -> [String] {
        let references = (try? gallery.sections().map(\.reference)) ?? []
        let key = Self.key(prefix)
        return references.compactMap { reference in
            if reference.key.hasPrefix(key) {
                let isAlone = references.count { $0.key == reference.key } == 1
                return isAlone ? reference.name : reference.text
            }
            return Self.key(reference.text).hasPrefix(key) ? reference.text : nil
        }
    }

    /// Albums by their bare names.
    func albums(startingWith prefix: String) -> [String] {
        let references = (try? gallery.sections().map(\.reference)) ?? []
        return references.filter { $0.kind == .album && $0.key.hasPrefix(Self.key(prefix)) }
            .map(\.name)
    }

    /// Tags, people, cameras or places, those with most photos first.
    func names(_ kind: NameKind, startingWith prefix: String) -> [String] {
        (try? gallery.names(kind, startingWith: prefix, limit: CompletionRequest.limit)) ?? []
    }

    private static func key(_ text: String) -> String {
        SectionReference.key(text) + (text.last?.isWhitespace == true && !text.isEmpty ? " " : "")
    }
}

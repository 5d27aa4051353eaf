import GalleryModel
import Imaging

/// What a photo may tell when it is given away.
///
/// An allow-list: a person's words go along only where they are asked for, and no text is searched for names
/// or places. Of a photo that everybody may see on Flickr, the title, the creator and the licence go along in
/// any case, because licences ask for them.
struct ShareSecrets: Sendable {
    /// The photo as it may be told.
    let photo: Photo
    /// What of the picture's own metadata goes along.
    let rules: MetadataTransfer.Rules
    /// Whether names of people, and where their faces are, go along.
    let keepsNames: Bool
    /// Whether something is asked for that the file alone may tell.
    let asksFile: Bool
    /// Whether creator, copyright, licence and where it is from go along.
    let keepsCredit: Bool

    /// Decides for a photo.
    ///
    /// - Throws: what the index of places throws, where positions are coarse.
    init(_ photo: Photo, _ options: ShareOptions, _ filter: PositionFilter) throws {
        keepsNames = options.keepsNames || options.keepsAll
        keepsCredit = options.keepsCredit || options.keepsAll || ShareSecrets.isPublished(photo)
        rules = MetadataTransfer.Rules(
            keepsLocation: options.positions == .exact, keepsCamera: options.keepsCamera,
            keepsSerials: options.keepsSerials, keepsNames: keepsNames,
            keepsTitle: options.keepsTitle, keepsDescription: options.keepsDescription,
            keepsTags: options.keepsTags, keepsCredit: options.keepsCredit)
        self.photo =
            options.keepsAll
            ? photo : ShareSecrets.told(try filter.applied(to: photo), options)
        asksFile =
            !options.keepsAll
            && (options.keepsNames || options.keepsCamera || options.keepsSerials
                || options.keepsCredit || options.positions != .dropped)
    }

    /// The photo without the words that nobody asked for.
    private static func told(_ photo: Photo, _ options: ShareOptions) -> Photo {
        var told = photo
        let isPublished = isPublished(photo)
        if !options.keepsTitle, !isPublished { told.details.title = nil }
        if !options.keepsDescription { told.details.caption = nil }
        if !options.keepsTags {
            told.details.tags = []
            told.details.rating = nil
        }
        if !options.keepsCamera {
            told.details.make = nil
            told.details.model = nil
            told.details.lens = nil
        }
        if !options.keepsCredit, !isPublished {
            told.details.creator = nil
            told.details.copyright = nil
            told.details.license = nil
            told.details.sourceURL = nil
        }
        if !options.keepsNames {
            told.faces = told.faces?.map { face in
                var face = face
                face.name = nil
                return face
            }
        }
        return told
    }

    /// Whether everybody may see the photo at its origin.
    static func isPublished(_ photo: Photo) -> Bool {
        photo.origin == .flickr && photo.isPublic == true
    }

    /// Says where a file's own metadata were to go along and cannot be read.
    func remarks(on bytes: [UInt8]) -> [String] {
        guard asksFile, MetadataTransfer.isUnreadable(bytes) else { return [] }
        return [
            "what the file of type \(PictureFormat.sniff(bytes).exiftoolName) tells about itself "
                + "cannot be read: only what the catalog knows goes along"
        ]
    }
}

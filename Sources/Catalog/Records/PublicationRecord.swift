package import Basics
package import GalleryModel

/// What makes two publications the same: the photo, where it went, as whose, and what was sent.
package struct PublicationKey: Hashable, Sendable {
    /// The photo.
    package var photoID: PhotoID
    /// The server; its address is the same with http and with https.
    package var server: ServerAddress
    /// Whose photo it is there.
    package var account: String
    /// The campaign; nil for a photo-share server.
    package var campaign: String?
    /// What was sent: another one where the picture, its edit or its size is.
    package var content: FileDigest

    /// Makes a key.
    package init(
        photoID: PhotoID, server: ServerAddress, account: String, campaign: String?,
        content: FileDigest
    ) {
        self.photoID = photoID
        self.server = server
        self.account = account
        self.campaign = campaign
        self.content = content
    }
}

/// A publication as the catalog keeps it.
package struct PublicationRecord: Hashable, Sendable {
    /// Its number in the catalog.
    package let id: Int64
    /// What it tells.
    package let publication: Publication
    /// The server's own ids of what had the name before it was sent; nil where they are not known, or no longer needed.
    package let idsBefore: Set<String>?
    /// The address of the server without its scheme.
    let serverKey: String
    /// The digest of what was sent, hexadecimal.
    let contentKey: String

    /// Whether it is one of a key.
    package func has(_ key: PublicationKey) -> Bool {
        contentKey == key.content.hexadecimal && publication.photoID == key.photoID
            && serverKey == key.server.key && publication.account == key.account
            && publication.campaign == key.campaign
    }
}

extension PublicationRecord {
    enum Column: Int, StatementColumns {
        case id, photoID, server, account, campaign, contentKey, name, remoteID
        case dateStarted, dateSent, serverKey, idsBefore
    }

    /// Gives `Column`.
    static let selection = """
        id, photoID, server, account, campaign, contentKey, name, remoteID, dateStarted, dateSent,
            serverKey, idsBefore
            FROM publication
        """

    init(_ row: StatementRow<Column>) {
        let campaign = row.text(.campaign)
        var publication = Publication(
            photoID: PhotoID(rawValue: row.integer(.photoID)), server: row.text(.server),
            account: row.text(.account), campaign: campaign.isEmpty ? nil : campaign,
            name: row.text(.name), dateStarted: row.date(.dateStarted))
        publication.remoteID = row.optionalText(.remoteID)
        publication.dateSent = row.optionalDate(.dateSent)
        id = row.integer(.id)
        contentKey = row.text(.contentKey)
        serverKey = row.text(.serverKey)
        // What cannot be read is not known.
        idsBefore = row.optionalText(.idsBefore).flatMap {
            try? JSONText.decode(Set<String>.self, from: $0.utf8)
        }
        self.publication = publication
    }
}

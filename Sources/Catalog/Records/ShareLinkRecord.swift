package import GalleryModel

/// What the catalog keeps of a share link beside what its owner is told.
package struct ShareLinkRecord: Hashable, Sendable {
    /// The link.
    package let link: ShareLink
    /// The text of its password's hash; nil without one.
    package let passwordHash: String?
}

extension ShareLinkRecord {
    enum Column: Int, StatementColumns {
        case id, sectionID, kind, name, photos, passwordHash, givesOriginals, givesMetadata
        case dateCreated, dateExpires, dateRevoked, openings, dateOpened
    }

    /// Gives `Column`, with what stands behind FROM.
    static let selection = """
        l.id, l.sectionID, s.kind, s.name,
            (SELECT count(*) FROM shareLinkPhoto x CROSS JOIN photo p ON p.id = x.photoID
                WHERE x.linkID = l.id AND p.dateTrashed IS NULL) AS photos,
            l.passwordHash, l.givesOriginals, l.givesMetadata, l.dateCreated, l.dateExpires,
            l.dateRevoked, l.openings, l.dateOpened
        FROM shareLink l LEFT JOIN section s ON s.id = l.sectionID
        """

    init(_ row: StatementRow<Column>) {
        let section = row.optionalText(.name).map { name in
            SectionReference(kind: SectionKind(rawValue: row.text(.kind)), name: name)
        }
        let sectionID = row.optionalInteger(.sectionID).map(Int64.init)
        passwordHash = row.optionalText(.passwordHash)
        link = ShareLink(
            id: row.integer(.id),
            subject: sectionID == nil ? .photos(Int(row.integer(.photos))) : .section(section),
            sectionID: sectionID,
            gift: ShareGift(
                originals: row.boolean(.givesOriginals), metadata: row.boolean(.givesMetadata)),
            hasPassword: passwordHash != nil, dateCreated: row.date(.dateCreated),
            dateExpires: row.optionalDate(.dateExpires),
            dateRevoked: row.optionalDate(.dateRevoked), openings: Int(row.integer(.openings)),
            dateOpened: row.optionalDate(.dateOpened))
    }
}

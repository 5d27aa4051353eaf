import ArgumentParser
import Gallery
import GalleryModel

/// The commands `gallery album …`.
struct AlbumCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "album", abstract: "Make and look after albums.",
        discussion: """
            An album is a section that is always what a query finds among all photos, in the order in which \
            they were added. It is named album:NAME, or NAME alone where no other section is called so, and \
            stands wherever a section can: in list, export, share and section:NAME of other queries.
            """,
        subcommands: [
            AlbumListCommand.self, AlbumNewCommand.self, AlbumRenameCommand.self,
            AlbumDeleteCommand.self,
        ],
        defaultSubcommand: AlbumListCommand.self)
}

extension PhotoGallery {
    /// The album that an operand names, with `album:` or without.
    ///
    /// - Throws: `notFound`; `usage` for a section that is none.
    func album(named operand: Operand) throws(GalleryError) -> PhotoSection {
        let reference = SectionReference(text: operand.text)
        guard reference.kind == nil || reference.kind == .album else {
            throw GalleryError(
                .usage,
                "'\(operand.text)' is no album: 'gallery album list' lists those there are")
        }
        return try section(SectionReference(kind: .album, name: reference.name))
    }
}

import Basics
import Gallery
import GalleryModel

/// Rows of effects and of the files that show them.
enum EffectRows {
    /// The columns of files.
    static let columns = [
        Output.Column("effect", "EFFECT"), Output.Column("width", "WIDTH", isNumeric: true),
        Output.Column("height", "HEIGHT", isNumeric: true), Output.Column("path", "PATH"),
    ]

    /// The row of a file; the contact sheet has no effect.
    static func row(_ file: EffectFile, isTable: Bool) -> [RowValue] {
        let sheet = isTable ? RowValue.text("(contact sheet)") : .none
        return [
            file.effects.isEmpty
                ? sheet : .text(file.effects.map(\.text).joined(separator: " ")),
            .integer(file.width), .integer(file.height), .text(file.path.escaped),
        ]
    }

    /// Prints all effects and what they do.
    ///
    /// - Throws: what standard output throws.
    static func writeList(as format: RowFormat) throws {
        try Output.write(
            PhotoGallery.effectDescriptions.map { effect in
                [
                    .text(effect.name.rawValue), .text(effect.summary),
                    .text(effect.parameters),
                ]
            }, as: format,
            columns: [
                Output.Column("name", "NAME"), Output.Column("description", "WHAT IT DOES"),
                Output.Column("recipe", nil),
            ])
    }
}

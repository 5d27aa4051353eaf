import Gallery

/// Rows of what was done with sections: those of `refresh` and of `pull`.
enum SectionRows {
    /// What stands in a row of `refresh`.
    static let columns = [
        Output.Column("section", "SECTION"), Output.Column("found", "FOUND", isNumeric: true),
        Output.Column("listed", "LISTED", isNumeric: true),
        Output.Column("new", "NEW", isNumeric: true),
        Output.Column("updated", "UPDATED", isNumeric: true),
        Output.Column("unchanged", "UNCHANGED", isNumeric: true),
        Output.Column("gone", "GONE", isNumeric: true),
        Output.Column("trashed", nil), Output.Column("pictures", nil),
        Output.Column("requests", nil), Output.Column("complete", "COMPLETE"),
        Output.Column("gaps", nil), Output.Column("error", nil),
    ]

    /// What stands in a row of `pull`: pictures and requests are those of all people together.
    static let columnsOfPeople = columns.filter { !["pictures", "requests"].contains($0.key) }

    /// The values of a row.
    static func values(_ summary: SearchSummary, _ columns: [Output.Column]) -> [RowValue] {
        let members = Dictionary(summary.row) { first, _ in first }
        return columns.map { members[$0.key] ?? .none }
    }

    /// The object of a person.
    static func object(_ summary: SearchSummary) -> [(String, RowValue)] {
        summary.row.filter { member in columnsOfPeople.contains { $0.key == member.0 } }
    }
}

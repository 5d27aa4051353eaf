import GalleryModel

/// Rows of disputed areas.
enum AreaRows {
    private static let columns = [
        Output.Column("area", "AREA"), Output.Column("title", "TITLE"),
        Output.Column("countryCode", "ANSWER"), Output.Column("standardCountryCode", "STANDARD"),
        Output.Column("claimants", "CLAIMED BY"), Output.Column("note", nil),
    ]

    /// Writes the areas.
    ///
    /// - Throws: what standard output throws.
    static func write(_ areas: [DisputedArea], as format: RowFormat) throws {
        try Output.write(
            areas.map { area in
                [
                    .text(area.key), .text(area.title), .text(area.countryCode),
                    .text(area.standardCountryCode),
                    format == .table || format == .csv
                        ? .text(area.claimants.joined(separator: " "))
                        : .list(area.claimants.map { .text($0) }),
                    .text(area.note),
                ]
            }, as: format, columns: columns)
    }
}

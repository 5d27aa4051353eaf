/// A polygon of a region: its row in the table of parts.
struct IndexPart {
    let number: Int
    let bounds: GridBounds
    /// The bytes of the geometry, from the file's start.
    let geometry: Range<Int>
    let region: Int

    /// The part of a number, its row's page checked.
    ///
    /// Throws: `damaged`.
    init(_ number: Int, in index: PlaceIndex) throws(PlacesError) {
        let row = try index.element(number, of: .parts)
        let bytes = index.bytes
        bounds = GridBounds(bytes, at: row)
        region = Int(bytes.integer16(at: row + 24))
        let offset = Int(bytes.integer32(at: row + 16))
        let length = Int(bytes.integer32(at: row + 20))
        let section = index.layout[.geometry]
        guard bounds.isValid, region < index.layout[.regions].count, offset <= section.length,
            length <= section.length - offset
        else { throw index.damaged("part \(number) has wrong bounds, no region or no geometry") }
        self.number = number
        geometry = (section.offset + offset)..<(section.offset + offset + length)
    }
}

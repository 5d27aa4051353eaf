import GalleryModel

extension PlaceIndex {
    /// A country: ISO 3166-1 alpha-2 and the name in English.
    struct Country {
        let code: String
        let name: String
    }

    /// A region: the numbers of its country and its area, and its name.
    struct Region {
        let country: Int
        /// nil outside disputed areas.
        let area: Int?
        /// The number of the name among the strings; nil where a country has no regions.
        let name: Int?
    }

    /// A country's row.
    ///
    /// Throws: `damaged`.
    func country(_ number: Int) throws(PlacesError) -> Country {
        let start = try element(number, of: .countries)
        return Country(
            code: try countryCode(at: start), name: try string(Int(bytes.integer32(at: start + 4))))
    }

    /// The number of a country; nil for a code that the index does not have.
    ///
    /// Throws: `damaged`.
    func countryNumber(_ code: String) throws(PlacesError) -> Int? {
        for number in 0..<layout[.countries].count
        where try countryCode(at: element(number, of: .countries)) == code {
            return number
        }
        return nil
    }

    /// A region's row.
    ///
    /// Throws: `damaged`.
    func region(_ number: Int) throws(PlacesError) -> Region {
        let start = try element(number, of: .regions)
        let country = Int(bytes.integer16(at: start))
        let area = Int(bytes.integer16(at: start + 2))
        let name = bytes.integer32(at: start + 4)
        guard country < layout[.countries].count, area <= layout[.areas].count else {
            throw damaged("region \(number) has no country or area")
        }
        return Region(
            country: country, area: area == 0 ? nil : area - 1,
            name: name == UInt32.max ? nil : Int(name))
    }

    /// A disputed area.
    ///
    /// Throws: `damaged`.
    func area(_ number: Int) throws(PlacesError) -> DisputedArea {
        let start = try element(number, of: .areas)
        let code = try country(try areaCountry(number)).code
        return DisputedArea(
            key: try string(Int(bytes.integer32(at: start))),
            title: try string(Int(bytes.integer32(at: start + 8))), standardCountryCode: code,
            claimants: try string(Int(bytes.integer32(at: start + 16)))
                .split(separator: ",").map(String.init),
            note: try string(Int(bytes.integer32(at: start + 12))))
    }

    /// The number of the country that a disputed area belongs to by default.
    ///
    /// Throws: `damaged`.
    func areaCountry(_ number: Int) throws(PlacesError) -> Int {
        let country = Int(bytes.integer16(at: try element(number, of: .areas) + 4))
        guard country < layout[.countries].count else {
            throw damaged("area \(number) has no country")
        }
        return country
    }

    /// A text of the string table.
    ///
    /// Throws: `damaged`.
    func string(_ number: Int) throws(PlacesError) -> String {
        let section = layout[.strings]
        guard number < section.count else { throw damaged("text \(number) does not exist") }
        let row = section.offset + number * 4
        try check(row..<(row + 8))
        let table = (section.count + 1) * 4
        let start = Int(bytes.integer32(at: row))
        let end = Int(bytes.integer32(at: row + 4))
        guard start <= end, end <= section.length - table else {
            throw damaged("text \(number) lies outside its section")
        }
        return try text((section.offset + table + start)..<(section.offset + table + end))
    }

    /// The UTF-8 text of a range of the file.
    ///
    /// Throws: `damaged`.
    func text(_ range: Range<Int>) throws(PlacesError) -> String {
        try check(range)
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw damaged("a text is not UTF-8")
        }
        return text
    }

    /// Where an element begins, its pages checked.
    ///
    /// Throws: `damaged`.
    func element(_ number: Int, of kind: IndexLayout.Kind) throws(PlacesError) -> Int {
        let section = layout[kind]
        guard number >= 0, number < section.count, let stride = kind.stride else {
            throw damaged("element \(number) of section \(kind.rawValue) does not exist")
        }
        let start = section.offset + number * stride
        try check(start..<(start + stride))
        return start
    }

    private func countryCode(at start: Int) throws(PlacesError) -> String {
        let code = bytes[start..<(start + 2)]
        guard code.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
            throw damaged("a country's code is no two capitals")
        }
        return String(decoding: code, as: UTF8.self)
    }
}

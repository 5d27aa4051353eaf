package import Basics
package import GalleryModel
import Glibc
import Synchronization

/// The place index: regions as polygons, cities as points, and their names, in one mapped file.
///
/// Can be shared between threads. Each page is checked against its digest when it is first read.
/// Format: docs/formats.md.
package final class PlaceIndex: Sendable {
    /// The path of the index file.
    package let path: BytePath
    let layout: IndexLayout
    private let file: MappedFile
    /// The pages that match their digests, one bit per page.
    private let checkedPages: Mutex<[UInt64]>
    private let isAllChecked = Atomic(false)

    /// Opens an index and checks its header.
    ///
    /// - Throws: `cannotOpen`, `notAnIndex` for a foreign file, `newer` for a later format,
    ///   `damaged`.
    package init(path: BytePath) throws(PlacesError) {
        let file: MappedFile
        do throws(FileError) { file = try MappedFile(path: path) } catch {
            throw error.number == ENODATA
                ? .notAnIndex(path) : .cannotOpen(path, errno: error.number)
        }
        let layout = try IndexLayout(file.bytes, path: path)
        self.path = path
        self.layout = layout
        self.file = file
        checkedPages = Mutex([UInt64](repeating: 0, count: (layout.pageCount + 63) / 64))
    }

    /// The data version: the date of the newest city and the build number.
    package var dataVersion: String { layout.dataVersion }

    /// The sources with their licenses and versions, as text.
    ///
    /// - Throws: `damaged`.
    package func credits() throws(PlacesError) -> String {
        let section = layout[.credits]
        return try text(section.offset..<(section.offset + section.length))
    }

    /// The disputed areas, in file order.
    ///
    /// - Throws: `damaged`.
    package func areas() throws(PlacesError) -> [DisputedArea] {
        try (0..<layout[.areas].count).map(area)
    }

    /// The codes and English names of all countries, in file order.
    ///
    /// - Throws: `damaged`.
    package func countries() throws(PlacesError) -> [(code: String, name: String)] {
        try (0..<layout[.countries].count).map(country)
    }

    /// Checks every page, so that lookups no longer need to.
    ///
    /// - Throws: `damaged`.
    package func verifyAll() throws(PlacesError) {
        try check(layout.dataOffset..<bytes.count)
        isAllChecked.store(true, ordering: .releasing)
    }

    /// The cache key of lookup results: rule version, data version and overrides.
    ///
    /// A place stored with another cache key is outdated.
    package func cacheKey(_ overrides: PlaceOverrides) -> String {
        let parts = ["rule=\(PlaceRules.version)", "data=\(dataVersion)"] + overrides.texts
        return parts.joined(separator: " ")
    }

    /// The bytes of the file, valid as long as the index exists.
    ///
    /// Pages must be checked before they are read.
    var bytes: UnsafeRawBufferPointer { file.bytes }

    /// Checks the unchecked pages that contain a range of the file.
    ///
    /// - Parameter range: bytes from the start of the file; an empty range needs no page.
    /// - Throws: `damaged` if a page does not match its digest.
    func check(_ range: Range<Int>) throws(PlacesError) {
        if isAllChecked.load(ordering: .acquiring) || range.isEmpty { return }
        let first = (range.lowerBound - layout.dataOffset) / IndexLayout.pageSize
        let last = (range.upperBound - 1 - layout.dataOffset) / IndexLayout.pageSize
        guard range.lowerBound >= layout.dataOffset, last < layout.pageCount else {
            throw damaged("a reference points past the last page")
        }
        try checkedPages.withLock { (bits) throws(PlacesError) in
            for page in first...last where bits[page / 64] & (1 << UInt64(page % 64)) == 0 {
                try checkDigest(ofPage: page)
                bits[page / 64] |= 1 << UInt64(page % 64)
            }
        }
    }

    private func checkDigest(ofPage page: Int) throws(PlacesError) {
        let start = layout.dataOffset + page * IndexLayout.pageSize
        let end = min(start + IndexLayout.pageSize, bytes.count)
        var hasher = SHA256Hasher()
        hasher.update(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        let expected = IndexLayout.digestOffset(ofPage: page)
        guard
            hasher.digestBytes.prefix(IndexLayout.digestSize)
                .elementsEqual(bytes[expected..<(expected + IndexLayout.digestSize)])
        else { throw damaged("page \(page) does not match its digest") }
    }

    /// Returns the error for a page that does not match its digest, or a mistake of the index
    /// builder.
    func damaged(_ reason: String) -> PlacesError { .damaged(path, reason: reason) }
}

extension PlaceIndex {
    /// A region: its country, disputed area, name and cities.
    struct Region {
        let country: Int
        /// Number of the disputed area; nil outside disputed areas.
        let area: Int?
        /// Number of the name in the string table; nil if the country has no regions.
        let name: Int?
        /// Number of the region that its cities are filed under; nil if the country has no cities.
        ///
        /// Usually its own; another region of the country if it has no cities or the country is one
        /// city.
        let cities: Int?
    }

    /// The rows of a region's cities in the `regionCities` table.
    ///
    /// - Throws: `damaged`.
    func cities(ofRegion number: Int) throws(PlacesError) -> Range<Int> {
        let start = try element(number, of: .regions)
        let first = Int(bytes.integer32(at: start + 16))
        let end = first + Int(bytes.integer32(at: start + 20))
        guard end <= layout[.regionCities].count else {
            throw damaged("region \(number) refers to missing cities")
        }
        return first..<end
    }

    /// Reads a country's row: its ISO 3166-1 alpha-2 code and its English name.
    ///
    /// - Throws: `damaged`.
    func country(_ number: Int) throws(PlacesError) -> (code: String, name: String) {
        let start = try element(number, of: .countries)
        return (try countryCode(at: start), try string(Int(bytes.integer32(at: start + 4))))
    }

    /// The number of a country; nil if the index has no such code.
    ///
    /// - Throws: `damaged`.
    func countryNumber(_ code: String) throws(PlacesError) -> Int? {
        for number in 0..<layout[.countries].count
        where try countryCode(at: element(number, of: .countries)) == code {
            return number
        }
        return nil
    }

    /// Reads a region's row.
    ///
    /// - Throws: `damaged`.
    func region(_ number: Int) throws(PlacesError) -> Region {
        let start = try element(number, of: .regions)
        let country = Int(bytes.integer16(at: start))
        let area = Int(bytes.integer16(at: start + 2))
        let name = bytes.integer32(at: start + 4)
        let cities = bytes.integer16(at: start + 12)
        guard country < layout[.countries].count, area <= layout[.areas].count,
            cities == UInt16.max || Int(cities) < layout[.regions].count
        else { throw damaged("region \(number) refers to a missing country, area or region") }
        return Region(
            country: country, area: area == 0 ? nil : area - 1,
            name: name == UInt32.max ? nil : Int(name),
            cities: cities == UInt16.max ? nil : Int(cities))
    }

    /// Reads a disputed area.
    ///
    /// - Throws: `damaged`.
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
    /// - Throws: `damaged`.
    func areaCountry(_ number: Int) throws(PlacesError) -> Int {
        let country = Int(bytes.integer16(at: try element(number, of: .areas) + 4))
        guard country < layout[.countries].count else {
            throw damaged("area \(number) has no country")
        }
        return country
    }

    /// Reads a string of the string table.
    ///
    /// - Throws: `damaged`.
    func string(_ number: Int) throws(PlacesError) -> String {
        let section = layout[.strings]
        guard number < section.count else { throw damaged("string \(number) does not exist") }
        let row = section.offset + number * 4
        try check(row..<(row + 8))
        let table = (section.count + 1) * 4
        let start = Int(bytes.integer32(at: row))
        let end = Int(bytes.integer32(at: row + 4))
        guard start <= end, end <= section.length - table else {
            throw damaged("string \(number) is outside its section")
        }
        return try text((section.offset + table + start)..<(section.offset + table + end))
    }

    /// Reads a range of the file as UTF-8.
    ///
    /// - Throws: `damaged`.
    func text(_ range: Range<Int>) throws(PlacesError) -> String {
        try check(range)
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw damaged("a string is not valid UTF-8")
        }
        return text
    }

    /// The offset of an element, after checking its pages.
    ///
    /// - Throws: `damaged`.
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
            throw damaged("a country code is not two uppercase letters")
        }
        return String(decoding: code, as: UTF8.self)
    }
}

/// The reason why places cannot be looked up.
package enum PlacesError: Error, Hashable, Sendable {
    /// The index cannot be opened or read: path and system error number.
    case cannotOpen(BytePath, errno: Int32)
    /// The file is not a place index.
    case notAnIndex(BytePath)
    /// A later version of the program wrote the index.
    case newer(BytePath, format: Int, known: Int)
    /// The index differs from what its builder wrote, or the builder made a mistake.
    case damaged(BytePath, reason: String)
    /// An override is not of the form `AREA=CODE`.
    case badOverride(String, known: [String])
    /// An override names an unknown area; includes the known keys.
    case unknownArea(String, override: String, known: [String])
    /// An override names an unknown country; includes the codes of the area's claimants.
    case unknownCountry(String, override: String, claimants: [String])
    /// GEOS failed, or memory ran out.
    case failed(reason: String)
}

extension PlacesError: CustomStringConvertible {
    /// The error message.
    package var description: String {
        switch self {
        case .cannotOpen(let path, let code):
            "cannot read the place index '\(path.escaped)': \(SystemMessage.text(code)); "
                + "reinstall gallery, or set GALLERY_MODELS to the folder that contains it"
        case .notAnIndex(let path):
            "'\(path.escaped)' is not a place index (wrong signature); "
                + "restore the file that came with gallery"
        case .newer(let path, let format, let known):
            "the place index '\(path.escaped)' has format \(format), but this version of gallery "
                + "reads format \(known); use the index that came with it, or a newer version of "
                + "gallery"
        case .damaged(let path, let reason):
            "the place index '\(path.escaped)' is damaged: \(reason); "
                + "restore the file that came with gallery"
        case .badOverride(let text, let known):
            "'\(text)' is not an override of a disputed area; use AREA=CODE, for example "
                + "'\(known.first ?? "crimea")=UA'; areas: \(known.joined(separator: ", "))"
        case .unknownArea(let key, let text, let known):
            "unknown disputed area '\(key)' in '\(text)'; "
                + "areas: \(known.joined(separator: ", "))"
        case .unknownCountry(let code, let text, let claimants):
            "unknown country '\(code)' in '\(text)'; use a two-letter ISO 3166-1 code, "
                + "for example \(claimants.joined(separator: ", "))"
        case .failed(let reason):
            "cannot look up places: \(reason); use fewer jobs or free some memory"
        }
    }
}

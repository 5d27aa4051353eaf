package import Basics
package import GalleryModel
import Glibc

/// The index of places: regions as polygons, cities as points, and their names, in one mapped file.
///
/// Threads may share it. Each page is checked against its digest when it is first read.
/// Format: docs/formats.md.
package final class PlaceIndex: Sendable {
    /// The file.
    package let path: BytePath
    let layout: IndexLayout
    private let file: MappedFile
    private let pages: PageChecks

    /// Opens an index and checks its header.
    ///
    /// Throws: `cannotOpen`, `notAnIndex` for a foreign file, `newer` for a format of a later version,
    /// `damaged`.
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
        pages = PageChecks(layout, path: path)
    }

    /// The version of the data: the date of the newest city and the number of the build.
    package var dataVersion: String { layout.dataVersion }

    /// The sources, their licences and versions, as a person reads them.
    ///
    /// Throws: `damaged`.
    package func credits() throws(PlacesError) -> String {
        let section = layout[.credits]
        return try text(section.offset..<(section.offset + section.length))
    }

    /// The disputed areas, in the file's order.
    ///
    /// Throws: `damaged`.
    package func areas() throws(PlacesError) -> [DisputedArea] {
        var areas: [DisputedArea] = []
        for number in 0..<layout[.areas].count { areas.append(try area(number)) }
        return areas
    }

    /// The English name of a country; nil for a code that the index does not have.
    ///
    /// - Parameter code: ISO 3166-1 alpha-2 in capitals, and `XK` for Kosovo.
    ///
    /// Throws: `damaged`.
    package func countryName(_ code: String) throws(PlacesError) -> String? {
        guard let number = try countryNumber(code) else { return nil }
        return try country(number).name
    }

    /// The codes and English names of all countries, in the file's order.
    ///
    /// Throws: `damaged`.
    package func countries() throws(PlacesError) -> [(code: String, name: String)] {
        var countries: [(code: String, name: String)] = []
        for number in 0..<layout[.countries].count {
            let country = try country(number)
            countries.append((country.code, country.name))
        }
        return countries
    }

    /// Checks every page; afterwards no lookup checks any.
    ///
    /// Throws: `damaged`.
    package func verifyAll() throws(PlacesError) {
        try pages.checkAll(of: file.bytes)
    }

    /// What makes the answers of lookups the same: rule, data and overrides.
    ///
    /// A place that was recorded under another cache key is outdated.
    package func cacheKey(_ overrides: PlaceOverrides) -> String {
        let parts = ["rule=\(PlaceRules.version)", "data=\(dataVersion)"] + overrides.texts
        return parts.joined(separator: " ")
    }

    /// The bytes of the file; valid as long as the index lives.
    ///
    /// Pages have to be checked before they are read.
    var bytes: UnsafeRawBufferPointer { file.bytes }

    /// Checks the pages of a range, bytes from the file's start.
    func check(_ range: Range<Int>) throws(PlacesError) {
        try pages.check(range, of: file.bytes)
    }

    /// The error for something that a digest cannot show: a mistake of the builder.
    func damaged(_ reason: String) -> PlacesError { .damaged(path, reason: reason) }
}

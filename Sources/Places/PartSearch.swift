/// Finds parts of the index around a position.
protocol PartSearch {
    /// The part of a number.
    ///
    /// Throws: `damaged`.
    func part(_ number: Int) throws(PlacesError) -> IndexPart

    /// The first part in the file's order that contains one of some positions.
    ///
    /// - Parameter longitudes: degrees; the two names of the antimeridian, or one longitude.
    ///
    /// Throws: `damaged`, `failed`.
    func firstPart(containing longitudes: [Double], latitude: Double) throws(PlacesError)
        -> IndexPart?

    /// Whether a part contains a position; its edges belong to it.
    ///
    /// Throws: `damaged`, `failed`.
    func contains(_ number: Int, longitude: Double, latitude: Double) throws(PlacesError) -> Bool

    /// The numbers of the parts whose bounds touch a box, in the file's order.
    ///
    /// Throws: `damaged`, `failed`.
    func parts(touching boxes: SearchBoxes) throws(PlacesError) -> [Int]

    /// The outline of a part.
    ///
    /// Throws: `damaged`.
    func outline(of number: Int) throws(PlacesError) -> PartOutline
}

/// The orders in which a search can list photos; ties are broken by id.
enum PhotoOrder: String, Sendable {
    case datePostedDescending = "date-posted-desc"
    case datePostedAscending = "date-posted-asc"
    case dateTakenDescending = "date-taken-desc"
    case dateTakenAscending = "date-taken-asc"
    case interestingnessDescending = "interestingness-desc"
    case interestingnessAscending = "interestingness-asc"
    case relevance
    /// The default around a point; has no name.
    case distance

    init(_ name: String?, isRadial: Bool) throws(APIFailure) {
        guard let name else {
            self = isRadial ? .distance : .datePostedDescending
            return
        }
        guard let order = PhotoOrder(rawValue: name), order != .distance else { throw .illogical }
        self = order
    }

    /// Sorts photos.
    ///
    /// - Parameter search: the search, for relevance and distance
    func sorted(_ photos: [FakePhoto], for search: PhotoSearch) -> [FakePhoto] {
        switch self {
        case .datePostedDescending: newestFirst(photos) { $0.dateUpload }
        case .datePostedAscending: newestFirst(photos) { $0.dateUpload }.reversed()
        case .dateTakenDescending: newestFirst(photos) { $0.dateTaken }
        case .dateTakenAscending: newestFirst(photos) { $0.dateTaken }.reversed()
        case .interestingnessDescending: newestFirst(photos, by: PhotoOrder.interest)
        case .interestingnessAscending:
            newestFirst(photos, by: PhotoOrder.interest).reversed()
        case .relevance:
            newestFirst(photos) { photo in
                let title = WorldIndex.folded(photo.title)
                return search.words.count { WorldIndex.contains(Array(title.utf8), $0) }
            }
        case .distance:
            newestFirst(photos) { photo in
                guard let latitude = photo.latitude, let longitude = photo.longitude else {
                    return -Double.infinity
                }
                return -(search.area?.distance(latitude: latitude, longitude: longitude) ?? 0)
            }
        }
    }

    /// Sorts by key in descending order; among equals the newer upload, then the larger id.
    private func newestFirst<Key: Comparable>(
        _ photos: [FakePhoto], by key: (FakePhoto) -> Key
    ) -> [FakePhoto] {
        photos.map { (key($0), $0) }.sorted { left, right in
            if left.0 != right.0 { return left.0 > right.0 }
            if left.1.dateUpload != right.1.dateUpload {
                return left.1.dateUpload > right.1.dateUpload
            }
            let (a, b) = (left.1.id, right.1.id)
            return a.utf8.count == b.utf8.count ? a > b : a.utf8.count > b.utf8.count
        }.map(\.1)
    }

    private static func interest(_ photo: FakePhoto) -> UInt64 {
        SplitMix64.hash("interest/\(photo.id)")
    }
}

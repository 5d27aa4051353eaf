import Foundation

/// A stretch of upload dates, both ends inclusive, in seconds since 1970-01-01 UTC; nil is open.
struct UploadRange: Equatable {
    var earliest: Int64?
    var latest: Int64?

    init(earliest: Int64?, latest: Int64?) {
        self.earliest = earliest
        self.latest = latest
    }

    /// The range that a query's parameters ask for.
    init(_ parameters: FlickrParameters) {
        earliest = parameters["min_upload_date"].flatMap { Int64($0) }
        latest = parameters["max_upload_date"].flatMap { Int64($0) }
    }

    /// Whether a date is in the range, give or take some seconds; an unknown date always is.
    func contains(_ date: Int64?, tolerance: Int64 = 0) -> Bool {
        guard let date else { return true }
        if let earliest, date < earliest - tolerance { return false }
        if let latest, date > latest + tolerance { return false }
        return true
    }

    /// The parts before and from a moment on; nil where it is not inside.
    func halves(at moment: Int64) -> [UploadRange]? {
        if let earliest, moment <= earliest { return nil }
        if let latest, moment > latest { return nil }
        return [
            UploadRange(earliest: earliest, latest: moment - 1),
            UploadRange(earliest: moment, latest: latest),
        ]
    }

    /// The halves, the older first; nil where they would be shorter than `shortest` seconds.
    ///
    /// An open end counts as 1970 or now.
    func halves(shortest: Int64, now: Int64 = Int64(Date().timeIntervalSince1970)) -> [UploadRange]?
    {
        let start = earliest ?? 0
        let end = max(latest ?? now, start)
        guard end - start >= 2 * shortest else { return nil }
        return halves(at: start + (end - start) / 2 + 1)
    }

    /// A query's parameters for this range; inner ends reach `overlap` seconds further, those of
    /// the query itself do not.
    func parameters(_ query: FlickrParameters, overlap: Int64) -> FlickrParameters {
        let bounds = UploadRange(query)
        var result = query
        if let earliest, earliest != bounds.earliest {
            result["min_upload_date"] = String(max(earliest - overlap, bounds.earliest ?? 0, 0))
        }
        if let latest, latest != bounds.latest {
            result["max_upload_date"] = String(min(latest + overlap, bounds.latest ?? .max))
        }
        return result
    }

    /// The range for a message, such as `between 1714557600 and 1714561200 (Unix seconds)`.
    var sentence: String {
        switch (earliest, latest) {
        case (let earliest?, let latest?): "between \(earliest) and \(latest) (Unix seconds)"
        case (let earliest?, nil): "since \(earliest) (Unix seconds)"
        case (nil, let latest?): "until \(latest) (Unix seconds)"
        case (nil, nil): "at any time"
        }
    }
}

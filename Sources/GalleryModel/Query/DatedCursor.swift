import Foundation

/// Where a page of rows ended that are listed by date, the latest first.
public struct DatedCursor: Hashable, Sendable {
    /// When the last row happened, in seconds since 1970-01-01 UTC.
    public var date: Int64
    /// The last row's number.
    public var id: Int64

    /// Makes a cursor.
    public init(date: Int64, id: Int64) {
        self.date = date
        self.id = id
    }

    /// The text form, such as `1700000000.42`.
    public var text: String { "\(date).\(id)" }

    /// Reads the text form; nil for anything else.
    public init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let date = Int64(parts[0]), let id = Int64(parts[1]) else {
            return nil
        }
        self.init(date: date, id: id)
        // One cursor has one text.
        guard self.text == text else { return nil }
    }
}

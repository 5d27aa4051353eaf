/// Says when a photo was taken, or why that is not known.
package enum PhotoTime: Hashable, Sendable {
    /// In seconds since 1970-01-01 UTC.
    case seconds(Double)
    /// The photo does not tell when it was taken.
    case noDate
    /// What the photo tells is no date and time.
    case badDate(String)
    /// Neither the photo nor the person tells the clock's offset from UTC.
    case noOffset
    /// What the photo tells is no offset from UTC.
    case badOffset(String)
}

extension PhotoTime: CustomStringConvertible {
    /// The reason for a person to read, or the seconds.
    package var description: String {
        switch self {
        case .seconds(let seconds): "\(seconds) s since 1970-01-01 UTC"
        case .noDate: "the photo does not tell when it was taken"
        case .badDate(let text): "'\(text)' is no date and time"
        case .noOffset:
            "the photo does not tell the time zone of its clock; give it with --offset, such as "
                + "--offset +02:00"
        case .badOffset(let text): "'\(text)' is no offset from UTC"
        }
    }
}

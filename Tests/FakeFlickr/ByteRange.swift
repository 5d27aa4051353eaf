/// Range requests for one range, with `If-Range`, `If-None-Match` and 416.
///
/// Source: RFC 9110, sections 13 and 14.
enum ByteRange {
    /// Converts a response with the whole picture to 206, 304 or 416 if the request's headers
    /// match.
    static func apply(_ request: [String: String], to answer: inout FakeAnswer) {
        let tag = answer.headers.first { $0.0 == "ETag" }?.1 ?? ""
        let modified = answer.headers.first { $0.0 == "Last-Modified" }?.1 ?? ""
        if let known = request["if-none-match"], known == "*" || known.contains(tag) {
            answer.status = 304
            answer.body = []
            return
        }
        // A weak or different tag, or another date: the picture has changed, so send all of it.
        if let condition = request["if-range"], condition != tag, condition != modified { return }
        guard let field = request["range"], field.hasPrefix("bytes="), !field.contains(",") else {
            return
        }
        let length = answer.body.count
        switch parse(field.dropFirst(6), length: length) {
        case .whole: break
        case .part(let range):
            answer.status = 206
            answer.headers.append(
                ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"))
            answer.body = Array(answer.body[range])
        case .unsatisfiable:
            answer = FakeAnswer(failure: 416)
            answer.headers.append(("Content-Range", "bytes */\(length)"))
        }
    }

    private enum Outcome {
        case whole
        case part(Range<Int>)
        case unsatisfiable
    }

    private static func parse(_ text: Substring, length: Int) -> Outcome {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return .whole }
        if ends[0].isEmpty {
            guard let suffix = Int(ends[1]) else { return .whole }
            return suffix == 0 ? .unsatisfiable : .part(max(0, length - suffix)..<length)
        }
        guard let first = Int(ends[0]) else { return .whole }
        guard first < length else { return .unsatisfiable }
        if ends[1].isEmpty { return .part(first..<length) }
        guard let last = Int(ends[1]), last >= first else { return .whole }
        return .part(first..<min(last, length - 1) + 1)
    }
}

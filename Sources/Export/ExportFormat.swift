/// Names a form in which rows are written.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
    /// Comma separated values with a header.
    ///
    /// Source: RFC 4180, https://www.rfc-editor.org/rfc/rfc4180
    case csv
    /// One JSON array of objects, one object a line. Source: RFC 8259
    case json
    /// One JSON object a line. Source: https://jsonlines.org
    case jsonl
}

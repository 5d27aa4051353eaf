import Gallery

extension WorkSummary {
    /// The members of the JSON object that a command prints.
    var row: [(String, RowValue)] { members.map { ($0.key, RowValue($0.value)) } }
}

extension RowValue {
    /// Makes the value of a summary's member.
    init(_ value: SummaryMember.Value) {
        self =
            switch value {
            case .unknown: .none
            case .count(let number): .integer(number)
            case .text(let text): .text(text)
            case .flag(let flag): .flag(flag)
            case .list(let values): .list(values.map { RowValue($0) })
            case .group(let members): .object(members.map { ($0.key, RowValue($0.value)) })
            }
    }
}

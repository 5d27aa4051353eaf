/// Finds the names a person may have meant: those that contain the text, then those at the smallest
/// edit distance; at most three, and always at least one where there are names.
func nearestNames(to text: String, among names: [String]) -> [String] {
    // A name longer than any of ours by far cannot be near; the bound keeps the table small.
    let typed = Array(text.lowercased().utf8.prefix(64))
    let ranked = names.enumerated().map { index, name in
        let candidate = Array(name.lowercased().utf8)
        let contains = typed.count >= 3 && name.lowercased().contains(text.lowercased())
        return (distance: contains ? 1 : editDistance(typed, candidate), index: index, name: name)
    }.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    guard let best = ranked.first else { return [] }
    return ranked.prefix { $0.distance <= best.distance + (best.distance > 1 ? 1 : 0) }
        .prefix(3).map(\.name)
}

/// Counts the insertions, deletions, replacements and swaps of neighbours between two texts.
///
/// Source: optimal string alignment, https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    var beforeLast = [Int]()
    var last = Array(0...right.count)
    for row in 1...left.count {
        var current = [row]
        for column in 1...right.count {
            let cost = left[row - 1] == right[column - 1] ? 0 : 1
            var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + cost)
            if row > 1, column > 1, left[row - 1] == right[column - 2],
                left[row - 2] == right[column - 1]
            {
                best = min(best, beforeLast[column - 2] + 1)
            }
            current.append(best)
        }
        beforeLast = last
        last = current
    }
    return last[right.count]
}

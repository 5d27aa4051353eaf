/// Finds what a person may have meant by a name that does not exist.
package enum NearestName {
    /// The name at the smallest edit distance, without regard to case; nil where there are no names.
    package static func nearest(to text: String, among names: [String]) -> String? {
        // A name longer than any of ours by far cannot be near; the bound keeps the table small.
        let typed = Array(text.lowercased().utf8.prefix(128))
        return names.min { distance(typed, $0) < distance(typed, $1) }
    }

    /// How many insertions, deletions and replacements make one text the other, without regard to case;
    /// of the first text the first 128 bytes count.
    package static func distance(_ text: String, _ name: String) -> Int {
        distance(Array(text.lowercased().utf8.prefix(128)), name)
    }

    /// Counts the insertions, deletions and replacements between two texts.
    ///
    /// Source: Levenshtein's distance, https://en.wikipedia.org/wiki/Levenshtein_distance
    private static func distance(_ left: [UInt8], _ name: String) -> Int {
        let right = Array(name.lowercased().utf8)
        var row = Array(0...right.count)
        for (index, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let replaced = diagonal + (byte == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}

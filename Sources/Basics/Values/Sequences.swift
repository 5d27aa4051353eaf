extension Sequence {
    /// Returns the elements in order, only the first one of each key.
    package func uniqued<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        var met: Set<Key> = []
        return filter { met.insert(key($0)).inserted }
    }

    /// Returns the elements by their keys, the last one of each key.
    package func keyed<Key: Hashable>(by key: (Element) -> Key) -> [Key: Element] {
        Dictionary(map { (key($0), $0) }, uniquingKeysWith: { $1 })
    }
}

extension Sequence where Element: Hashable {
    /// Returns the elements in order, each only once.
    package func uniqued() -> [Element] { uniqued { $0 } }
}

extension Sequence<String> {
    /// The texts as an English enumeration, such as `a, b and c`; empty without texts.
    package var enumeration: String {
        let texts = Array(self)
        guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
        return texts.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension Array {
    /// Returns the elements in pages of a length; the last one may be shorter.
    package func pages(of length: Int) -> some Sequence<[Element]> {
        stride(from: 0, to: count, by: length).lazy.map {
            Array(self[$0..<Swift.min($0 + length, count)])
        }
    }
}

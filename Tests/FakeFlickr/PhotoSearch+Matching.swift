extension PhotoSearch {
    /// True if a photo passes every filter.
    ///
    /// - Parameters:
    ///   - photo: the photo
    ///   - text: the photo's folded title, description and tags (`WorldIndex.folded`)
    func matches(_ photo: FakePhoto, text: [UInt8]) -> Bool {
        guard photo.isPublic, photo.safety <= maxSafety else { return false }
        if let user, photo.owner != user { return false }
        if let licenses, !licenses.contains(photo.license) { return false }
        if let contentTypes, !contentTypes.contains(photo.contentType) { return false }
        if let media, photo.media != media { return false }
        if let group, !photo.groups.contains(group) { return false }
        if let hasLocation, (photo.latitude != nil) != hasLocation { return false }
        return matchesDates(photo) && matchesWords(text) && matchesTags(photo)
            && matchesMachineTags(photo) && matchesArea(photo)
    }

    private func matchesDates(_ photo: FakePhoto) -> Bool {
        if let min = upload.min, photo.dateUpload < min { return false }
        if let max = upload.max, photo.dateUpload > max { return false }
        if let min = taken.min, photo.dateTaken < min { return false }
        if let max = taken.max, photo.dateTaken > max { return false }
        return true
    }

    private func matchesWords(_ text: [UInt8]) -> Bool {
        words.allSatisfy { WorldIndex.contains(text, $0) }
            && !excludedWords.contains { WorldIndex.contains(text, $0) }
    }

    private func matchesTags(_ photo: FakePhoto) -> Bool {
        if tags.isEmpty && excludedTags.isEmpty { return true }
        let own = Set(photo.normalizedTags)
        if excludedTags.contains(where: own.contains) { return false }
        if tags.isEmpty { return true }
        return needsAllTags ? tags.allSatisfy(own.contains) : tags.contains(where: own.contains)
    }

    private func matchesMachineTags(_ photo: FakePhoto) -> Bool {
        if machineTags.isEmpty { return true }
        func has(_ pattern: MachineTagPattern) -> Bool {
            photo.machineTags.contains(where: pattern.matches)
        }
        return needsAllMachineTags ? machineTags.allSatisfy(has) : machineTags.contains(where: has)
    }

    private func matchesArea(_ photo: FakePhoto) -> Bool {
        guard let area else { return true }
        guard let latitude = photo.latitude, let longitude = photo.longitude else { return false }
        return area.contains(latitude: latitude, longitude: longitude)
    }
}

/// A machine tag pattern with optional parts: `ns:`, `ns:predicate=`, `*:*=value`,
/// `ns:predicate=value`.
///
/// Source: the `machine_tags` argument of
/// https://www.flickr.com/services/api/flickr.photos.search.html
struct MachineTagPattern: Sendable {
    private let namespace: String
    private let predicate: String
    private let value: String

    init(_ text: String) throws(APIFailure) {
        let plain = text.filter { $0 != "\"" && !$0.isWhitespace }.lowercased()
        guard let colon = plain.firstIndex(of: ":") else { throw .badMachineTags }
        namespace = String(plain[..<colon])
        let rest = plain[plain.index(after: colon)...]
        let equals = rest.firstIndex(of: "=")
        predicate = String(rest[..<(equals ?? rest.endIndex)])
        value = equals.map { String(rest[rest.index(after: $0)...]) } ?? ""
        if namespace.isEmpty { throw .badMachineTags }
    }

    func matches(_ tag: String) -> Bool {
        let plain = tag.filter { !$0.isWhitespace }.lowercased()
        guard let colon = plain.firstIndex(of: ":"), let equals = plain.firstIndex(of: "="),
            colon < equals
        else { return false }
        let parts = [
            plain[..<colon], plain[plain.index(after: colon)..<equals],
            plain[plain.index(after: equals)...],
        ]
        return zip(parts, [namespace, predicate, value]).allSatisfy { part, wanted in
            wanted.isEmpty || wanted == "*" || part == wanted
        }
    }
}

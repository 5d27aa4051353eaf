import Basics
import Foundation
import GalleryModel

extension SettingDefinition {
    /// A value as it was found, before it is checked.
    enum Raw {
        case text(String)
        case number(Double)
        case list([Raw])
        case other(String)

        var shown: String {
            switch self {
            case .text(let text): text
            case .number(let number): SettingDefinition.text(number)
            case .list(let items): "[\(items.map(\.shown).joined(separator: ", "))]"
            case .other(let text): text
            }
        }

        /// The value as the configuration file has it; nil for what no setting may be.
        fileprivate var json: JSONValue? {
            switch self {
            case .text(let text): .text(text)
            case .number(let number): .number(number)
            case .list(let items): .list(items.compactMap(\.json))
            case .other: nil
            }
        }
    }

    /// The setting of a name.
    ///
    /// - Throws: `usage` with the nearest name.
    package static func named(_ name: String) throws(GalleryError) -> SettingDefinition {
        if let definition = all.first(where: { $0.name == name }) { return definition }
        let nearest = NearestName.nearest(to: name, among: all.map(\.name)) ?? ""
        throw GalleryError(
            .usage,
            "unknown setting '\(name)': did you mean \(nearest)? 'gallery config list' lists them")
    }

    /// The value in the configuration file that a text of the command line means.
    ///
    /// - Throws: `usage` with the setting, the text and what is allowed.
    func json(_ typed: String) throws(GalleryError) -> JSONValue {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        let raw = raw(text)
        var settings = GallerySettings()
        var isAllowed = !text.isEmpty && store(raw, into: &settings)
        if case .folder = value { isAllowed = isAllowed && Self.isFixedFolder(text) }
        guard isAllowed, let json = raw.json else { throw failure(typed, of: name, .usage) }
        return json
    }

    /// Whether a folder is the same wherever a command runs.
    private static func isFixedFolder(_ text: String) -> Bool {
        text.hasPrefix("/") || text == "~" || text.hasPrefix("~/")
    }

    /// A text of the environment or the command line by the type of the setting.
    private func raw(_ text: String) -> Raw {
        switch value {
        case .integer: Int(text).map { .number(Double($0)) } ?? .other(text)
        case .seconds: Double(text).map { .number($0) } ?? .other(text)
        case .hosts, .networks, .assignments:
            .list(text.split(separator: ",").map { .text(String($0)) })
        case .integers: SettingDefinition.numbers(text)
        case .secret, .url, .optionalURL, .tiles, .line, .folder, .choice, .coordinate:
            .text(text)
        }
    }

    /// Stores a value of the environment; empty text counts as unset.
    ///
    /// - Throws: `configuration` with the variable, the value and what is allowed.
    func read(environment text: String, into settings: inout GallerySettings) throws(GalleryError) {
        guard !text.isEmpty else { return }
        if !store(raw(text), into: &settings) { throw failure(text, of: variable, .configuration) }
    }

    /// Stores a value of the configuration file.
    ///
    /// - Throws: `configuration` with the file, the key, the value and what is allowed.
    func read(
        json raw: Raw, file: BytePath, home: String?, into settings: inout GallerySettings
    ) throws(GalleryError) {
        var raw = raw
        if case .folder = value, case .text(let text) = raw {
            // No shell expands a tilde in a file, and a relative path would mean another folder
            // wherever the command runs.
            if let home, text == "~" || text.hasPrefix("~/") {
                raw = .text(home + text.dropFirst())
            }
            guard case .text(let path) = raw, path.hasPrefix("/") else {
                throw failure(text, of: name, .configuration, in: file)
            }
        }
        if case .assignments = value, case .text(let text) = raw {
            raw = .list(text.split(separator: ",").map { .text(String($0)) })
        }
        if case .integers = value, case .text(let text) = raw {
            raw = SettingDefinition.numbers(text)
        }
        if !store(raw, into: &settings) {
            throw failure(raw.shown, of: name, .configuration, in: file)
        }
    }

    private func failure(
        _ shown: String, of name: String, _ kind: GalleryError.Kind, in file: BytePath? = nil
    ) -> GalleryError {
        // A variable's folder may be relative: the shell that sets it knows where it is.
        var expected = allowed
        if case .folder = value, name == self.name {
            expected = "an absolute path, or one that begins with ~/"
        }
        return GalleryError(
            kind,
            "invalid \(name)" + (isSecret ? "" : " '\(shown)'")
                + (file.map { " in '\($0)'" } ?? "") + ": expected \(expected)")
    }

    private func store(_ raw: Raw, into settings: inout GallerySettings) -> Bool {
        switch (value, raw) {
        case (.secret(let path), .text(let text)):
            let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !trimmed.utf8.contains(where: { $0 <= 32 || $0 == 127 }) else { return false }
            settings[keyPath: path] = trimmed.isEmpty ? nil : trimmed
        case (.url(let path), .text(let text)):
            guard SettingDefinition.isWebURL(text) else { return false }
            settings[keyPath: path] = text
        case (.optionalURL(let path), .text(let text)):
            guard SettingDefinition.isWebURL(text) else { return false }
            settings[keyPath: path] = text
        case (.tiles(let path), .text(let text)):
            guard TileTemplate(text: text) != nil else { return false }
            settings[keyPath: path] = text
        case (.line(let path), .text(let text)):
            guard text.utf8.count <= 500,
                !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
            else { return false }
            settings[keyPath: path] = text
        case (.networks(let path), .list(let items)):
            var networks: [String] = []
            for case .text(let text) in items {
                let network = text.trimmingCharacters(in: .whitespaces)
                guard IPNetwork(text: network) != nil else { return false }
                networks.append(network)
            }
            guard networks.count == items.count else { return false }
            settings[keyPath: path] = networks
        case (.hosts(let path), .list(let items)):
            var hosts: [String] = []
            for case .text(let text) in items {
                let host = text.trimmingCharacters(in: .whitespaces)
                guard SettingDefinition.isHost(host) else { return false }
                hosts.append(host)
            }
            guard hosts.count == items.count else { return false }
            settings[keyPath: path] = hosts
        case (.integer(let path, let range), .number(let number)):
            guard let whole = Int(exactly: number), range.contains(whole) else { return false }
            settings[keyPath: path] = whole
        case (.integers(let path, let range), .list(let items)):
            var numbers: Set<Int> = []
            for case .number(let number) in items {
                guard let whole = Int(exactly: number), range.contains(whole) else { return false }
                numbers.insert(whole)
            }
            guard numbers.count == items.count, (1...SettingDefinition.mostIntegers) ~= items.count
            else { return false }
            settings[keyPath: path] = numbers.sorted()
        case (.seconds(let path, let range), .number(let number)):
            guard range.contains(number) else { return false }
            settings[keyPath: path] = number
        case (.choice(let path, let words), .text(let text)):
            let word = text.lowercased()
            guard words.contains(word) else { return false }
            settings[keyPath: path] = word
        case (.coordinate(let path), .text(let text)):
            guard let coordinate = Coordinate(text: text) else { return false }
            settings[keyPath: path] = coordinate
        case (.assignments(let path), .list(let items)):
            var assignments: [String] = []
            for case .text(let text) in items {
                let assignment = text.filter { !$0.isWhitespace }
                guard SettingDefinition.isAssignment(assignment) else { return false }
                assignments.append(assignment)
            }
            guard assignments.count == items.count else { return false }
            settings[keyPath: path] = assignments
        case (.folder(let path), .text(let text)):
            guard !text.isEmpty else { return false }
            settings[keyPath: path] = BytePath(text)
        default:
            return false
        }
        return true
    }

    /// The numbers of a comma separated text; whatever is none stays text.
    private static func numbers(_ text: String) -> Raw {
        .list(
            text.split(separator: ",", omittingEmptySubsequences: false).map { part in
                let word = part.trimmingCharacters(in: .whitespaces)
                return Int(word).map { .number(Double($0)) } ?? .text(word)
            })
    }

    /// Whether a text is an absolute http or https URL without a user, a password or a fragment.
    package static func isWebURL(_ text: String) -> Bool {
        guard !text.utf8.contains(where: { $0 <= 32 || $0 == 127 }),
            let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
            let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https"
        else { return false }
        return parts.user == nil && parts.password == nil && parts.fragment == nil
            && parts.port.map { (1...65535).contains($0) } != false
    }

    private static func isAssignment(_ text: String) -> Bool {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].count == 2
            && parts[1].utf8.allSatisfy { Character(UnicodeScalar($0)).isLetter }
    }

    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                byte > 32 && byte != 127 && !"/@?#,\\'\"".utf8.contains(byte)
            }
    }
}

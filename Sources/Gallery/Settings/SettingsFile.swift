package import Basics
import Foundation

/// The configuration file as a person changes it: setting by setting.
///
/// What it holds beside stays as it is, also what this program does not know. The file is replaced as a
/// whole; it is for its owner alone, as it may hold a key.
package struct SettingsFile: Sendable {
    /// Where the file is, or would be.
    package let path: BytePath
    private let home: String?

    /// Finds `${XDG_CONFIG_HOME:-~/.config}/gallery/config.json`.
    ///
    /// - Throws: `configuration` where no home folder is known.
    package init(environment: [String: String]) throws(GalleryError) {
        guard let path = GallerySettings.standardFile(in: environment) else {
            throw GalleryError(
                .configuration,
                "no place for config.json: HOME is not set; set it or XDG_CONFIG_HOME to a folder")
        }
        self.path = path
        home = BaseFolders.home(in: environment)
    }

    /// Gives a setting a value.
    ///
    /// - Parameter isDryRun: whether to check only.
    /// - Throws: `usage` for a setting that there is none of, and for a value that is not allowed;
    ///   `configuration` for a file that cannot be read as settings, which is left alone; `inputOutput`.
    package func set(_ name: String, to text: String, isDryRun: Bool = false) throws(GalleryError) {
        let definition = try SettingDefinition.named(name)
        let value = try definition.json(text)
        _ = try change(isDryRun: isDryRun) { members throws(GalleryError) in
            var section = try section(definition.section, of: members)
            let keys = SettingDefinition.all.filter { $0.section == definition.section }
            section.set(definition.key, value, order: keys.map(\.key))
            members.set(
                definition.section, .object(section),
                order: ["$schema"] + SettingDefinition.sections)
            return true
        }
    }

    /// Takes a setting's value out of the file, also one that this program does not know.
    ///
    /// - Parameter isDryRun: whether to look only.
    /// - Returns: false where the file has none.
    /// - Throws: as `set`.
    @discardableResult
    package func unset(_ name: String, isDryRun: Bool = false) throws(GalleryError) -> Bool {
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let (sectionName, key) = (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
        return try change(isDryRun: isDryRun) { members throws(GalleryError) in
            if let key, case .object(var section) = members.value(of: sectionName),
                section.remove(key)
            {
                if section.isEmpty {
                    members.remove(sectionName)
                } else {
                    members.set(sectionName, .object(section), order: [])
                }
                return true
            }
            _ = try SettingDefinition.named(name)
            return false
        }
    }

    /// The settings that have a value in the file; null is none.
    ///
    /// - Throws: as `set`.
    package func names() throws(GalleryError) -> Set<String> {
        var names: Set<String> = []
        for (section, value) in try members() {
            guard case .object(let members) = value else { continue }
            for (key, value) in members {
                if case .null = value { continue }
                names.insert("\(section).\(key)")
            }
        }
        return names
    }

    private typealias Members = PrivateDocument.Members

    private func members() throws(GalleryError) -> Members {
        guard let bytes = try GallerySettings.contents(of: path, mayBeMissing: true) else {
            return []
        }
        return try GallerySettings.members(bytes, path)
    }

    private func section(_ name: String, of members: Members) throws(GalleryError) -> Members {
        switch members.value(of: name) {
        case nil, .null?: return []
        case .object(let section)?: return section
        case let value?: throw GallerySettings.noObject(name, value, file: path)
        }
    }

    /// Reads the file, lets `body` change its members, and writes them where it says that it did.
    private func change(
        isDryRun: Bool, _ body: (inout Members) throws(GalleryError) -> Bool
    ) throws(GalleryError) -> Bool {
        if isDryRun {
            var members = try members()
            return try body(&members)
        }
        let document = PrivateDocument(path: path)
        let lock = try writing { () throws(FileError) in try document.lock() }
        defer { withExtendedLifetime(lock) {} }
        var members = try members()
        guard try body(&members) else { return false }
        try writing { () throws(FileError) in try document.replace(with: members) }
        return true
    }

    private func writing<Value: ~Copyable>(
        _ body: () throws(FileError) -> Value
    ) throws(GalleryError) -> Value {
        do throws(FileError) { return try body() } catch {
            throw GalleryError(
                .inputOutput,
                "cannot write the configuration file '\(path.escaped)': \(error.reason)")
        }
    }
}

extension [(key: String, value: JSONValue)] {
    fileprivate func value(of key: String) -> JSONValue? { first { $0.key == key }?.value }

    /// Gives a key a value: a new one stands before the first of those that come later in an order.
    fileprivate mutating func set(_ key: String, _ value: JSONValue, order: [String]) {
        if let index = firstIndex(where: { $0.key == key }) {
            self[index].value = value
            return
        }
        let later = order.drop { $0 != key }
        insert((key, value), at: firstIndex { later.contains($0.key) } ?? endIndex)
    }

    /// Takes a key away; false where there is none.
    @discardableResult
    fileprivate mutating func remove(_ key: String) -> Bool {
        guard let index = firstIndex(where: { $0.key == key }) else { return false }
        remove(at: index)
        return true
    }
}

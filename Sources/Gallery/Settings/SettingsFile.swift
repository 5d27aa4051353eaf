package import Basics
import Glibc

/// The configuration file, editable setting by setting.
///
/// Other contents are preserved, including unknown settings. The file is replaced as a whole and
/// readable only by its owner, because it may contain a key.
package struct SettingsFile: Sendable {
    private let document: PrivateDocument

    /// The path of the file, which may not exist.
    package var path: BytePath { document.path }

    /// Finds `${XDG_CONFIG_HOME:-~/.config}/gallery/config.json`.
    ///
    /// - Throws: `configuration` if the home folder is unknown.
    package init(environment: [String: String]) throws(GalleryError) {
        document = try PrivateDocument(
            GallerySettings.standardFile(in: environment), name: "config.json",
            title: "configuration file")
    }

    /// Sets a setting.
    ///
    /// - Parameter isDryRun: whether to only check the value.
    /// - Throws: `usage` for an unknown setting and for an invalid value; `configuration` for an
    ///   invalid file, which is not changed; `inputOutput`.
    package func set(_ name: String, to text: String, isDryRun: Bool = false) throws(GalleryError) {
        let definition = try SettingDefinition.named(name)
        let value = try definition.json(text)
        _ = try change(isDryRun: isDryRun) { members throws(GalleryError) in
            var section: Members = []
            switch members.value(of: definition.section) {
            case nil, .null?: break
            case .object(let known)?: section = known
            case let value?: throw GallerySettings.noObject(definition.section, value, file: path)
            }
            let keys = SettingDefinition.all.filter { $0.section == definition.section }
            section.set(definition.key, value, order: keys.map(\.key))
            members.set(
                definition.section, .object(section),
                order: ["$schema"] + SettingDefinition.sections)
            return true
        }
    }

    /// Removes a setting from the file, including unknown ones.
    ///
    /// - Parameter isDryRun: whether to only look it up.
    /// - Returns: false if the file does not contain it.
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

    /// Returns the names of the settings in the file, except those that are null.
    ///
    /// - Throws: as `set`.
    package func names() throws(GalleryError) -> Set<String> {
        var names: Set<String> = []
        for case (let section, .object(let members)) in try members() {
            for (key, value) in members {
                if case .null = value { continue }
                names.insert("\(section).\(key)")
            }
        }
        return names
    }

    private typealias Members = PrivateDocument.Members

    private func members() throws(GalleryError) -> Members {
        try GallerySettings.members(of: path, mayBeMissing: true)
    }

    /// Reads the file, lets `body` change its members, and writes them if it returns true.
    private func change(
        isDryRun: Bool, _ body: (inout Members) throws(GalleryError) -> Bool
    ) throws(GalleryError) -> Bool {
        if isDryRun {
            var members = try members()
            return try body(&members)
        }
        return try document.change(reading: members, body)
    }
}

extension [(key: String, value: JSONValue)] {
    fileprivate func value(of key: String) -> JSONValue? { first { $0.key == key }?.value }

    /// Sets the value of a key; a new key is inserted before the keys that follow it in `order`.
    fileprivate mutating func set(_ key: String, _ value: JSONValue, order: [String]) {
        if let index = firstIndex(where: { $0.key == key }) {
            self[index].value = value
            return
        }
        let later = order.drop { $0 != key }
        insert((key, value), at: firstIndex { later.contains($0.key) } ?? endIndex)
    }

    /// Removes a key; returns false if it does not exist.
    @discardableResult
    fileprivate mutating func remove(_ key: String) -> Bool {
        guard let index = firstIndex(where: { $0.key == key }) else { return false }
        remove(at: index)
        return true
    }
}

/// A private file with one JSON object in the configuration folder: replaced as a whole, readable
/// only by its owner.
struct PrivateDocument: Sendable {
    /// The members of the object, in the order of the file.
    typealias Members = [(key: String, value: JSONValue)]

    /// The path of the file, which may not exist.
    let path: BytePath
    private let title: String

    /// - Parameters:
    ///   - name: the file's name, for the message.
    ///   - title: the kind of file, for messages.
    /// - Throws: `configuration` without a path, because the home folder is unknown.
    init(_ path: BytePath?, name: String, title: String) throws(GalleryError) {
        guard let path else {
            throw GalleryError(
                .configuration,
                "cannot locate \(name): HOME is not set; set it or XDG_CONFIG_HOME to a folder")
        }
        self.path = path
        self.title = title
    }

    /// Locks and reads the file, lets `body` change its members, and writes them if it returns
    /// true.
    ///
    /// - Throws: `inputOutput`; errors of the closures.
    func change(
        reading read: () throws(GalleryError) -> Members,
        _ body: (inout Members) throws(GalleryError) -> Bool
    ) throws(GalleryError) -> Bool {
        let folder: Descriptor
        do throws(FileError) { folder = try lock() } catch { throw failure("write", error) }
        return try withExtendedLifetime(folder) { _ throws(GalleryError) in
            var members = try read()
            guard try body(&members) else { return false }
            do throws(FileError) {
                let file = try AtomicFile(
                    path, permissions: NewFile.ownerOnly, keepsPermissions: false)
                try file.write(JSONValue.object(members).document)
                try file.finish()
            } catch {
                throw failure("write", error)
            }
            return true
        }
    }

    /// Makes the error of a failed access.
    func failure(_ action: String, _ error: FileError) -> GalleryError {
        GalleryError(
            .inputOutput, "cannot \(action) the \(title) '\(path.escaped)': \(error.reason)")
    }

    /// Locks the file's folder, creating it if missing, so that concurrent changes wait for each
    /// other and none is lost.
    ///
    /// - Returns: a descriptor that holds the lock while it exists.
    /// - Throws: the system's error.
    private func lock() throws(FileError) -> Descriptor {
        let folder = path.parent
        try folder.parent.makeFolders()
        do throws(FileError) { try folder.makeFolder(0o700) } catch {
            guard error.number == EEXIST else { throw error }
        }
        var lock = try Descriptor(folder: folder)
        _ = try lock.lock(waiting: true)
        return lock
    }
}

import Basics
import GalleryModel

extension GallerySettings {
    /// Reads the bytes of a configuration file over the values there are.
    ///
    /// - Throws: `configuration`.
    mutating func read(_ bytes: [UInt8], file: BytePath, home: String?) throws(GalleryError) {
        let known = SettingDefinition.sections
        for (section, value) in try Self.members(bytes, file) where section != "$schema" {
            guard known.contains(section) else {
                throw unknown(section, among: known, file: file)
            }
            guard case .object(let members) = value else {
                throw Self.noObject(section, value, file: file)
            }
            for (key, value) in members {
                let name = "\(section).\(key)"
                guard let definition = SettingDefinition.all.first(where: { $0.name == name })
                else {
                    throw unknown(name, among: SettingDefinition.all.map(\.name), file: file)
                }
                // Null says nothing, as an empty variable does.
                if case .null = value { continue }
                try definition.read(json: value.raw, file: file, home: home, into: &self)
            }
        }
    }

    /// The members of the one object that a configuration file holds.
    ///
    /// - Throws: `configuration`.
    static func members(
        _ bytes: [UInt8], _ file: BytePath
    ) throws(GalleryError) -> [(key: String, value: JSONValue)] {
        do throws(JSONMistake) {
            if case .object(let members) = try JSONValue(bytes) { return members }
        } catch {
            throw GalleryError(
                .configuration,
                "the configuration file '\(file)' is no valid JSON: \(error.message)")
        }
        throw GalleryError(
            .configuration,
            "the configuration file '\(file)' holds no object: write {} or remove it")
    }

    /// Says that a section of settings is something else.
    static func noObject(_ section: String, _ value: JSONValue, file: BytePath) -> GalleryError {
        GalleryError(
            .configuration,
            "invalid \(section) '\(value.raw.shown)' in '\(file)': expected an object of settings")
    }

    private func unknown(_ name: String, among names: [String], file: BytePath) -> GalleryError {
        let nearest = NearestName.nearest(to: name, among: names) ?? names.joined(separator: ", ")
        return GalleryError(
            .configuration, "unknown setting '\(name)' in '\(file)': did you mean \(nearest)?")
    }
}

extension JSONValue {
    /// The value as a setting reads it.
    fileprivate var raw: SettingDefinition.Raw {
        switch self {
        case .null: .other("null")
        case .flag(let flag): .other(String(flag))
        case .number(let number): .number(number)
        case .text(let text): .text(text)
        case .list(let list): .list(list.map(\.raw))
        case .object: .other("{…}")
        }
    }
}

import Basics

/// Generates the configuration schema, the example and the documentation from the table of
/// settings.
package enum SettingsDocument {
    /// `Config/config.schema.json`: a JSON schema whose descriptions explain each setting.
    ///
    /// Source: JSON Schema draft 2020-12, https://json-schema.org/draft/2020-12/schema
    package static var schema: String {
        let quoted = JSONText.quoted
        let sections = joined(SettingDefinition.sections) { section in
            let settings = joined(SettingDefinition.all.filter { $0.section == section }) {
                """
                        \(quoted($0.key)): {
                          "description": \(quoted("\($0.summary) Environment: \($0.variable).")),
                          \($0.schemaType)
                        }
                """
            }
            return """
                    \(quoted(section)): {
                      "type": "object",
                      "additionalProperties": false,
                      "properties": {
                \(settings)
                      }
                    }
                """
        }
        return """
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "Configuration of gallery",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "$schema": { "type": "string" },
            \(sections)
              }
            }

            """
    }

    /// `Config/config.example.json`: every setting with its default, except secrets and the path.
    package static var example: String {
        let sections = joined(SettingDefinition.sections) { section in
            let settings = joined(SettingDefinition.all.filter { $0.section == section }) {
                "    \(JSONText.quoted($0.key)): \($0.defaultJSON ?? "null")"
            }
            return "  \(JSONText.quoted(section)): {\n\(settings)\n  }"
        }
        return "{\n  \"$schema\": \"config.schema.json\",\n\(sections)\n}\n"
    }

    /// The settings as a Markdown table.
    package static var markdown: String {
        let rows = SettingDefinition.all.map { definition in
            let standard = definition.defaultText.isEmpty ? "" : "`\(definition.defaultText)`"
            return "| `\(definition.name)` | `\(definition.variable)` | \(standard) "
                + "| \(definition.summary) Must be \(definition.allowed). |"
        }
        return (["| key | environment | default | meaning |", "| --- | --- | --- | --- |"] + rows)
            .joined(separator: "\n")
    }

    private static func joined<Item>(_ items: [Item], _ text: (Item) -> String) -> String {
        items.map(text).joined(separator: ",\n")
    }
}

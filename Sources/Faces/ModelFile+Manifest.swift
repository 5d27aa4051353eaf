import Basics

extension ModelFile {
    /// The text of `models/models.json`: every model by name, two spaces a level, a newline at the
    /// end.
    package static var manifest: String {
        let entries = all.sorted { $0.name < $1.name }.map { model in
            let fields = [
                ("name", quoted(model.name)), ("fileName", quoted(model.fileName)),
                ("licence", quoted(model.licence)), ("origin", quoted(model.origin)),
                ("size", String(model.size)), ("sha256", quoted(model.sha256)),
                ("installation", quoted(model.installation)),
            ]
            let lines = fields.map { "      \"\($0.0)\": \($0.1)" }
            return "    {\n" + lines.joined(separator: ",\n") + "\n    }"
        }
        return "{\n  \"models\": [\n" + entries.joined(separator: ",\n") + "\n  ]\n}\n"
    }

    private static func quoted(_ text: String) -> String {
        String(decoding: JSONText.quoted(text), as: UTF8.self)
    }
}

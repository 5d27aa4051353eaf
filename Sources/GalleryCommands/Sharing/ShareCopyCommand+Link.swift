import Basics
import Gallery
import GalleryModel

extension ShareCopyCommand {
    /// Makes a link, prints its address, and makes the files that it gives.
    func makeLink(_ run: CommandRun) async throws -> CommandOutcome {
        let base = try (link.baseURL?.text ?? run.settings().serve.baseURL).map {
            try ServedAddress.trimmed($0)
        }
        let gallery = try run.gallery()
        let query = try gallery.query(named: photo, query)
        let (ids, isSection) = (try gallery.photoIDs(query), query.isSectionAlone)
        guard !ids.isEmpty || isSection else {
            return CommandOutcome(notes: ["no photo fits"])
        }
        if run.work.isDryRun {
            let count = Count.text(ids.count, "photo")
            return CommandOutcome(sentences: ["share: a link to \(count)"])
        }
        let made = try gallery.makeShareLink(query, options: try link.options())
        try StandardOutput.shared.write((base ?? "") + made.path + "\n")
        var notes: [String] = []
        if base == nil {
            notes.append(
                "put the server's address before it, such as http://127.0.0.1:8080; --base-url or the setting "
                    + "serve.baseURL does so")
        }
        notes.append("'gallery share revoke \(made.link.id)' takes it back")
        return CommandOutcome(
            try await gallery.prepareShareLink(made.link.id, options: run.work), notes: notes)
    }
}

extension PhotoQuery {
    /// Whether it is one section as a whole.
    fileprivate var isSectionAlone: Bool {
        guard scopes.count == 1, case .section = scopes[0] else { return false }
        return isUnlimited && order == nil
    }
}

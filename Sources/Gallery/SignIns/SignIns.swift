package import Basics
package import GalleryModel
import Glibc

/// The file that keeps who signed in to which server: a user and a token for each.
///
/// The tokens are as good as passwords: the file is for its owner alone, and one that others may read is refused.
package struct SignIns: Sendable {
    /// Where the file is, or would be.
    package let file: BytePath

    /// Somebody who signed in to a server.
    package typealias Entry = (server: ServerAddress, user: CampaignUser)

    /// The most that is read of the file, in bytes.
    private static let longest = 1 << 20

    /// Finds the file that settings name: `${XDG_CONFIG_HOME:-~/.config}/gallery/sign-ins.json`.
    ///
    /// - Throws: `configuration` where they name none, as no home folder is known.
    package init(_ settings: GallerySettings) throws(GalleryError) {
        guard let file = settings.campaign.signIns else {
            throw GalleryError(
                .configuration,
                "no place for sign-ins.json: HOME is not set; set it or XDG_CONFIG_HOME to a folder"
            )
        }
        self.file = file
    }

    /// Everybody who signed in, in the order of the first time.
    ///
    /// - Throws: `configuration` for a file that others may read, or that is none of sign-ins; `inputOutput`.
    package func read() throws(GalleryError) -> [Entry] {
        var entries: [Entry] = []
        for (key, value) in try members() {
            guard let server = ServerAddress(key), let user = CampaignUser(kept: value) else {
                throw damaged("'\(key)' is no sign-in to a server")
            }
            entries.append((server, user))
        }
        return entries
    }

    /// Who signed in to a server; nil where nobody did.
    ///
    /// - Throws: as `read`.
    package func entry(for server: ServerAddress) throws(GalleryError) -> CampaignUser? {
        try read().first { $0.server == server }?.user
    }

    /// Keeps who signed in to a server, in place of who did before.
    ///
    /// - Throws: as `read`.
    package func store(_ user: CampaignUser, for server: ServerAddress) throws(GalleryError) {
        _ = try change { members in
            if let index = members.firstIndex(where: { ServerAddress($0.key) == server }) {
                members[index].value = user.kept
            } else {
                members.append((server.text, user.kept))
            }
            return true
        }
    }

    /// Forgets who signed in to a server.
    ///
    /// - Returns: false where nobody did.
    /// - Throws: as `read`.
    package func remove(_ server: ServerAddress) throws(GalleryError) -> Bool {
        // Where there is nothing to forget, nothing is made either.
        if try entry(for: server) == nil { return false }
        return try change { members in
            let count = members.count
            members.removeAll { ServerAddress($0.key) == server }
            return members.count < count
        }
    }

    /// The members of the file's one object; none where there is no file.
    private func members() throws(GalleryError) -> PrivateDocument.Members {
        let (bytes, permissions): ([UInt8], mode_t)
        do throws(FileError) {
            let opened = try Descriptor.file(file)
            permissions = try opened.status().permissions
            bytes = try opened.bytes(atMost: SignIns.longest)
        } catch {
            if error.isMissing { return [] }
            throw failure("cannot read", error)
        }
        guard permissions & 0o077 == 0 else {
            let name = file.escaped
            throw GalleryError(
                .configuration,
                "others may read or write the file of sign-ins '\(name)' (\(String(permissions, radix: 8))): "
                    + "'chmod 600 \(name)' closes it; where somebody did, sign in again")
        }
        do throws(JSONMistake) {
            if case .object(let members) = try JSONValue(bytes) { return members }
        } catch {
            throw damaged("it is no valid JSON: \(error.message)")
        }
        throw damaged("it holds no object")
    }

    /// Reads the file, lets `body` change its members, and writes them where it says that it did.
    private func change(
        _ body: (inout PrivateDocument.Members) -> Bool
    ) throws(GalleryError) -> Bool {
        let document = PrivateDocument(path: file)
        let lock = try writing { () throws(FileError) in try document.lock() }
        defer { withExtendedLifetime(lock) {} }
        var members = try members()
        guard body(&members) else { return false }
        try writing { () throws(FileError) in try document.replace(with: members) }
        return true
    }

    private func writing<Value: ~Copyable>(
        _ body: () throws(FileError) -> Value
    ) throws(GalleryError) -> Value {
        do throws(FileError) { return try body() } catch { throw failure("cannot write", error) }
    }

    private func failure(_ what: String, _ error: FileError) -> GalleryError {
        GalleryError(
            .inputOutput, "\(what) the file of sign-ins '\(file.escaped)': \(error.reason)")
    }

    private func damaged(_ problem: String) -> GalleryError {
        GalleryError(
            .configuration,
            "the file of sign-ins '\(file.escaped)' cannot be used: \(problem); remove it and sign in again"
        )
    }
}

extension CampaignUser {
    private static let tokenName = "loginToken"

    /// Reads a user as the file keeps it; nil for what is none.
    fileprivate init?(kept value: JSONValue) {
        guard case .object(let members) = value,
            let token = members.first(where: { $0.key == CampaignUser.tokenName })?.value.string
        else { return nil }
        self.init(loginToken: token)
        for field in CampaignUser.fields {
            self[keyPath: field.path] = members.first { $0.key == field.name }?.value.string
        }
    }

    /// The user as the file keeps it.
    fileprivate var kept: JSONValue {
        .object(
            CampaignUser.fields.compactMap { field in
                self[keyPath: field.path].map { (field.name, .text($0)) }
            } + [(CampaignUser.tokenName, .text(loginToken))])
    }
}

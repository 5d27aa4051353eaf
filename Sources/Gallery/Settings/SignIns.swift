package import Basics
package import GalleryModel
import Glibc
import PhotoSources

/// The file of sign-ins: one user and token per server.
///
/// A token is equivalent to a password: only the owner can read the file, and a file that others
/// can read is refused.
package struct SignIns: Sendable {
    private let document: PrivateDocument

    /// The path of the file, which may not exist.
    package var file: BytePath { document.path }

    /// A server and the user signed in to it.
    package typealias Entry = (server: ServerAddress, user: CampaignUser)

    /// The maximum size of the file in bytes.
    private static let maximumBytes = 1 << 20

    /// Finds the file from the settings: `${XDG_CONFIG_HOME:-~/.config}/gallery/sign-ins.json`.
    ///
    /// - Throws: `configuration` if the home folder is unknown.
    package init(_ settings: GallerySettings) throws(GalleryError) {
        document = try PrivateDocument(
            settings.campaign.signIns, name: "sign-ins.json", title: "sign-in file")
    }

    /// Returns all sign-ins, oldest first.
    ///
    /// - Throws: `configuration` for a file that others can read or that does not contain sign-ins;
    ///   `inputOutput`.
    package func read() throws(GalleryError) -> [Entry] {
        var entries: [Entry] = []
        for (key, value) in try members() {
            guard let server = ServerAddress(key), let user = CampaignUser(json: value) else {
                throw damaged("'\(key)' is not a sign-in to a server")
            }
            entries.append((server, user))
        }
        return entries
    }

    /// Returns the user signed in to a server; nil for none.
    ///
    /// - Throws: as `read`.
    package func entry(for server: ServerAddress) throws(GalleryError) -> CampaignUser? {
        try read().first { $0.server == server }?.user
    }

    /// Stores the user signed in to a server, replacing the previous one.
    ///
    /// - Throws: as `read`.
    package func store(_ user: CampaignUser, for server: ServerAddress) throws(GalleryError) {
        _ = try document.change(reading: members) { members in
            if let index = members.firstIndex(where: { ServerAddress($0.key) == server }) {
                members[index].value = user.json
            } else {
                members.append((server.text, user.json))
            }
            return true
        }
    }

    /// Removes the sign-in to a server.
    ///
    /// - Returns: false if no user was signed in.
    /// - Throws: as `read`.
    package func remove(_ server: ServerAddress) throws(GalleryError) -> Bool {
        // Avoids creating the file just to remove nothing from it.
        if try entry(for: server) == nil { return false }
        return try document.change(reading: members) { members in
            let count = members.count
            members.removeAll { ServerAddress($0.key) == server }
            return members.count < count
        }
    }

    /// Returns the members of the file's object; empty if the file does not exist.
    private func members() throws(GalleryError) -> PrivateDocument.Members {
        let (bytes, permissions): ([UInt8], mode_t)
        do throws(FileError) {
            let opened = try Descriptor.file(file)
            permissions = try opened.status().permissions
            bytes = try opened.bytes(atMost: SignIns.maximumBytes)
        } catch {
            if error.isMissing { return [] }
            throw document.failure("read", error)
        }
        guard permissions & 0o077 == 0 else {
            let name = file.escaped
            throw GalleryError(
                .configuration,
                "other users can access the sign-in file '\(name)' (\(String(permissions, radix: 8))): "
                    + "run 'chmod 600 \(name)', and sign in again if it may have been read")
        }
        do throws(JSONSyntaxError) {
            if case .object(let members) = try JSONValue(bytes) { return members }
        } catch {
            throw damaged("it is not valid JSON: \(error.message)")
        }
        throw damaged("it does not contain an object")
    }

    private func damaged(_ problem: String) -> GalleryError {
        GalleryError(
            .configuration,
            "the sign-in file '\(file.escaped)' cannot be used: \(problem); remove it and sign in again"
        )
    }
}

extension SignIns {
    /// The longest `Retry-After` in seconds to wait for, because the user waits as well.
    private static let maximumWaitSeconds = 10.0

    /// Signs in to a server and stores the returned user and token.
    ///
    /// - Parameters:
    ///   - server: the base address of the requests.
    ///   - settings: the timeouts of transfers.
    /// - Throws: `notAllowed` with the server's message if it refuses email or password;
    ///   `unavailable`; `tryLater`; as `read`.
    package func signIn(
        to server: ServerAddress, email: String, password: String, settings: GallerySettings
    ) async throws -> CampaignUser {
        // Check the file before sending the password.
        _ = try await offload { try read() }
        var settings = settings
        settings.transport.retryAfterCapSeconds = min(
            settings.transport.retryAfterCapSeconds, Self.maximumWaitSeconds)
        let connection = SourceConnection(settings: settings)
        let user = try await connection.whileOpen {
            try await connection.campaign.signIn(email: email, password: password, on: server)
        }
        try await offload { try store(user, for: server) }
        return user
    }
}

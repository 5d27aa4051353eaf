package import Basics
import Catalog
public import GalleryModel

extension PhotoGallery {
    /// The accounts that may sign in to a server of the gallery, in the order in which they were added.
    public func accounts() throws(GalleryError) -> [Account] {
        try GalleryError.translating { try catalog.accounts() }
    }

    /// Adds an account; takes some tenths of a second, as a password's hash is to be slow.
    ///
    /// - Throws: `usage` for a name or password that cannot be taken, and for a name that another account has.
    public func addAccount(
        named name: String, role: AccountRole, password: String
    ) throws(GalleryError) {
        try addAccount(named: name, role: role, password: password, cost: .standard)
    }

    /// Adds an account with a password that costs so much to guess.
    package func addAccount(
        named name: String, role: AccountRole, password: String, cost: PasswordHash.Cost
    ) throws(GalleryError) {
        let name = try AccountName.checked(name, of: "account")
        let hash = try Self.hash(password, cost)
        let isAdded = try GalleryError.translating {
            try catalog.addAccount(named: name, role: role, passwordHash: hash)
        }
        guard isAdded else {
            throw GalleryError(
                .usage,
                "there is an account '\(name)' already: 'gallery account password' changes its password"
            )
        }
    }

    /// Removes an account and ends its sessions.
    ///
    /// - Throws: `notFound`.
    public func removeAccount(named name: String) throws(GalleryError) {
        let isKnown = try GalleryError.translating { try catalog.removeAccount(named: name) }
        if !isKnown { throw Self.noAccount(name) }
    }

    /// Gives an account another password and ends its sessions; takes some tenths of a second.
    ///
    /// - Throws: `usage` for a password that cannot be taken; `notFound`.
    public func setPassword(
        _ password: String, ofAccount name: String
    ) throws(GalleryError) {
        try setPassword(password, ofAccount: name, cost: .standard)
    }

    /// Gives an account a password that costs so much to guess.
    package func setPassword(
        _ password: String, ofAccount name: String, cost: PasswordHash.Cost
    ) throws(GalleryError) {
        try checkAccount(named: name)
        let hash = try Self.hash(password, cost)
        let isKnown = try GalleryError.translating {
            try catalog.setPasswordHash(hash, ofAccount: name)
        }
        if !isKnown { throw Self.noAccount(name) }
    }

    /// Checks that there is an account of a name.
    ///
    /// - Throws: `notFound`.
    package func checkAccount(named name: String) throws(GalleryError) {
        let isKnown = try GalleryError.translating { try catalog.account(named: name) != nil }
        if !isKnown { throw Self.noAccount(name) }
    }

    /// The account of a name with a password; nil where either is wrong.
    ///
    /// Takes as long for a name that there is none of. A hash of another cost is made anew where the catalog
    /// can be written.
    package func account(
        named name: String, password: String, cost: PasswordHash.Cost
    ) throws(GalleryError) -> Account? {
        try GalleryError.translating {
            guard let found = try catalog.account(named: name),
                let hash = PasswordHash(text: found.passwordHash)
            else {
                _ = try PasswordHash(of: password, cost: cost)
                return nil
            }
            guard try hash.fits(password) else { return nil }
            if hash.cost != cost {
                let new = try PasswordHash(of: password, cost: cost).text
                // What cannot be written now is written at another sign-in.
                try? catalog.replacePasswordHash(
                    found.passwordHash, with: new, ofAccount: found.account.id)
            }
            return found.account
        }
    }

    private static func hash(
        _ password: String, _ cost: PasswordHash.Cost
    ) throws(GalleryError) -> String {
        if let objection = PasswordRule.objection(to: password) {
            throw GalleryError(
                .usage,
                "the password cannot be taken: \(objection); "
                    + "expected \(PasswordRule.shortest) characters or more")
        }
        return try GalleryError.translating { try PasswordHash(of: password, cost: cost).text }
    }

    private static func noAccount(_ name: String) -> GalleryError {
        GalleryError(
            .notFound, "there is no account '\(name)': 'gallery account list' lists those there are"
        )
    }
}

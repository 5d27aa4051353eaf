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
    /// - Throws: `usage` for a name, password or profile that cannot be taken, and for a name or an address of mail
    ///   that another account has; `notFound` where there is no such photo.
    public func addAccount(
        named name: String, role: AccountRole, profile: AccountProfile = AccountProfile(),
        password: String
    ) throws(GalleryError) {
        try addAccount(
            named: name, role: role, profile: profile, password: password, cost: .standard)
    }

    /// Adds an account with a password that costs so much to guess.
    package func addAccount(
        named name: String, role: AccountRole, profile: AccountProfile = AccountProfile(),
        password: String, cost: PasswordHash.Cost
    ) throws(GalleryError) {
        let name = try AccountName.checked(name, of: "account")
        let profile = try checked(profile)
        let hash = try Self.hash(password, cost)
        let outcome = try GalleryError.translating {
            try catalog.addAccount(
                named: name, role: role, profile: profile, passwordHash: hash)
        }
        try Self.check(outcome, name, profile)
    }

    /// Gives an account another role and profile, in place of the ones it has.
    ///
    /// - Throws: `usage` for a profile that cannot be taken, and for an address of mail that another account has;
    ///   `notFound`, also where there is no such photo.
    public func setAccount(
        named name: String, role: AccountRole, profile: AccountProfile
    ) throws(GalleryError) {
        let profile = try checked(profile)
        let outcome = try GalleryError.translating {
            try catalog.updateAccount(named: name, role: role, profile: profile)
        }
        try Self.check(outcome, name, profile)
    }

    private func checked(_ profile: AccountProfile) throws(GalleryError) -> AccountProfile {
        if let photo = profile.photo { _ = try self.photo(id: photo) }
        return try profile.checked()
    }

    private static func check(
        _ outcome: StoredAccount, _ name: String, _ profile: AccountProfile
    ) throws(GalleryError) {
        switch outcome {
        case .stored: return
        case .unknown: throw noAccount(name)
        case .nameTaken:
            throw GalleryError(
                .usage,
                "there is an account '\(name)' already: 'gallery account password' changes its password, "
                    + "'gallery account set' the rest")
        case .emailTaken:
            throw GalleryError(
                .usage,
                "another account has the address '\(profile.email ?? "")': 'gallery account list' tells which"
            )
        }
    }

    /// Removes an account, ends its sessions and forgets its tokens; its photos stay.
    ///
    /// - Throws: `notFound`.
    public func removeAccount(named name: String) throws(GalleryError) {
        let isKnown = try GalleryError.translating { try catalog.removeAccount(named: name) }
        if !isKnown { throw Self.noAccount(name) }
    }

    /// Gives an account another password, ends its sessions and revokes its tokens; takes some tenths of a second.
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
        _ = try account(named: name)
    }

    /// The account of a name, without regard to case.
    ///
    /// - Throws: `notFound`.
    package func account(named name: String) throws(GalleryError) -> Account {
        let found = try GalleryError.translating { try catalog.account(named: name)?.account }
        guard let found else { throw Self.noAccount(name) }
        return found
    }

    /// The account of an id, as it is now; nil for none.
    package func account(id: Int64) throws(GalleryError) -> Account? {
        try accounts().first { $0.id == id }
    }

    /// The account of a name, else of an address of mail, with a password; nil where either is wrong.
    ///
    /// Takes as long for a name that there is none of. A hash of another cost is made anew where the catalog
    /// can be written.
    package func account(
        named name: String, password: String, cost: PasswordHash.Cost
    ) throws(GalleryError) -> Account? {
        try GalleryError.translating {
            guard
                let found = try catalog.account(named: name) ?? catalog.account(email: name),
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

import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The options of `gallery publish` that say where photos go, as whose, and what they are called there.
struct PublishTargetFlags: ParsableArguments {
    @Option(
        name: .customLong("to"),
        help: ArgumentHelp(
            "The server's address, such as http://host/photoserver.", valueName: "url"))
    var url: Operand

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Whose photos they are to be: a name of the server's, for a campaign the email.",
            valueName: "name|email"))
    var account: Operand?

    @Option(help: ArgumentHelp("Post to this campaign.", valueName: "name"))
    var campaign: Operand?

    @Option(
        help: ArgumentHelp(
            "What the photo is called there, else its title; without a campaign, else the name of its file.",
            valueName: "text"))
    var title: Operand?

    @Option(
        help: ArgumentHelp(
            "What is said about the photo in a campaign, else its description.", valueName: "text"))
    var description: Operand?

    @OptionGroup var password: PasswordOption

    @Option(
        help: ArgumentHelp(
            "A file whose first line is a token of the server's, in place of a password.",
            valueName: "file"),
        completion: .file())
    var tokenFile: Operand?

    func validate() throws {
        _ = try server()
        if campaign == nil, account == nil {
            throw ValidationError("--as needs a name: say whose photos they are to be")
        }
        if account?.text.isEmpty == true { throw ValidationError("--as needs a name: give one") }
        if campaign?.text.isEmpty == true {
            throw ValidationError("--campaign needs a name: give one")
        }
        if campaign == nil, description != nil {
            throw ValidationError("--description is about campaigns: leave it out")
        }
        if let title, title.text.allSatisfy(\.isWhitespace) {
            throw ValidationError("--title needs a text: leave it out for the photo's own title")
        }
        if tokenFile != nil, password.file != nil {
            throw ValidationError("--token-file and --password-file exclude each other: give one")
        }
    }

    private func server() throws -> ServerAddress {
        try url.server(suchAs: "http://host/photoserver")
    }

    /// Where photos go; asks for the password where one is needed, and says where others can read it on its way.
    ///
    /// - Throws: what reading a file throws; `usage` where nobody can be asked; `notAllowed` where nobody is named or
    ///   signed in.
    func target(_ run: CommandRun) throws -> PublishTarget {
        let server = try server()
        let user = try user(of: server, run)
        let token = try givenToken()
        // Whose a token is need not be known here.
        let isOfUser = token == nil || token == user?.loginToken
        let nameless = token == nil ? nil : PublishTarget.nameless
        guard let account = account?.text ?? (isOfUser ? user?.email : nil) ?? nameless else {
            throw GalleryError(
                .notAllowed,
                "nobody is signed in to '\(server.text)': 'gallery sign-in \(server.text)' does it, or say who "
                    + "posts with --as EMAIL")
        }
        let credential =
            try token.map { ServerCredential.token($0) } ?? credential(of: account, user, run)
        if server.isReadableOnTheWay, !run.work.isDryRun {
            run.say(
                "'\(server.text)' is not encrypted: whoever is on the way can read the \(credential.noun); "
                    + "https:// hides it where the server has it")
        }
        return PublishTarget(
            server: server, account: account, campaign: campaign?.text, credential: credential)
    }

    /// Who signed in to the server of a campaign; nil for nobody.
    private func user(of server: ServerAddress, _ run: CommandRun) throws -> CampaignUser? {
        if campaign == nil { return nil }
        let known = Result { try SignIns(try run.settings()).entry(for: server) }
        // A token needs no sign-ins, whatever is wrong with them.
        return tokenFile == nil ? try known.get() : try? known.get()
    }

    /// The token that a file has; nil without one.
    private func givenToken() throws -> String? {
        guard let tokenFile else { return nil }
        let token = try PasswordFile.read(tokenFile.text)
        if token.isEmpty {
            let file = BytePath(tokenFile.text).escaped
            throw GalleryError(.usage, "the token file '\(file)' is empty: nothing was sent")
        }
        return token
    }

    /// What proves who publishes without a token that is given: the sign-in of this person, else the password.
    private func credential(
        of account: String, _ user: CampaignUser?, _ run: CommandRun
    ) throws -> ServerCredential {
        // No server is asked.
        if run.work.isDryRun { return .token("") }
        let isGiven =
            try password.file != nil
            || self.account != nil
                && ProcessEnvironment.read()["GALLERY_PASSWORD"]?.isEmpty == false
        if !isGiven, let user, user.email?.lowercased() == account.lowercased() {
            return .token(user.loginToken)
        }
        return .password(try password.known("of '\(DisplayText.escaped(account))'"))
    }
}

extension ServerCredential {
    /// What it is, in a sentence.
    fileprivate var noun: String {
        switch self {
        case .password: "password"
        case .token: "token"
        }
    }
}

import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

extension GalleryPage {
    /// Renders the page of the sender's own account.
    ///
    /// - Parameters:
    ///   - ticket: a new ticket for signing in another device.
    ///   - failure: the reason why the password was not changed.
    func account(ticket: String? = nil, failure: Problem? = nil) throws -> Response {
        let frame = PageFrame(.account, for: request, site)
        let principal = request.principal
        var values: [String: Any] = [
            "hasPassword": principal.account != nil && !site.isReadOnly,
            "hasSession": principal.sessionID != nil,
            "devices": try site.credentials.sessions(of: principal).map { session in
                let isHere = session.id == principal.sessionID
                let device = session.device ?? language.say("account.device")
                return [
                    "session": "\(session.id)", "device": device, "isHere": isHere,
                    "signedIn": session.dateCreated.map(day) ?? "",
                    // A session is extended once a day.
                    "used": day(session.dateExpires - SessionStore.lifetime),
                ] as [String: Any]
            },
            "failure": failure.map { Pages.sentence($0.translated(to: language).detail) } ?? false,
        ]
        if let ticket {
            let address = "\(site.base(for: request))/sign-in?ticket=\(ticket)"
            if let code = QRCode(address) {
                values["code"] = code.svgPath
                values["codeSide"] = code.side + 8
            }
            values["codeAddress"] = address
        }
        let page = try frame.page("account", language.say("account.title"), values)
        return .html(page, status: failure?.status ?? .ok)
    }

    private func day(_ date: Date) -> String {
        language.day(CivilDate(unixSeconds: date.unixSeconds))
    }

    /// Renders the page of all accounts.
    ///
    /// - Parameter failure: the reason why the last request changed nothing.
    func accounts(failure: Problem? = nil) throws -> Response {
        let frame = PageFrame(.accounts, for: request, site)
        let accounts = try gallery.accounts.list()
        let values: [String: Any] = [
            "isEmpty": accounts.isEmpty, "canChange": frame.isOwner,
            "failure": failure.map { Pages.sentence($0.translated(to: language).detail) } ?? false,
            "roles": AccountRole.allCases.map {
                ["role": $0.rawValue, "roleName": language.say("account.\($0.rawValue)")]
            },
            "accounts": accounts.map { account -> [String: Any] in
                [
                    "accountID": "\(account.id)", "name": account.name,
                    "roleName": language.say("account.\(account.role.rawValue)"),
                    "moment": language.moment(account.dateCreated),
                ]
            },
        ]
        let page = try frame.page("accounts", language.say("account.all"), values)
        return .html(page, status: failure?.status ?? .ok, for: request)
    }
}

/// The pages of accounts and their forms; the sender's own one is for servers with sign-in.
enum AccountRoutes {
    static let all: [Route] = [
        PageRoutes.page("/account") { page in
            guard page.site.credentials.requiresSignIn else { throw Problem.notFound }
            return try page.account()
        },
        PageRoutes.page("/accounts", for: .owners) { try $0.accounts() },
        Route(.post, "/account/ticket", for: .viewers) { request, site in
            guard site.credentials.requiresSignIn else { throw Problem.notFound }
            let ticket = try site.credentials.makeTicket(for: request.principal)
            return try await offload {
                try GalleryPage(request: request, site: site).account(ticket: ticket)
            }
        },
        Route(.post, "/account/password", for: .viewers) { request, site in
            let form = try await request.form()
            guard let account = request.principal.account, request.principal.sessionID != nil,
                site.credentials.requiresSignIn, !site.isReadOnly
            else { throw Problem(.conflict, say: "error.no-session") }
            let known = try await site.credentials.account(
                named: account.name, password: form["old"] ?? "", request.client)
            let cost = site.options.passwordCost
            let answer: Response = try await offload {
                let page = GalleryPage(request: request, site: site)
                guard known?.id == account.id else {
                    let failure = Problem(.forbidden, say: "error.wrong-password")
                    return try page.account(failure: failure)
                }
                do throws(GalleryError) {
                    try site.gallery.accounts.setPassword(
                        form["new"] ?? "", ofAccount: account.name, cost: cost)
                } catch {
                    guard error.kind == .usage else { throw error }
                    return try page.account(failure: Problem(.unprocessableContent, error.text))
                }
                return .seeOther("/sign-in")
            }
            // The date of the password, in seconds, may not distinguish it from the old one.
            if answer.status == .seeOther { await site.credentials.endAll(of: account) }
            return answer
        },
        changing("/accounts") { form, request, site in
            guard let role = AccountRole(rawValue: form["role"] ?? "") else {
                throw request.invalid(
                    "role", form["role"] ?? "",
                    .text(AccountRole.allCases.map(\.rawValue).joined(separator: ", ")))
            }
            try site.gallery.accounts.add(
                named: form["name"] ?? "", role: role, password: form["password"] ?? "",
                cost: site.options.passwordCost)
        },
        changing("/accounts/{account}/password") { form, request, site in
            try site.gallery.accounts.setPassword(
                form["password"] ?? "", ofAccount: try name(request, site),
                cost: site.options.passwordCost)
        },
        changing("/accounts/{account}/remove") { _, request, site in
            try site.gallery.accounts.remove(named: try name(request, site))
        },
    ]

    /// Makes the route of a form that changes accounts, and shows all of them again.
    private static func changing(
        _ path: String,
        _ body: @escaping @Sendable ([String: String], WebRequest, Site) throws -> Void
    ) -> Route {
        Route(.post, path, for: .owners) { request, site in
            let form = try await request.form()
            return try await offload {
                do { try body(form, request, site) } catch let error as GalleryError {
                    guard error.kind == .usage else { throw error }
                    let failure = Problem(.unprocessableContent, error.text)
                    return try GalleryPage(request: request, site: site).accounts(failure: failure)
                }
                return .seeOther("/accounts")
            }
        }
    }

    private static func name(_ request: WebRequest, _ site: Site) throws -> String {
        guard let id = Int64(id: request.part("account")),
            let account = try site.gallery.accounts.account(id: id)
        else { throw Problem.notFound }
        return account.name
    }
}

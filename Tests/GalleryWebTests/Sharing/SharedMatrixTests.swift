import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

/// Tests each kind of link × each additional credential × each route × each photo.
@Suite(
    "Share links as credentials", .enabled(if: SharedScene.hasSamples, "needs Debian's opencv-doc"))
struct SharedMatrixTests {
    /// The kind of link in an address.
    enum Kind: String, CaseIterable, Sendable {
        case plain, full, locked, expired, revoked, unknown, digest
    }

    /// The credential of a request.
    enum Companion: String, CaseIterable, Sendable {
        case nothing, own, other, owner, forged
    }

    /// The addresses of a photo under a link.
    static func addresses(_ photo: String) -> [String] {
        [
            "/photos/\(photo)", "/photos/\(photo)/thumbnail/240?v=0",
            "/photos/\(photo)/thumbnail/1600", "/photos/\(photo)/file",
            "/photos/\(photo)/file?download=1",
        ]
    }

    private struct Links {
        var paths: [Kind: String] = [:]
        var cookies: [Kind: HTTPFields] = [:]
        var other: HTTPFields = [:]
    }

    private static func links(_ scene: SharedScene) async throws -> Links {
        var links = Links()
        let first = [scene.photos[0]]
        let password = "open sesame"
        let plain = try scene.link(first)
        let full = try scene.link(first, originals: true, metadata: true)
        let locked = try scene.link(first, password: password)
        let expired = try scene.link(first, expires: Date() + 3)
        let revoked = try scene.link(first, password: password)
        // With the same password, and the photo that the other links do not share.
        let other = try scene.link([scene.photos[1]], password: password)
        for (kind, link) in [
            (Kind.plain, plain), (.full, full), (.locked, locked), (.expired, expired),
            (.revoked, revoked),
        ] {
            links.paths[kind] = link.path
            let answer =
                kind == .locked || kind == .revoked
                ? await scene.unlock(link, password) : await scene.ask(link.path)
            links.cookies[kind] = AccessScene.session(of: answer)
        }
        links.other = AccessScene.session(of: await scene.unlock(other, password))
        try scene.gallery.shareLinks.revoke(revoked.link.id)
        links.paths[.unknown] = "/shared/" + String(repeating: "A", count: 43)
        // The digest in the catalog does not open the link.
        links.paths[.digest] = "/shared/" + SecretToken.digest(of: plain.secret)
        while try scene.gallery.shareLinks.open(secret: expired.secret) != nil {
            try await Task.sleep(for: .milliseconds(20))
        }
        return links
    }

    @Test("every link shares its photos and nothing else")
    func everyLinkGivesItsPhotosAndNothingElse() async throws {
        let scene = try await SharedScene()
        let links = try await Self.links(scene)
        let owner = await scene.access.session()
        let strangers = ["999999", "0", "-1", "01", "x", "camera%2F1"]
        let photos = scene.photos.map(\.description) + strangers
        for kind in Kind.allCases {
            let base = try #require(links.paths[kind])
            for companion in Companion.allCases {
                let headers: HTTPFields =
                    switch companion {
                    case .nothing: [:]
                    case .own: links.cookies[kind] ?? [:]
                    case .other: links.other
                    case .owner: owner
                    case .forged:
                        [.cookie: "gallery-share=" + String(repeating: "a", count: 64)]
                    }
                let isValid = [.plain, .full, .locked].contains(kind)
                let isOpen = isValid && (kind != .locked || companion == .own)
                func expect(_ path: String, _ given: Int) async {
                    let status = await scene.ask(base + path, headers).status.code
                    let expected = isOpen ? given : isValid ? 401 : 404
                    #expect(status == expected, "\(kind) \(companion) \(path): \(status)")
                }
                await expect("", 200)
                await expect("/photos.zip", 200)
                await expect("/nothing", 404)
                await expect("/photos", 404)
                await expect("/api/v1/photos", 404)
                await expect("/assets/0.en/scripts/page.js", 200)
                for photo in photos {
                    let isGiven = photo == "\(scene.photos[0])"
                    for address in Self.addresses(photo) {
                        await expect(address, isGiven ? 200 : 404)
                    }
                    await expect("/photos/\(photo)/original", 404)
                    await expect("/photos/\(photo)/rendition", 404)
                    await expect("/photos/\(photo)/thumbnail/9", 404)
                }
                let style = await scene.ask(base + "/assets/0.en/gallery.css", headers)
                #expect(style.status.code == (isValid ? 200 : 404), "\(kind) \(companion)")
            }
        }
    }

    @Test("no link opens the gallery")
    func noLinkOpensTheGallery() async throws {
        let scene = try await SharedScene()
        let links = try await Self.links(scene)
        for headers in [links.other] + links.cookies.values {
            for route in scene.access.site.routes where !route.permission.requiresShareLink {
                guard route.permission != .anyone else { continue }
                let path = AccessMatrix.path(of: route)
                let status = await scene.access.ask(route.method, path, headers).status.code
                let expected = AccessMatrix.isForPrograms(route) ? 401 : 303
                #expect(status == expected, "\(route.method) \(path)")
            }
        }
    }

    @Test("all invalid links get the same response")
    func whatOpensNothingIsAnsweredAlike() async throws {
        let scene = try await SharedScene()
        let links = try await Self.links(scene)
        for accept in ["text/html", "application/json"] {
            for path in ["", "/photos/1", "/photos/1/file", "/nothing", "/assets/0.en/icon.svg"] {
                var answers: [(HTTPFields, [UInt8])] = []
                for kind in [Kind.unknown, .expired, .revoked, .digest] {
                    let base = try #require(links.paths[kind])
                    for headers: HTTPFields in [[:], links.other] {
                        var headers = headers
                        headers[.accept] = accept
                        let answer = await scene.ask(base + path, headers)
                        #expect(answer.status == .notFound)
                        answers.append((answer.headers, try await answer.bytes()))
                    }
                }
                for (headers, bytes) in answers {
                    #expect(headers == answers[0].0 && bytes == answers[0].1, "\(accept) \(path)")
                }
            }
        }
        for path in ["/shared", "/shared/", "/shared/%2e%2e", "/shared//photos/1"] {
            #expect(await scene.ask(path).status == .notFound, "\(path)")
        }
    }

    @Test("links work in the same way on a server without a password")
    func aServerWithoutAPasswordIsNoDifferent() async throws {
        let scene = try await SharedScene { $0.password = nil }
        let link = try scene.link([scene.photos[0]])
        #expect(await scene.ask(link.path).status == .ok)
        #expect(await scene.ask(link.path + "/photos/\(scene.photos[0])").status == .ok)
        #expect(await scene.ask(link.path + "/photos/\(scene.photos[1])").status == .notFound)
        #expect(await scene.ask("/shared/x").status == .notFound)
    }

    @Test("no part of an address under a link breaks it")
    func noPartOfAnAddressUnderALinkBreaksIt() async throws {
        let scene = try await SharedScene()
        let link = try scene.link([scene.photos[0]])
        for part in AccessMatrix.hostileParts {
            for path in [
                "/photos/\(part)", "/photos/\(part)/file", "/\(part)", "/assets/\(part)/\(part)",
                "/photos/\(scene.photos[0])/thumbnail/\(part)", "/assets/0.en/scripts/\(part)",
            ] {
                let answer = await scene.ask(link.path + path)
                #expect((400..<500).contains(answer.status.code), "\(path.prefix(99))")
            }
        }
    }
}

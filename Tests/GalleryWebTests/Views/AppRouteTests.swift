import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

@Suite("Installing the pages as an app")
struct AppRouteTests {
    private func manifest(_ scene: AccessScene, _ headers: HTTPFields) async throws -> JSONValue {
        let answer = await scene.ask(.get, "/manifest.webmanifest", headers)
        #expect(answer.status == .ok)
        #expect(answer.headers[.contentType] == "application/manifest+json")
        #expect(answer.headers[.cacheControl]?.contains("no-cache") == true)
        return try JSONValue(try await answer.bytes())
    }

    @Test("every server has a manifest with icons of the announced sizes")
    func everyServerHasAManifest() async throws {
        let scene = try AccessScene()
        #expect(await scene.ask(.get, "/manifest.webmanifest").status == .seeOther)
        let manifest = try await manifest(scene, await scene.session())
        for (name, value) in [
            ("name", "Gallery"), ("id", "/"), ("start_url", "/"), ("scope", "/"),
            ("display", "standalone"),
        ] {
            #expect(manifest[name]?.string == value)
        }
        let icons = try #require(manifest["icons"]?.items)
        #expect(icons.contains { $0["purpose"]?.string == "maskable" })
        var sizes: Set<String> = []
        for icon in icons {
            let answer = await scene.ask(.get, try #require(icon["src"]?.string))
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == icon["type"]?.string)
            let bytes = try await answer.bytes()
            guard icon["type"]?.string == "image/png" else { continue }
            #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            // Width and height in the header chunk.
            let sides = [16, 20].map { start in
                bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            }
            #expect(icon["sizes"]?.string == "\(sides[0])x\(sides[1])")
            sizes.insert(icon["sizes"]?.string ?? "")
        }
        #expect(sizes == ["192x192", "512x512"])
    }

    @Test("apps share files only to users who may add photos")
    func sharesAreForMembers() async throws {
        let scene = try AccessScene()
        for (name, role) in [("eva", AccountRole.member), ("vic", .viewer)] {
            try scene.gallery.accounts.add(
                named: name, role: role, password: "evas password", cost: .testing)
        }
        let target = try await manifest(scene, await scene.session("eva", "evas password"))[
            "share_target"]
        #expect(target?["action"]?.string == "/upload")
        #expect(target?["method"]?.string == "POST")
        #expect(target?["enctype"]?.string == "multipart/form-data")
        #expect(target?["params"]?["files"]?.items?.first?["name"]?.string == "file")
        let viewer = await scene.session("vic", "evas password")
        #expect(try await manifest(scene, viewer)["share_target"] == nil)
        let shown = try AccessScene { $0.isReadOnly = true }
        #expect(try await manifest(shown, await shown.session())["share_target"] == nil)
    }

    @Test("the service worker names the current styles and scripts")
    func theWorkerNamesWhatItKeeps() async throws {
        let scene = try AccessScene()
        #expect(await scene.ask(.get, "/worker.js").status == .seeOther)
        let owner = await scene.session()
        let answer = await scene.ask(.get, "/worker.js", owner)
        #expect(answer.headers[.contentType] == "text/javascript; charset=utf-8")
        #expect(answer.headers[.cacheControl]?.contains("no-cache") == true)
        let text = String(decoding: try await answer.bytes(), as: UTF8.self)
        let first = try #require(text.split(separator: "\n").first)
        #expect(first.hasPrefix("self.shell = ["))
        let addresses = try #require(
            try JSONValue(Array(first.dropFirst("self.shell = ".count).utf8)).items)
        let names = Set(addresses.compactMap { $0.string?.split(separator: "/").last })
        #expect(names.isSuperset(of: ["gallery.css", "icon.svg", "page.js", "leaflet.js"]))
        #expect(!names.contains("worker.js"))
        for address in addresses {
            let asset = await scene.ask(.get, try #require(address.string), owner)
            #expect(asset.status == .ok)
            #expect(asset.headers[.cacheControl]?.hasSuffix("immutable") == true)
        }
        #expect(text.contains("You’re offline"))
        let cookies = "\(owner[.cookie] ?? ""); gallery-language=es"
        let spanish = await scene.ask(.get, "/worker.js", [.cookie: cookies])
        let translated = String(decoding: try await spanish.bytes(), as: UTF8.self)
        #expect(translated.contains("No hay conexión") && translated.contains(".es/gallery.css"))
    }

    @Test("responses name their user, differently for each session")
    func responsesNameTheirUser() async throws {
        let scene = try AccessScene()
        for name in ["eva", "max"] {
            try scene.gallery.accounts.add(
                named: name, role: .viewer, password: "evas password", cost: .testing)
        }
        var seen: [String] = []
        for name in ["eva", "max", "eva"] {
            let headers = await scene.session(name, "evas password")
            let pages = await scene.ask(.get, "/", headers).field("Gallery-Account")
            let list = await scene.ask(.get, "/api/v1/photos", headers).field("Gallery-Account")
            #expect(pages == list)
            seen.append(try #require(pages))
            #expect(await scene.ask(.get, "/healthz", headers).field("Gallery-Account") == nil)
        }
        #expect(Set(seen).count == 3)
        #expect(await scene.ask(.get, "/").field("Gallery-Account") == nil)
        #expect(await scene.ask(.get, "/sign-in").field("Gallery-Account") == nil)
        let open = try AccessScene(password: nil)
        #expect(await open.ask(.get, "/").field("Gallery-Account") != nil)
    }
}

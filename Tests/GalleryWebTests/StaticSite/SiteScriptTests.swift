import Testing

@testable import GalleryWeb

@Suite("Script bundles of a site")
struct SiteScriptTests {
    private func bundle(_ modules: [String: String]) throws(SiteScript.UnsupportedModule) -> String
    {
        try SiteScript { modules[$0] }.bundle("site/site")
    }

    @Test("each module is included once, after its imports")
    func modulesComeAfterWhatTheyImportEachOnce() throws {
        let script = try bundle([
            "site/site":
                "import { a, b as c } from './one.js'\nimport { d } from './two-b.js'\na(c, d)",
            "scripts/one":
                "import { d } from './two-b.js'\nexport function a() {}\nexport const b = d",
            "scripts/two-b": "export class d {}",
        ])
        #expect(
            script == """
                (() => {
                'use strict'
                const $address = new URL('scripts/site.js', document.currentScript.src).href
                const $scripts_two_b = (() => {
                class d {}
                return { d }
                })()
                const $scripts_one = (() => {
                const { d } = $scripts_two_b
                function a() {}
                const b = d
                return { a, b }
                })()
                const $site_site = (() => {
                const { a, b: c } = $scripts_one
                const { d } = $scripts_two_b
                a(c, d)
                return {  }
                })()
                })()

                """)
    }

    @Test("modules of the site replace those that contact a server")
    func modulesOfTheSiteStandInForThoseThatAskAServer() throws {
        let script = try bundle([
            "site/site": "import { a } from './one.js'",
            "site/one": "import { b } from '../scripts/one.js'\nexport const a = b",
            "scripts/one": "export const b = () => import('./later.js')",
            "scripts/later": "export const c = import.meta.url",
        ])
        #expect(script.contains("Promise.resolve().then(() => $scripts_later)"))
        #expect(script.contains("const c = $address"))
        #expect(script.contains("const { a } = $site_one\n"))
    }

    @Test(
        "unsupported modules are rejected",
        arguments: [
            ("import one from './one.js'", "unsupported import"),
            ("import { a } from 'one'", "unsupported import"),
            ("import { a } from './none.js'", "no such module"),
            ("export default 1", "unsupported export"),
            ("export let a = 1", "unsupported export"),
            ("export { a }", "unsupported export"),
            ("export const { a } = b", "unsupported export"),
            ("await 1", "await outside of a function"),
            ("const a = () => import(name)", "unsupported import"),
            ("import { a } from './two.js'", "circular import"),
        ])
    func whatItCannotTellIsRefused(_ module: String, _ reason: String) {
        let error = #expect(throws: SiteScript.UnsupportedModule.self) {
            try bundle(["site/site": module, "scripts/two": "import { a } from './site.js'"])
        }
        #expect(error?.reason == reason)
    }

    @Test("a third-party module is kept as it is")
    func aModuleOfSomebodyElsesStaysAsItIs() throws {
        let script = try bundle([
            "site/site": "import * as them from './them.js'\nthem.one()",
            "scripts/them": "function a(){}var b=1;export{a as one,b};\n//# sourceMappingURL=x",
        ])
        #expect(script.contains("function a(){}var b=1;\nreturn { one: a, b }\n"))
        #expect(script.contains("const them = $scripts_them\nthem.one()\n"))
        #expect(!script.contains("sourceMappingURL"))
    }

    @Test("a bundle can use the modules of another one")
    func aScriptTakesWhatAnotherGives() throws {
        let modules = [
            "site/site": "import { a } from './one.js'\na()",
            "site/maps": "import { a } from './one.js'\nimport { b } from './two.js'\na(b)",
            "scripts/one": "export const a = b => b", "scripts/two": "export const b = 1",
        ]
        let maker = SiteScript { modules[$0] }
        let shared = try maker.shared("site/site", "site/maps")
        #expect(shared == ["scripts/one"])
        let site = try maker.bundle("site/site", giving: shared)
        #expect(site.hasSuffix("globalThis.galleryModules = { $scripts_one }\n})()\n"))
        let maps = try maker.bundle("site/maps", taking: shared)
        #expect(maps.contains("const { $scripts_one } = globalThis.galleryModules\n"))
        #expect(!maps.contains("b => b") && maps.contains("const $scripts_two = "))
    }

    @Test(
        "the site's own scripts contact no server", arguments: PageLanguage.allCases,
        SiteScript.Entry.allCases)
    func theSitesOwnScriptsAskNoServer(
        _ language: PageLanguage, _ entry: SiteScript.Entry
    ) throws {
        let script = try SiteScript.text(of: entry, in: language)
        for word in ["/api/", "EventSource", "$scripts_server", "$scripts_trash", "sign-in"] {
            #expect(!script.contains(word), "\(word)")
        }
        #expect(script.contains("Leaflet") == (entry == .maps))
        #expect(script.firstMatch(of: #/say\('[a-z]+\.[a-z-]+'/#) == nil)
        let maximum = entry == .maps ? 200_000 : 110_000
        #expect(script.utf8.count < maximum, "\(script.utf8.count)")
    }
}

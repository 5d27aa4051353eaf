import Testing

@testable import GalleryWeb

@Suite struct SiteScriptTests {
    private func bundle(_ modules: [String: String]) throws(SiteScript.Refusal) -> String {
        try SiteScript { modules[$0] }.bundle("site/site")
    }

    @Test func modulesComeAfterWhatTheyImportEachOnce() throws {
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

    @Test func modulesOfTheSiteStandInForThoseThatAskAServer() throws {
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

    @Test(arguments: [
        ("import one from './one.js'", "an import of another form"),
        ("import { a } from 'one'", "an import of another form"),
        ("import { a } from './none.js'", "no such module"),
        ("export default 1", "an export of another form"),
        ("export let a = 1", "an export of another form"),
        ("export { a }", "an export of another form"),
        ("export const { a } = b", "an export of another form"),
        ("await 1", "await outside of a function"),
        ("const a = () => import(name)", "an import of another form"),
        ("import { a } from './two.js'", "modules that import each other"),
    ])
    func whatItCannotTellIsRefused(_ module: String, _ reason: String) {
        let error = #expect(throws: SiteScript.Refusal.self) {
            try bundle(["site/site": module, "scripts/two": "import { a } from './site.js'"])
        }
        #expect(error?.reason == reason)
    }

    @Test(arguments: PageLanguage.allCases)
    func theSitesOwnScriptAsksNoServer(_ language: PageLanguage) throws {
        let script = try SiteScript.text(in: language)
        for word in ["/api/", "EventSource", "$scripts_server", "$scripts_trash", "sign-in"] {
            #expect(!script.contains(word), "\(word)")
        }
        #expect(script.firstMatch(of: #/say\('[a-z]+\.[a-z-]+'/#) == nil)
        #expect(script.utf8.count < 110_000, "\(script.utf8.count)")
    }
}

import Foundation

/// Bundles the pages' ES modules into a classic script, since browsers do not load modules from a
/// local disk.
///
/// Modules in the folder `site` replace those in `scripts` with the same name, which require a
/// server; `site/absent` replaces several. Only a subset of module syntax is supported: imports of
/// names in braces or `* as NAME` from `'./NAME.js'` on separate lines (`'../scripts/NAME.js'`
/// imports a replaced module), `export` before a function, a class or a const with one name,
/// `import('./NAME.js')`, and `import.meta.url`. Anything else is rejected, except for a
/// third-party module that ends with `export{NAME,NAME as OTHER};`.
final class SiteScript {
    /// An unsupported module, which is a programming error.
    struct UnsupportedModule: Error, Hashable {
        /// The module and the line number, from 1.
        let location: String
        /// The reason.
        let reason: String
    }

    private let text: (String) -> String?
    /// The parsed modules by name, since several scripts need them.
    private var known: [String: Module] = [:]

    /// Makes a bundler.
    ///
    /// - Parameter text: returns the text of a module, such as `site/site`; nil if it does not
    ///   exist.
    init(text: @escaping (String) -> String?) { self.text = text }

    /// Returns a script that runs a module and all its imports.
    ///
    /// - Parameters:
    ///   - entry: the module, such as `site/site`.
    ///   - given: modules provided to another script.
    ///   - taken: modules provided by a script that ran before.
    /// - Throws: if a module is missing or unsupported, or if modules import each other.
    func bundle(
        _ entry: String, giving given: [String] = [], taking taken: [String] = []
    ) throws(UnsupportedModule) -> String {
        var script = """
            (() => {
            'use strict'
            const $address = new URL('scripts/site.js', document.currentScript.src).href

            """
        if !taken.isEmpty { script += "const { \(list(taken)) } = globalThis.galleryModules\n" }
        for module in try modules(of: entry) where !taken.contains(module.name) {
            script += module.script
        }
        if !given.isEmpty { script += "globalThis.galleryModules = { \(list(given)) }\n" }
        return script + "})()\n"
    }

    /// Returns the modules that both of two scripts need, in order.
    func shared(_ one: String, _ other: String) throws(UnsupportedModule) -> [String] {
        let names = try modules(of: one).map(\.name)
        return try modules(of: other).map(\.name).filter(names.contains)
    }

    private func list(_ names: [String]) -> String {
        names.map(SiteScript.variable).joined(separator: ", ")
    }

    /// Returns the modules that a module needs, including itself, after their imports.
    private func modules(of entry: String) throws(UnsupportedModule) -> [Module] {
        var order: [Module] = []
        var states: [String: Bool] = [:]
        var later = [entry]
        func add(_ name: String) throws(UnsupportedModule) {
            if let isDone = states[name] {
                if isDone { return }
                throw UnsupportedModule(location: name, reason: "circular import")
            }
            states[name] = false
            let module = try module(name)
            for imported in module.imports { try add(imported) }
            states[name] = true
            order.append(module)
            later += module.later
        }
        while let name = later.popLast() { try add(name) }
        return order
    }

    /// A module as a function that is called once and returns its exports.
    private struct Module {
        let name: String
        var body = ""
        var exports: [String] = []
        var imports: [String] = []
        var later: [String] = []

        var script: String {
            """
            const \(SiteScript.variable(name)) = (() => {
            \(body)return { \(exports.joined(separator: ", ")) }
            })()

            """
        }
    }

    private func module(_ name: String) throws(UnsupportedModule) -> Module {
        if let module = known[name] { return module }
        guard let text = text(name) else {
            throw UnsupportedModule(location: name, reason: "no such module")
        }
        let module = try parsed(name, text)
        known[name] = module
        return module
    }

    private func parsed(_ name: String, _ text: String) throws(UnsupportedModule) -> Module {
        if let foreign = foreign(name, text) { return foreign }
        var module = Module(name: name)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            func unsupported(_ reason: String) -> UnsupportedModule {
                UnsupportedModule(location: "\(name):\(index + 1)", reason: reason)
            }
            var line = String(line)
            if line.hasPrefix("import ") || line.hasPrefix("import{") {
                let pattern =
                    #/import (\* as \w+|\{ [\w$, ]+ \}) from '(\.|\.\./scripts)/([a-z-]+)\.js'/#
                guard let (_, names, folder, file) = line.wholeMatch(of: pattern)?.output else {
                    throw unsupported("unsupported import")
                }
                let imported = resolved(String(file), isOriginal: folder != ".")
                module.imports.append(imported)
                let exports = names.replacing("* as ", with: "").replacing(" as ", with: ": ")
                line = "const \(exports) = \(SiteScript.variable(imported))"
            } else if line.hasPrefix("export") {
                let pattern = #/^export (?:async function|function|class|const) ([\w$]+)/#
                guard let match = line.firstMatch(of: pattern) else {
                    throw unsupported("unsupported export")
                }
                module.exports.append(String(match.output.1))
                line = String(line.dropFirst("export ".count))
            } else if line.hasPrefix("await ") {
                throw unsupported("await outside of a function")
            }
            // A fast check, as most lines contain neither and the regular expressions are slow.
            if line.contains("import") {
                line.replace("import.meta.url", with: "$address")
                while let match = line.firstMatch(of: #/\bimport\('\./([a-z-]+)\.js'\)/#) {
                    let later = resolved(String(match.output.1))
                    module.later.append(later)
                    line.replaceSubrange(
                        match.range,
                        with: "Promise.resolve().then(() => \(SiteScript.variable(later)))")
                }
                guard line.firstMatch(of: #/\bimport\s*(?:\(|\.meta)/#) == nil else {
                    throw unsupported("unsupported import")
                }
            }
            module.body += line + "\n"
        }
        return module
    }

    /// Returns a third-party module unchanged; nil for an own module.
    private func foreign(_ name: String, _ text: String) -> Module? {
        let mark = "export{"
        guard let start = text.range(of: mark, options: .backwards)?.lowerBound,
            let end = text[start...].firstIndex(of: "}")
        else { return nil }
        var module = Module(name: name, body: String(text[..<start]) + "\n")
        module.exports = text[start..<end].dropFirst(mark.count).split(separator: ",").map { part in
            let names = part.split(separator: " ").map(String.init)
            return names.count == 3 ? "\(names[2]): \(names[0])" : String(part)
        }
        return module
    }

    /// The modules that `site/absent` replaces.
    private static let absent: Set = [
        "batch", "dialogs", "editor", "faces", "info", "server", "sharing", "smallmap", "tracks",
        "viewer", "work",
    ]

    /// Resolves the name of a module, preferring its replacement.
    private func resolved(_ name: String, isOriginal: Bool = false) -> String {
        let own = SiteScript.absent.contains(name) ? "site/absent" : "site/\(name)"
        return !isOriginal && text(own) != nil ? own : "scripts/\(name)"
    }

    private static func variable(_ name: String) -> String {
        "$" + name.replacing("/", with: "_").replacing("-", with: "_")
    }
}

extension SiteScript {
    /// A script of a site.
    enum Entry: String, CaseIterable {
        /// The script of all pages.
        case site
        /// The script of maps, which shares the modules of the first script and is loaded by it.
        case maps = "map"

        /// Its file name among the assets.
        var file: String { "\(rawValue).js" }
    }

    /// Returns a script in a language.
    static func text(of entry: Entry, in language: PageLanguage) throws -> String {
        let maker = SiteScript { EmbeddedFiles.file("\(Assets.folder)\($0).js")?.text }
        let shared = try maker.shared("site/site", "site/maps")
        let script =
            switch entry {
            case .site: try maker.bundle("site/site", giving: shared)
            case .maps: try maker.bundle("site/maps", taking: shared)
            }
        return TranslatedText(language).script(script)
    }
}

import Foundation

/// The pages' own modules as one script that needs no server: browsers load no module from a disk.
///
/// Modules of the folder `site` stand in for those of `scripts` with the same name, which ask a server.
/// What modules may have of imports and exports is little: names in braces, or `* as NAME`, from `'./NAME.js'` on a line
/// of their own (`'../scripts/NAME.js'` is the one that another stands in for), `export` before a function, a class or a
/// const of one name, `import('./NAME.js')`, and `import.meta.url`. Anything else is refused, but for a module of somebody
/// else's, which ends with `export{NAME,NAME as OTHER};`.
struct SiteScript {
    /// Why modules make no script: a mistake of the program.
    struct Refusal: Error, Hashable {
        /// The module and the line, from 1.
        let place: String
        /// What is wrong there.
        let reason: String
    }

    /// The text of a module, such as `site/site`; nil where there is none.
    let text: (String) -> String?

    /// Those that were read, which several scripts need.
    private let known = KnownModules()

    /// Makes a maker of scripts.
    init(text: @escaping (String) -> String?) { self.text = text }

    /// A script that runs a module with all that it imports.
    ///
    /// - Parameters:
    ///   - entry: the module, such as `site/site`.
    ///   - given: modules that another script takes from this one.
    ///   - taken: modules that this one takes from a script that gives them, and that ran before it.
    /// - Throws: for what is no module of ours, and for modules that import each other.
    func bundle(
        _ entry: String, giving given: [String] = [], taking taken: [String] = []
    ) throws(Refusal) -> String {
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

    /// The names of the modules that two scripts both need, in order.
    func shared(_ one: String, _ other: String) throws(Refusal) -> [String] {
        let names = try modules(of: one).map(\.name)
        return try modules(of: other).map(\.name).filter(names.contains)
    }

    private func list(_ names: [String]) -> String {
        names.map(SiteScript.variable).joined(separator: ", ")
    }

    /// The modules that one needs, itself among them, each behind those that it imports.
    private func modules(of entry: String) throws(Refusal) -> [Module] {
        var order: [Module] = []
        var states: [String: Bool] = [:]
        var later = [entry]
        while let name = later.popLast() {
            try add(name, &order, &states, &later)
        }
        return order
    }

    /// A module as a function that is called once and gives what it exports.
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

    private final class KnownModules {
        var modules: [String: Module] = [:]
    }

    private func add(
        _ name: String, _ order: inout [Module], _ states: inout [String: Bool],
        _ later: inout [String]
    ) throws(Refusal) {
        if let isDone = states[name] {
            if isDone { return }
            throw Refusal(place: name, reason: "modules that import each other")
        }
        states[name] = false
        let module = try module(name)
        for imported in module.imports { try add(imported, &order, &states, &later) }
        states[name] = true
        order.append(module)
        later += module.later
    }

    private func module(_ name: String) throws(Refusal) -> Module {
        if let module = known.modules[name] { return module }
        let module = try read(name)
        known.modules[name] = module
        return module
    }

    private func read(_ name: String) throws(Refusal) -> Module {
        guard let text = text(name) else { throw Refusal(place: name, reason: "no such module") }
        if let foreign = foreign(name, text) { return foreign }
        var module = Module(name: name)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let place = "\(name):\(index + 1)"
            var line = String(line)
            if line.hasPrefix("import ") || line.hasPrefix("import{") {
                line = try imported(line, place, &module)
            } else if line.hasPrefix("export") {
                line = try exported(line, place, &module)
            } else if line.hasPrefix("await ") {
                throw Refusal(place: place, reason: "await outside of a function")
            }
            module.body += try calls(in: line, place, &module) + "\n"
        }
        return module
    }

    /// A module of somebody else's as it is; nil for one of ours.
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

    private func imported(
        _ line: String, _ place: String, _ module: inout Module
    ) throws(Refusal) -> String {
        if let match = line.wholeMatch(of: #/import \* as (\w+) from '\./([a-z-]+)\.js'/#) {
            let name = self.module(named: String(match.output.2), isOriginal: false)
            module.imports.append(name)
            return "const \(match.output.1) = \(SiteScript.variable(name))"
        }
        guard
            let match = line.wholeMatch(
                of: #/import \{ ([\w$, ]+) \} from '(\.|\.\./scripts)/([a-z-]+)\.js'/#)
        else { throw Refusal(place: place, reason: "an import of another form") }
        let name = self.module(named: String(match.output.3), isOriginal: match.output.2 != ".")
        module.imports.append(name)
        let names = String(match.output.1).replacing(" as ", with: ": ")
        return "const { \(names) } = \(SiteScript.variable(name))"
    }

    private func exported(
        _ line: String, _ place: String, _ module: inout Module
    ) throws(Refusal) -> String {
        guard
            let match = line.firstMatch(
                of: #/^export (?:async function|function|class|const) ([\w$]+)/#)
        else { throw Refusal(place: place, reason: "an export of another form") }
        module.exports.append(String(match.output.1))
        return String(line.dropFirst("export ".count))
    }

    /// The line with what it loads later, and where it lies, as a script has them.
    private func calls(
        in line: String, _ place: String, _ module: inout Module
    ) throws(Refusal) -> String {
        // Most lines have none, and looking for each form takes long.
        guard line.contains("import") else { return line }
        var line = line.replacing("import.meta.url", with: "$address")
        while let match = line.firstMatch(of: #/\bimport\('\./([a-z-]+)\.js'\)/#) {
            let name = self.module(named: String(match.output.1), isOriginal: false)
            module.later.append(name)
            line.replaceSubrange(
                match.range, with: "Promise.resolve().then(() => \(SiteScript.variable(name)))")
        }
        guard line.firstMatch(of: #/\bimport\s*(?:\(|\.meta)/#) == nil else {
            throw Refusal(place: place, reason: "an import of another form")
        }
        return line
    }

    /// The module that a name means: the one that stands in where there is one.
    private func module(named name: String, isOriginal: Bool) -> String {
        let own = "site/\(name)"
        return !isOriginal && text(own) != nil ? own : "scripts/\(name)"
    }

    private static func variable(_ name: String) -> String {
        "$" + name.replacing("/", with: "_").replacing("-", with: "_")
    }
}

extension SiteScript {
    /// A script of a site.
    enum Entry: String, CaseIterable {
        /// What all pages run.
        case site
        /// What shows maps: it takes what it can from the other one, which runs it.
        case maps = "map"

        /// Its name among what pages are made up with.
        var file: String { "\(rawValue).js" }
    }

    /// A script in a language.
    static func text(of entry: Entry, in language: PageLanguage) throws -> String {
        let maker = SiteScript { EmbeddedFiles.file("\(Assets.folder)\($0).js")?.text }
        let shared = try maker.shared("site/site", "site/maps")
        let script =
            switch entry {
            case .site: try maker.bundle("site/site", giving: shared)
            case .maps: try maker.bundle("site/maps", taking: shared)
            }
        return SpokenText(language).script(script)
    }
}

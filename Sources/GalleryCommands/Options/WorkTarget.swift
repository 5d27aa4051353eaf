import Basics
import Gallery
import GalleryModel

/// A target of a command that processes pictures; consecutive operands of one kind form one target.
enum WorkTarget {
    /// A part of the catalog.
    case photos(PhotoScope)
    /// Files and folders outside the catalog.
    case paths([BytePath])
    /// Positions as typed, `LAT,LON`.
    case positions([String])

    var isCatalog: Bool {
        if case .photos = self { return true }
        return false
    }

    /// Returns the targets of the operands, in order; the whole catalog without operands.
    ///
    /// The catalog is opened only for operands that cannot be paths, and is never created.
    ///
    /// - Parameter takesPositions: true to parse two comma-separated numbers as a position.
    /// - Throws: `notFound` for an operand that refers to nothing; errors of opening the catalog.
    static func targets(
        of operands: [Operand], _ run: CommandRun, takesPositions: Bool = false
    ) throws(GalleryError) -> [WorkTarget] {
        if operands.isEmpty { return [.photos(.everything)] }
        var targets: [WorkTarget] = []
        var gallery: PhotoGallery?
        for operand in operands {
            if takesPositions, operand.isNumberPair {
                targets.add(.positions([operand.text]))
                continue
            }
            if operand.isPath {
                targets.add(.paths([BytePath(operand.text)]))
                continue
            }
            let mayBePath = BytePath(operand.text).status != nil || operand.looksLikePath
            // Every catalog contains 'camera', so a missing catalog is an error only for that name.
            let isCamera = SectionReference(text: operand.text) == .camera && !mayBePath
            if gallery == nil { gallery = isCamera ? try run.gallery() : try run.existingGallery() }
            do throws(GalleryError) {
                guard let gallery else { throw GalleryError(.notFound, "") }
                for scope in try gallery.scopes(named: [operand]) { targets.add(.photos(scope)) }
            } catch {
                guard error.kind == .notFound else { throw error }
                if mayBePath {
                    targets.add(.paths([BytePath(operand.text)]))
                } else if takesPositions, operand.looksLikePosition {
                    throw GalleryError(
                        .notFound,
                        "'\(operand.text)' is not a position, photo or file; give LAT,LON in decimal "
                            + "degrees, such as 48.86,2.35")
                } else if PhotoReference(text: operand.text) == nil || gallery == nil {
                    throw GalleryError(
                        .notFound,
                        "no section, photo or file '\(operand.text)'; list the sections with "
                            + "'gallery sections'")
                } else {
                    throw error
                }
            }
        }
        return targets
    }
}

extension [WorkTarget] {
    /// Appends a target, or adds it to the last one if that is of the same kind.
    fileprivate mutating func add(_ target: WorkTarget) {
        switch (last, target) {
        case (.paths(let before)?, .paths(let paths)): self[count - 1] = .paths(before + paths)
        case (.positions(let before)?, .positions(let positions)):
            self[count - 1] = .positions(before + positions)
        case (.photos(.photos(let before))?, .photos(.photos(let photos))):
            // A photo given twice is processed once.
            self[count - 1] = .photos(.photos(before + photos.filter { !before.contains($0) }))
        default: append(target)
        }
    }
}

extension Operand {
    /// True if the text looks like a position in an unsupported form: it consists of digits and
    /// characters that are common in positions.
    fileprivate var looksLikePosition: Bool {
        let text = text.lowercased()
        guard PhotoReference(text: text) == nil else { return false }
        return text.hasPrefix("geo:") || text.hasPrefix("nan")
            || text.contains(where: \.isNumber)
                && text.allSatisfy { $0.isNumber || " ,;.+-−°'\"′″nsewo".contains($0) }
    }

    /// True if the text is two comma-separated numbers, in range or not.
    fileprivate var isNumberPair: Bool {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                part.contains(where: \.isNumber)
                    && part.allSatisfy { $0.isNumber || " +-.eE".contains($0) }
            }
    }
}

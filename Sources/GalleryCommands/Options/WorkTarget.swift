import Basics
import Gallery
import GalleryModel

/// What the operands of a command that works on pictures name; neighbours of a kind are one target.
enum WorkTarget {
    /// A part of the catalog.
    case photos(PhotoScope)
    /// Files and folders outside it.
    case paths([BytePath])
    /// Positions, `LAT,LON`, as they were typed.
    case positions([String])

    var isPaths: Bool {
        if case .paths = self { return true }
        return false
    }

    var isCatalog: Bool {
        if case .photos = self { return true }
        return false
    }

    /// What operands name, in their order; the whole catalog where there are none.
    ///
    /// A name that only a file can have makes no catalog where there is none.
    ///
    /// - Parameter takesPositions: whether two numbers with a comma between them are a position.
    /// - Throws: `notFound` for a name of nothing; what opening the catalog throws.
    static func targets(
        of operands: [Operand], _ run: CommandRun, takesPositions: Bool = false
    ) throws(GalleryError) -> [WorkTarget] {
        if operands.isEmpty { return [.photos(.everything)] }
        var targets: [WorkTarget] = []
        var gallery: PhotoGallery?
        for operand in operands {
            if takesPositions, operand.isNumberPair {
                targets.append(position: operand.text)
                continue
            }
            if operand.isPath {
                targets.append(path: BytePath(operand.text))
                continue
            }
            let mayBePath = BytePath(operand.text).status != nil || operand.looksLikePath
            // Looking for a name makes no catalog; every catalog has a camera.
            let isCamera = SectionReference(text: operand.text) == .camera && !mayBePath
            if gallery == nil {
                gallery = isCamera ? try run.gallery() : try run.galleryIfThere()
            }
            do throws(GalleryError) {
                guard let gallery else { throw GalleryError(.notFound, "") }
                switch try gallery.named(operand) {
                case .photo(let photo): targets.append(photo: photo.id)
                case .section(let section): targets.append(.photos(.section(section)))
                }
            } catch {
                guard error.kind == .notFound else { throw error }
                if mayBePath {
                    targets.append(path: BytePath(operand.text))
                } else if takesPositions, operand.looksLikePosition {
                    throw GalleryError(
                        .notFound,
                        "'\(operand.text)' is no position, photo or file: give LAT,LON in decimal "
                            + "degrees, such as 48.86,2.35")
                } else if PhotoReference(text: operand.text) == nil || gallery == nil {
                    throw GalleryError(
                        .notFound,
                        "no section, photo or file '\(operand.text)': 'gallery sections' lists the "
                            + "sections")
                } else {
                    throw error
                }
            }
        }
        return targets
    }
}

extension [WorkTarget] {
    fileprivate mutating func append(path: BytePath) {
        if case .paths(let before)? = last {
            self[count - 1] = .paths(before + [path])
        } else {
            append(.paths([path]))
        }
    }

    fileprivate mutating func append(photo: PhotoID) {
        if case .photos(.photos(let before))? = last {
            // Who names a photo twice means it once.
            if !before.contains(photo) { self[count - 1] = .photos(.photos(before + [photo])) }
        } else {
            append(.photos(.photos([photo])))
        }
    }

    fileprivate mutating func append(position: String) {
        if case .positions(let before)? = last {
            self[count - 1] = .positions(before + [position])
        } else {
            append(.positions([position]))
        }
    }
}

extension Operand {
    /// Whether the text is meant as a position, in a form that is not read: it has digits and what people
    /// put around them.
    fileprivate var looksLikePosition: Bool {
        let text = text.lowercased()
        guard PhotoReference(text: text) == nil else { return false }
        return text.hasPrefix("geo:") || text.hasPrefix("nan")
            || text.contains(where: \.isNumber)
                && text.allSatisfy { $0.isNumber || " ,;.+-−°'\"′″nsewo".contains($0) }
    }

    /// Whether the text is two numbers with a comma between them, in range or not.
    fileprivate var isNumberPair: Bool {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                part.contains(where: \.isNumber)
                    && part.allSatisfy { $0.isNumber || " +-.eE".contains($0) }
            }
    }
}

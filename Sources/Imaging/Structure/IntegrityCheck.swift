/// Checks a file whose bytes pass by in their order, such as one too large to hold.
package struct IntegrityCheck: Sendable {
    private enum State {
        case jpeg(JPEGStructure)
        case png(PNGStructure)
    }

    private var state: State

    /// Begins a check of a file of a format; nil for formats whose parts lie anywhere in the file, which
    /// `PictureIntegrity` checks.
    package init?(_ format: PictureFormat) {
        switch format {
        case .jpeg: state = .jpeg(JPEGStructure())
        case .png: state = .png(PNGStructure())
        default: return nil
        }
    }

    /// Takes the next bytes of the file.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .jpeg(var structure):
            structure.update(bytes)
            state = .jpeg(structure)
        case .png(var structure):
            structure.update(bytes)
            state = .png(structure)
        }
    }

    /// The verdict once the last byte has been taken.
    package func finish() -> PictureIntegrity {
        switch state {
        case .jpeg(let structure): structure.finish()
        case .png(let structure): structure.finish()
        }
    }
}

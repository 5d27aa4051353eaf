package import Basics
import Catalog
import Faces
import Foundation
import Glibc
import Imaging
import PhotoSources
import Places
import Transport

extension GalleryError {
    /// Translates what a module below throws; other errors are mistakes of this program.
    init(translating error: any Error) {
        self = GalleryError(ofRoom: error) ?? GalleryError(.bug, "unexpected error: \(error)")
    }

    /// Translates what a module below throws; nil for the errors of others.
    private init?(ofRoom error: any Error) {
        switch error {
        case let error as GalleryError: self = error
        case let error as CatalogError: self.init(catalog: error)
        case let error as TransportError: self.init(transport: error)
        case let error as FlickrError: self.init(flickr: error)
        case let error as SourceError: self.init(source: error)
        case let error as PictureError: self.init(.unavailable, error.description)
        case let error as CameraError: self.init(.badInput, error.description)
        case let error as ImagingError: self.init(imaging: error)
        case let error as FacesError: self.init(faces: error)
        case let error as PlacesError: self.init(places: error)
        case let error as PrivateFolder.Failure: self.init(folder: error)
        case let error as ProgramError: self.init(.inputOutput, error.description)
        default: return nil
        }
    }

    init(catalog error: CatalogError) {
        let kind: Kind =
            switch error.code {
            case .busy: .tryLater
            case .damaged, .foreign: .badInput
            case .newer: .configuration
            case .unreachable, .full, .fileSystem: .inputOutput
            case .noSection, .noPhoto, .noTrack, .noEntry: .notFound
            case .ambiguousSection, .badCursor, .notUndoable, .refusedSection: .usage
            case .statement: .bug
            }
        self.init(kind, error.message, systemError: error.code == .full ? ENOSPC : nil)
    }

    init(transport error: TransportError) {
        let kind: Kind =
            switch error.code {
            case .badURL, .badHeader: .configuration
            case .write: .inputOutput
            case .rateLimited: .tryLater
            case .hostNotAllowed, .redirectRefused, .tooManyRedirects, .tooLarge, .headersTooLarge,
                .connect, .resolve, .tls, .stalled, .reset, .truncated, .badAnswer, .unavailable,
                .cancelled, .curl:
                .unavailable
            }
        let seconds: Double? =
            if case .rateLimited(let seconds) = error.code { seconds } else { nil }
        self.init(kind, error.message, retryAfter: seconds)
    }

    init(flickr error: FlickrError) {
        let kind: Kind =
            switch error {
            case .invalidFilter, .emptyQuery: .usage
            case .needsKey, .notAllowed: .notAllowed
            case .badAnswer, .badStatus: .unavailable
            case .api:
                switch error.kind {
                case .invalidArguments: .usage
                case .notFound: .notFound
                case .notAllowed: .notAllowed
                case .unavailable, .endOfResults, .badMethod, .other, nil: .unavailable
                }
            }
        self.init(kind, error.description)
    }

    init(source error: SourceError) {
        let kind: Kind =
            switch error {
            case .refused(401, _, _), .refused(403, _, _), .wrongPassword, .needsSignIn: .notAllowed
            case .refused, .badAnswer, .hostNotAllowed: .unavailable
            }
        self.init(kind, error.description)
    }

    init(imaging error: ImagingError) {
        let kind: Kind =
            switch error {
            case .cannotOpen: .notFound
            case .outOfMemory, .cannotWrite, .cannotEncode: .inputOutput
            case .missingLibrary: .configuration
            case .unknownType, .failed, .notAFile, .unsupportedType, .damaged, .tooManyPixels,
                .tooMuchMemory, .cannotRender:
                .badInput
            }
        self.init(kind, error.description)
    }

    init(faces error: FacesError) {
        let kind: Kind =
            switch error {
            case .missingModel, .alteredModel, .unusableModel: .configuration
            case .unreadableModel(_, ENOENT): .notFound
            case .badCascade, .unreadableModel: .badInput
            case .outOfMemory: .inputOutput
            case .failed: .bug
            }
        self.init(kind, error.description)
    }

    init(places error: PlacesError) {
        // The index comes with the program: what is wrong with it is wrong with the installation.
        self.init(.configuration, error.description)
    }

    init(folder error: PrivateFolder.Failure) {
        self.init(error == .noPlace ? .configuration : .inputOutput, error.description)
    }

    /// Says that a file cannot be written.
    package init(writing error: FileError) {
        self.init(
            .inputOutput,
            "cannot write '\(error.path.escaped)': \(error.reason); name another file",
            systemError: error.number)
    }

    /// Runs a body that writes a file, and translates what it throws.
    package static func writing<Value>(
        _ body: () throws(FileError) -> Value
    ) throws(GalleryError) -> Value {
        do throws(FileError) { return try body() } catch { throw GalleryError(writing: error) }
    }

    init(track error: TrackError) {
        let kind: Kind =
            switch error {
            case .cannotRead(_, ENOENT): .notFound
            case .cannotRead: .inputOutput
            default: .badInput
            }
        self.init(kind, error.description)
    }

    /// Runs a body that calls others back: translates what the modules throw, and lets what the others throw
    /// pass as it is, a cancellation too.
    static func relaying<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            if let error = GalleryError(ofRoom: error) { throw error }
            throw error
        }
    }

    /// Runs a body that calls nobody back, and translates what it throws.
    static func translating<Value>(_ body: () throws -> Value) throws(GalleryError) -> Value {
        do { return try body() } catch { throw GalleryError(translating: error) }
    }
}

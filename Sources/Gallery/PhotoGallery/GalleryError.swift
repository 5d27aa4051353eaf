package import Basics
import Catalog
import Export
import Faces
public import Foundation
public import GalleryModel
import Glibc
import Imaging
import PhotoSources
import Places
import Transport

/// An error of the gallery: the kind of failure and a message with cause and next step.
public struct GalleryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    ///
    /// The raw value is the exit status of the command (sysexits.h).
    public enum Kind: Int32, Hashable, Sendable {
        /// Other changes prevent this one.
        case conflict = 1
        /// An argument or a filter's value is wrong.
        case usage = 64
        /// The input is malformed, or the catalog is damaged or not a gallery catalog.
        case badInput = 65
        /// No such file, section or photo.
        case notFound = 66
        /// A remote service failed or was unreachable, after retries.
        case unavailable = 69
        /// A bug in this program.
        case bug = 70
        /// Reading or writing failed, or the disk is full.
        case inputOutput = 74
        /// A temporary condition: a rate limit, a spent budget or a locked catalog.
        case tryLater = 75
        /// A key, token or permission is missing.
        case notAllowed = 77
        /// The configuration is wrong, or the catalog is newer than the program.
        case configuration = 78
    }

    /// The kind of failure.
    public let kind: Kind
    /// The message for the user, with its translations.
    package let text: Message
    /// The query error, if the failure is an invalid query; the message then has several lines.
    public let query: QueryError?
    /// Seconds after which to retry; nil if unknown.
    package let retryAfter: Int?
    /// The `errno` of a failed system call, if callers need to distinguish it.
    let systemError: Int32?
    /// True if the message may contain file paths of the server.
    package let revealsPaths: Bool

    /// The message for the user in English: value, cause and next step.
    public var message: String { text.description }

    /// Makes an error whose message is always in English.
    ///
    /// - Parameters:
    ///   - seconds: the time after which to retry; nil if unknown.
    ///   - revealsPaths: as for the other initializer.
    package init(
        _ kind: Kind, _ message: String, retryAfter seconds: Double? = nil,
        systemError: Int32? = nil, revealsPaths: Bool? = nil
    ) {
        self.init(
            kind, message: Message(key: message),
            retryAfter: seconds.flatMap { Int(exactly: $0.rounded(.up)) },
            systemError: systemError, revealsPaths: revealsPaths)
    }

    /// Makes the error for a query that cannot be parsed or contains an invalid value.
    package init(query: QueryError) {
        self.init(.usage, message: Message(key: query.description), query: query)
    }

    /// Makes an error whose message has translations.
    ///
    /// - Parameter revealsPaths: nil for the usual value: false for invalid arguments, for what does
    ///   not exist and for conflicts, and true for anything else.
    package init(
        _ kind: Kind, message: Message, query: QueryError? = nil, retryAfter: Int? = nil,
        systemError: Int32? = nil, revealsPaths: Bool? = nil
    ) {
        self.kind = kind
        text = message
        self.query = query
        self.retryAfter = retryAfter
        self.systemError = systemError
        self.revealsPaths = revealsPaths ?? ![.usage, .notFound, .conflict].contains(kind)
    }

    /// The message.
    public var description: String { message }
}

extension GalleryError: LocalizedError {
    /// The message.
    public var errorDescription: String? { message }
}

extension GalleryError {
    /// Translates an error of a lower module; any other error is reported as a bug.
    init(translating error: any Error) {
        self = GalleryError(moduleError: error) ?? GalleryError(.bug, "unexpected error: \(error)")
    }

    /// Translates an error of a lower module; nil for any other error.
    private init?(moduleError error: any Error) {
        switch error {
        case let error as GalleryError: self = error
        case let error as CatalogError:
            self.init(
                Self.kind(of: error), message: error.text,
                systemError: error.code == .full ? ENOSPC : nil)
        case let error as TransportError:
            let seconds: Double? =
                if case .rateLimited(let seconds) = error.code { seconds } else { nil }
            self.init(Self.kind(of: error), error.message, retryAfter: seconds)
        case let error as FlickrError: self.init(Self.kind(of: error), error.description)
        case let error as SourceError: self.init(Self.kind(of: error), error.description)
        case let error as PictureError: self.init(.unavailable, error.description)
        case let error as CameraError: self.init(.badInput, error.description)
        case let error as ExportError:
            let isOutput = if case .cannotWrite = error { true } else { false }
            self.init(isOutput ? .inputOutput : .usage, error.description)
        case let error as FileError: self.init(error)
        case let error as ImagingError:
            let isDamage = if case .damaged = error { true } else { false }
            self.init(
                Self.kind(of: error), error.description, systemError: isDamage ? EBADMSG : nil,
                revealsPaths: true)
        case let error as FacesError:
            self.init(Self.kind(of: error), error.description, revealsPaths: true)
        // The index is part of the installation, so a broken index is a broken installation.
        case let error as PlacesError: self.init(.configuration, error.description)
        case let error as TrackError:
            self.init(Self.kind(of: error), error.description, revealsPaths: true)
        case let error as PrivateFolder.Failure:
            self.init(error == .noPlace ? .configuration : .inputOutput, error.description)
        case let error as ProgramError: self.init(.inputOutput, error.description)
        case let error as PhotoEditError: self.init(.usage, error.description)
        default: return nil
        }
    }

    private static func kind(of error: CatalogError) -> Kind {
        switch error.code {
        case .busy: .tryLater
        case .damaged, .foreign: .badInput
        case .newer: .configuration
        case .unreachable, .full, .fileSystem: .inputOutput
        case .noSection, .noPhoto, .noTrack, .noEntry: .notFound
        case .ambiguousSection, .badCursor, .notUndoable, .refusedSection: .usage
        case .blocked: .conflict
        case .statement: .bug
        }
    }

    private static func kind(of error: TransportError) -> Kind {
        switch error.code {
        case .missingLibrary, .badURL, .badHeader: .configuration
        case .write: .inputOutput
        case .rateLimited: .tryLater
        case .hostNotAllowed, .redirectRefused, .tooManyRedirects, .tooLarge, .headersTooLarge,
            .connect, .resolve, .tls, .stalled, .reset, .truncated, .badResponse, .unavailable,
            .cancelled, .curl:
            .unavailable
        }
    }

    private static func kind(of error: FlickrError) -> Kind {
        switch error {
        case .invalidFilter, .emptyQuery: .usage
        case .needsKey, .notAllowed: .notAllowed
        case .badResponse, .badStatus: .unavailable
        case .api:
            switch error.kind {
            case .invalidArguments: .usage
            case .notFound: .notFound
            case .notAllowed: .notAllowed
            case .unavailable, .endOfResults, .badMethod, .other, nil: .unavailable
            }
        }
    }

    private static func kind(of error: SourceError) -> Kind {
        switch error {
        case .refused(401, _, _), .refused(403, _, _), .wrongPassword, .needsSignIn: .notAllowed
        case .refused, .badResponse, .hostNotAllowed: .unavailable
        }
    }

    private static func kind(of error: ImagingError) -> Kind {
        switch error {
        case .cannotOpen: .notFound
        case .outOfMemory, .cannotEncode: .inputOutput
        case .missingLibrary: .configuration
        case .unknownType, .failed, .notAFile, .unsupportedType, .damaged, .tooManyPixels,
            .tooMuchMemory, .cannotRender:
            .badInput
        }
    }

    private static func kind(of error: FacesError) -> Kind {
        switch error {
        case .missingModel, .alteredModel, .unusableModel: .configuration
        case .unreadableModel(_, ENOENT): .notFound
        case .badCascade, .unreadableModel: .badInput
        case .outOfMemory: .inputOutput
        case .failed: .bug
        }
    }

    private static func kind(of error: TrackError) -> Kind {
        switch error {
        case .cannotRead(_, ENOENT): .notFound
        case .cannotRead: .inputOutput
        default: .badInput
        }
    }

    /// True for a picture that is damaged.
    var isDamagedPicture: Bool { kind == .badInput && systemError == EBADMSG }

    /// Makes the error for a file that cannot be written.
    package init(writing error: FileError) {
        self.init(
            .inputOutput,
            "cannot write '\(error.path.escaped)': \(error.reason); name another file",
            systemError: error.number)
    }

    /// Runs a body that writes a file, and translates its errors.
    package static func writing<Value>(
        _ body: () throws(FileError) -> Value
    ) throws(GalleryError) -> Value {
        do throws(FileError) { return try body() } catch { throw GalleryError(writing: error) }
    }

    /// Runs a body that calls back into client code: translates the errors of lower modules and
    /// rethrows all others unchanged, including cancellation.
    static func relaying<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            if let error = GalleryError(moduleError: error) { throw error }
            throw error
        }
    }

    /// Runs a body without callbacks, and translates its errors.
    static func translating<Value>(_ body: () throws -> Value) throws(GalleryError) -> Value {
        do { return try body() } catch { throw GalleryError(translating: error) }
    }
}

/// Evaluates an expression without callbacks, and translates its errors.
func translated<Value>(_ value: @autoclosure () throws -> Value) throws(GalleryError) -> Value {
    try GalleryError.translating(value)
}

/// Returns a value of the catalog; nil if it does not exist, which the catalog reports by a code.
func found<Value>(
    _ value: @autoclosure () throws -> Value, unless code: CatalogError.Code
) throws -> Value? {
    do { return try value() } catch {
        guard (error as? CatalogError)?.code == code else { throw error }
        return nil
    }
}

import ArgumentParser
import Gallery
import GalleryModel

/// What a shell completes operands and options with: names of the catalog.
///
/// Nothing is said where there is no catalog or it cannot be read: a person is typing.
extension CompletionKind {
    /// Names of sections.
    static let sections = names { request in
        request.gallery().map { CompletionNames($0).sections(startingWith: request.prefix) } ?? []
    }

    /// Names of albums, without their kind.
    static let albums = names { request in
        request.gallery().map { CompletionNames($0).albums(startingWith: request.prefix) } ?? []
    }

    /// Names of people.
    static let people = names { request in
        request.gallery().map { CompletionNames($0).names(.person, startingWith: request.prefix) }
            ?? []
    }

    /// The names of settings.
    static let settings = CompletionKind.list(SettingDefinition.all.map(\.name))

    /// The keys of queries, and behind a key the names that it may have.
    static let query = names { request in
        let query = QueryCompletion(request.prefix)
        return query.candidates { request.gallery().map(CompletionNames.init) }
    }

    private static func names(
        _ find: @escaping @Sendable (CompletionRequest) -> [String]
    ) -> CompletionKind {
        .custom { words, index, prefix in
            let request = CompletionRequest(words, index, prefix)
            return request.reply(find(request))
        }
    }
}

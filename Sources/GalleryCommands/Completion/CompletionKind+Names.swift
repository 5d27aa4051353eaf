import ArgumentParser
import Gallery
import GalleryModel

/// What a shell completes operands and options with: names of the catalog.
///
/// Nothing is said where there is no catalog or it cannot be read: a person is typing.
extension CompletionKind {
    /// Names of sections.
    static let sections = names { request in
        (try? request.gallery()?.sectionNames(startingWith: request.prefix).map(\.name)) ?? []
    }

    /// Names of albums, without their kind.
    static let albums = names { request in
        (try? request.gallery()?.albumNames(startingWith: request.prefix)) ?? []
    }

    /// Names of people.
    static let people = names { request in
        let people = try? request.gallery()?.names(
            .person, startingWith: request.prefix, limit: CompletionRequest.limit)
        return people?.map(\.name) ?? []
    }

    /// The names of settings.
    static let settings = CompletionKind.list(SettingDefinition.all.map(\.name))

    /// The keys of queries, and behind a key the names that it may have.
    static let query = names { request in
        let query = QueryCompletion(request.prefix)
        let before = request.prefix[..<query.range.lowerBound]
        return query.candidates(limit: CompletionRequest.limit) { request.gallery() }.map {
            before + $0.text
        }
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

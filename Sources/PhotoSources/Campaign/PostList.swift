import Basics
import Foundation
import GalleryModel
import Transport

/// The posts of a feed.
///
/// `[{"_id","title","description","photoURL","created","owner":{…},"campaignObject":{…}},…]`. Only `_id` has to be there;
/// members that nobody knows are skipped. Of rows with the same id the first counts.
struct PostList {
    /// One post.
    struct Post {
        /// The server's own id.
        var id: String
        /// The title; nil where there is none.
        var title: String?
        /// The description; nil where there is none.
        var text: String?
        /// The picture's whole URL; nil where there is none that can be fetched.
        var pictureURL: String?
        /// When it was posted, in milliseconds since 1970-01-01 UTC; nil where the server does not say.
        var created: Int64?
        /// The server's own id of who posted it.
        var ownerID: String?
        /// Who posted it.
        var ownerName: String?
        /// The row byte for byte as the server sent it.
        var json: String
    }

    /// The posts of the campaign, the newest first; those that do not tell when come last, in the server's order.
    private(set) var posts: [Post] = []
    /// How many rows have no id.
    private(set) var rowsWithoutID = 0
    /// The server's own ids of the campaign, as its posts tell them.
    private(set) var ownIDs: Set<String> = []
    /// The other campaigns that posts name.
    private(set) var others: Set<String> = []
    /// Their names by the server's own ids of them, which none of the campaign's own posts has.
    private(set) var otherIDs: [String: String] = [:]

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - identifier: the campaign, without case; posts that name another one are left out.
    ///   - url: where the answer came from, which pictures may be told relative to.
    /// - Throws: `SourceJSONError` for what is no JSON or no list.
    init(
        _ bytes: some Sequence<UInt8>, of identifier: String, from url: String
    ) throws(SourceJSONError) {
        let json = try SourceJSON(bytes)
        guard json.root.kind == .array else {
            throw SourceJSONError(
                problem: "is no list", offset: 0, beginning: SourceText.beginning(of: json.bytes))
        }
        let key = SectionReference.key(identifier)
        let base = HTTPURL(url)
        var seen: Set<String> = []
        for row in json.root.elements {
            guard row.kind == .object, let id = SourceID.read(row["_id"]), ShareList.isUsable(id)
            else {
                rowsWithoutID += 1
                continue
            }
            let campaign = row["campaignObject"]
            let campaignID = SourceID.read(campaign?["_id"])
            if let other = campaign?["identifier"]?.text, SectionReference.key(other) != key {
                others.insert(other)
                if let campaignID { otherIDs[campaignID] = other }
                continue
            }
            if let campaignID { ownIDs.insert(campaignID) }
            if seen.insert(id).inserted { posts.append(Post(id, row, base)) }
        }
        for id in ownIDs { otherIDs[id] = nil }
        // Posts of the same moment stay in the server's order: sorting is stable.
        posts.sort { ($0.created ?? .min) > ($1.created ?? .min) }
    }
}

extension PostList.Post {
    fileprivate init(_ id: String, _ row: SourceJSON.Value, _ base: HTTPURL?) {
        self.id = id
        title = PostList.plainText(row["title"])
        text = PostList.plainText(row["description"])
        pictureURL = PostList.plainText(row["photoURL"])
            .flatMap { HTTPURL($0, relativeTo: base)?.text }
        created = row["created"].flatMap(SourceInstant.milliseconds)
        let owner = row["owner"]
        ownerID = SourceID.read(owner?["_id"] ?? owner)
        let names = ["firstName", "lastName"].compactMap { PostList.plainText(owner?[$0]) }
        ownerName = names.isEmpty ? nil : names.joined(separator: " ")
        json = row.rawText
    }
}

extension PostList {
    /// A text or number that is not blank, without blanks around it; nil for anything else.
    fileprivate static func plainText(_ value: SourceJSON.Value?) -> String? {
        guard let value, value.kind == .string || value.kind == .number else { return nil }
        let text = value.text?.trimmingCharacters(in: .whitespacesAndNewlines)
        return text?.isEmpty == false ? text : nil
    }
}

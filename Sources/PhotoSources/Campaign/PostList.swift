import Basics
package import Foundation
package import GalleryModel
import Transport

/// The posts of a feed.
///
/// `[{"_id","title","description","photoURL","created","owner":{…},"campaignObject":{…}},…]`. Only
/// `_id` is required; unknown members are ignored. The first of several rows with the same ID is
/// used.
package struct PostList: Sendable {
    /// A single post.
    struct Post: Sendable {
        /// The server's ID of the post.
        var id: String
        /// Creation time, in milliseconds since 1970-01-01 UTC; nil if missing.
        var created: Int64?
        /// The server's ID of the author.
        var ownerID: String?
        /// The title, the description, the author's name, the absolute URL of the picture and the row
        /// as the server sent it, without those that are missing or invalid.
        var details: PhotoDetails
    }

    /// The posts of the campaign, newest first; those without a date come last, in the server's
    /// order.
    private(set) var posts: [Post] = []
    /// The number of rows without an ID.
    private(set) var rowsWithoutID = 0
    /// The server's IDs of the campaign, collected from its posts.
    private(set) var ownIDs: Set<String> = []
    /// The names of other campaigns that occur in the feed.
    private(set) var others: Set<String> = []
    /// Names of other campaigns by the server's IDs, excluding IDs of this campaign.
    private(set) var otherIDs: [String: String] = [:]

    /// Parses a response.
    ///
    /// - Parameter query: the campaign, case-insensitive; posts of other campaigns are skipped.
    /// - Throws: `SourceJSONError` if the response is not JSON or not a list.
    init(_ bytes: some Sequence<UInt8>, of query: CampaignQuery) throws(SourceJSONError) {
        let json = try JSONDocument(answer: bytes, isList: true)
        let key = SectionReference.key(query.identifier)
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
            if seen.insert(id).inserted { posts.append(Post(id, row, of: query)) }
        }
        for id in ownIDs { otherIDs[id] = nil }
        // The sort is stable, so posts with equal times stay in the server's order.
        posts.sort { ($0.created ?? .min) > ($1.created ?? .min) }
    }
}

extension CampaignQuery {
    /// The address of the feed.
    var url: String { server.text + "/posts" }
}

extension PostList.Post {
    fileprivate init(_ id: String, _ row: JSONDocument.Value, of query: CampaignQuery) {
        self.id = id
        created = row["created"].flatMap(SourceTimestamp.milliseconds)
        let owner = row["owner"]
        ownerID = SourceID.read(owner?["_id"] ?? owner)
        let names = ["firstName", "lastName"].compactMap { PostList.plainText(owner?[$0]) }
        details = PhotoDetails(
            origin: .campaign, originID: "\(query.server.key)/\(PercentEncoding.encoded(id))")
        details.title = PostList.plainText(row["title"])
        details.caption = PostList.plainText(row["description"])
        details.creator = names.isEmpty ? nil : names.joined(separator: " ")
        // An ID without a name is useless to readers.
        details.owner = names.isEmpty ? nil : ownerID
        details.dateUploaded = created.map { Date(unixSeconds: $0 / 1000) }
        let picture = PostList.plainText(row["photoURL"])
            .flatMap { HTTPURL($0, relativeTo: HTTPURL(query.url)) }
        details.largePictureURL = picture?.text
        // A new path means a new picture; only the query may contain credentials that differ each
        // time.
        details.secret = picture.flatMap { URL(string: $0.text)?.path() }
        details.rawJSON = row.rawText
    }
}

extension PostList {
    /// Returns trimmed text or a number as text; nil if blank or of another type.
    fileprivate static func plainText(_ value: JSONDocument.Value?) -> String? {
        guard let value, value.kind == .string || value.kind == .number else { return nil }
        let text = value.text?.trimmingCharacters(in: .whitespacesAndNewlines)
        return text?.isEmpty == false ? text : nil
    }
}

extension PostList {
    /// The maximum clock difference between a server and this machine, in milliseconds.
    private static let clockDifference: Int64 = 600_000

    /// Returns the IDs of posts with the given title, newest first.
    ///
    /// - Parameters:
    ///   - ownerID: the server's ID of the author; nil for any.
    ///   - date: the earliest creation date; nil for any.
    package func ids(
        ofPostsTitled title: String, by ownerID: String? = nil, since date: Date? = nil
    ) -> [String] {
        let start = date.map { Int64($0.timeIntervalSince1970 * 1000) - Self.clockDifference }
        let title = title.trimmingCharacters(in: .whitespacesAndNewlines)
        return posts.filter { post in
            post.details.title == title && (post.created ?? .max) >= start ?? .min
                && (ownerID == nil || post.ownerID == nil || post.ownerID == ownerID)
        }.map(\.id)
    }

    /// Returns the name of another campaign whose posts are in the feed; nil if it has none of that
    /// campaign.
    ///
    /// - Parameter campaign: the campaign's name, or the server's ID of it.
    func name(ofOtherCampaign campaign: String) -> String? {
        let key = SectionReference.key(campaign)
        return others.first { SectionReference.key($0) == key } ?? otherIDs[campaign]
    }
}

extension CampaignQuery {
    /// Returns the name of the user's campaign according to the server; nil if it is, or could be,
    /// this one.
    ///
    /// - Parameters:
    ///   - campaign: the name of the user's campaign, or the server's ID, which only the feed maps
    ///     to a name.
    ///   - feed: the feed of this campaign; nil if unavailable.
    package func other(_ campaign: String, by feed: PostList?) -> String? {
        if let name = feed?.name(ofOtherCampaign: campaign) { return name }
        let isOwn =
            SectionReference.key(campaign) == SectionReference.key(identifier)
            || feed?.ownIDs.contains(campaign) == true
        return isOwn || SourceID.isLikely(campaign) ? nil : campaign
    }
}

/// Parses and detects IDs of document databases.
enum SourceID {
    /// Parses an ID: text, a number, or `{"$oid": …}`; nil for anything else.
    ///
    /// Source: https://www.mongodb.com/docs/manual/reference/mongodb-extended-json/
    static func read(_ value: JSONDocument.Value?) -> String? {
        value?["$oid"]?.text ?? value?.text
    }

    /// True if a text is likely an ID rather than a name: it contains a digit and is hexadecimal,
    /// possibly with hyphens, or has at least 16 ASCII letters and digits.
    static func isLikely(_ text: String) -> Bool {
        let bytes = text.utf8
        return bytes.contains(where: \.isDigit)
            && (bytes.allSatisfy { $0.isHexDigit || $0 == UInt8(ascii: "-") }
                || bytes.count >= 16 && bytes.allSatisfy(\.isLetterOrDigit))
    }
}

/// Parses timestamps of document databases.
enum SourceTimestamp {
    /// The latest valid timestamp: the end of the year 9999.
    private static let latest: Int64 = 253_402_300_799_999

    /// Parses a timestamp into milliseconds since 1970-01-01 UTC: ISO 8601 with an optional
    /// fraction, a number of milliseconds, or either in `{"$date": …}`; nil for anything else.
    ///
    /// Text without a zone is in UTC.
    static func milliseconds(_ value: JSONDocument.Value) -> Int64? {
        let value = value["$date"] ?? value
        if let wrapped = value["$numberLong"] { return milliseconds(wrapped) }
        if let number = value.integer.map(Int64.init),
            value.kind == .number || value.kind == .string
        {
            return (0...latest).contains(number) ? number : nil
        }
        return value.kind == .string
            ? value.text.flatMap { DateScanner.instant(in: $0, isStrict: true) }.map {
                $0.seconds * 1000 + Int64($0.nanoseconds / 1_000_000)
            } : nil
    }
}

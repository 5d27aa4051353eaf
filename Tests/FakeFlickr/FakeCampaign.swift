/// The data of a fake campaign server: accounts and posts.
package struct FakeCampaign: Sendable {
    /// An account that may sign in.
    package struct Person: Sendable {
        /// The id.
        package var id: String
        /// The email address.
        package var email: String
        /// The password.
        package var password: String
        /// The token in the response to a sign-in.
        package var token: String

        /// Makes an account.
        package init(id: String, email: String, password: String, token: String) {
            self.id = id
            self.email = email
            self.password = password
            self.token = token
        }
    }

    /// A post.
    package struct Post: Sendable {
        /// The id.
        package var id: String
        /// The title.
        package var title: String
        /// The description.
        package var description: String
        /// The time of posting, as written.
        package var created: String
        /// The URL of its picture; nil for the server's own, relative to it.
        package var photoURL: String?
        /// The id of its owner.
        package var owner: String

        /// Makes a post.
        package init(
            id: String, title: String, description: String = "", created: String,
            photoURL: String? = nil, owner: String = "1"
        ) {
            self.id = id
            self.title = title
            self.description = description
            self.created = created
            self.photoURL = photoURL
            self.owner = owner
        }
    }

    /// The campaign.
    package var identifier = "dogs"
    /// The accounts that may sign in.
    package var people: [Person] = []
    /// The posts, in the order of the feed.
    package var posts: [Post] = []
    /// A body sent instead of posts.
    package var text: String?
    /// True if posts and pictures require sign-in.
    package var asksWho = false
    /// The message sent with 403 to signed-in users instead of posts and pictures; nil for none.
    package var refusal: String?
    /// The campaign name in the response to a sign-in; nil for the identifier.
    package var reportedCampaign: String?
    /// The offset of the server's clock, in seconds.
    package var clockAhead: Int64 = 0
    /// Uploaded pictures, by the ids of their posts.
    package var sent: [String: [UInt8]] = [:]

    /// Makes a server with these posts.
    package init(posts: [Post] = []) {
        self.posts = posts
    }

    /// Makes a number of posts, one per minute: ids count up from 1, and the newest is first.
    package init(posts count: Int) {
        self.init(
            posts: (0..<count).map { number in
                let minutes = 1_700_000_000 / 60 - number
                return Post(
                    id: "\(count - number)", title: "post \(count - number)",
                    description: "a dog", created: FlickrTime.iso8601(unix: Int64(minutes) * 60))
            })
    }
}

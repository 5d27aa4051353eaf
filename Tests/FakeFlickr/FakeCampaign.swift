/// What the fake server of a campaign knows: people who may sign in, and posts.
package struct FakeCampaign: Sendable {
    /// Somebody who may sign in.
    package struct Person: Sendable {
        /// The id.
        package var id: String
        /// The address of mail.
        package var email: String
        /// The password.
        package var password: String
        /// What a sign-in answers.
        package var token: String

        /// Makes a person.
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
        /// When it was posted, as it is written.
        package var created: String
        /// Where its picture is; nil for the server's own, relative to it.
        package var photoURL: String?
        /// The id of who posted it.
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
    /// Who may sign in.
    package var people: [Person] = []
    /// The posts, in the order in which they are told.
    package var posts: [Post] = []
    /// A text that is told in place of the posts.
    package var text: String?
    /// Whether posts and pictures are told to people who signed in alone.
    package var asksWho = false
    /// What is said to people who signed in, with 403, in place of posts and pictures; nil for nothing.
    package var refusal: String?
    /// What a sign-in tells as the campaign; nil for the identifier.
    package var toldCampaign: String?
    /// How many seconds the server's clock is ahead.
    package var clockAhead: Int64 = 0
    /// Pictures that were sent, by the ids of their posts.
    package var sent: [String: [UInt8]] = [:]

    /// Makes a server of these posts.
    package init(posts: [Post] = []) {
        self.posts = posts
    }

    /// Makes so many posts, a minute apart: ids count on from 1, the newest first.
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

"""A campaign: its server, its accounts, and their posts."""

import json
import secrets
import urllib.request

from servers import DIRECT, gallery

NAME = "Beach clean-up"
PASSWORD = "their password"
PICTURES = "/usr/share/doc/opencv-doc/examples/data"
# Each picture has its own shape: landscape, portrait, square.
SHAPES = ["messi5.jpg", "home.jpg", "baboon.jpg", "fruits.jpg"]


def add_accounts(catalog):
    """Adds the accounts: eva and roger publish, ann is the owner, and vic is a viewer."""
    for name, role, *names in [
            ("eva", "member", "--first-name", "Eva", "--last-name", "Núñez"), ("roger", "member"),
            ("ann", "owner"), ("vic", "viewer")]:
        gallery(
            catalog, "account", "add", name, "--role", role, "--email", f"{name}@example.org",
            *names, "--password-file", secret_of(catalog))


def start(serve, catalog, *arguments):
    """Starts the campaign's server."""
    return serve(
        catalog, "--campaign", NAME, "--password-file", secret_of(catalog), *arguments)


def secret_of(catalog):
    """Writes the password of all accounts to a file next to the catalog, and returns the file."""
    secret = catalog.parent / "their-password"
    secret.write_text(PASSWORD)
    return secret


def signed_in(name):
    """Returns a function that signs a browser context in to an account."""
    def sign_in(context):
        answer = context.request.post(
            "/sign-in", form={"name": name, "password": PASSWORD}, max_redirects=0)
        assert answer.status == 303, answer.text()

    return sign_in


def token(server, name):
    """Creates an access token for an account, for requests by programs."""
    call = f"{name} {secrets.token_hex(4)}"
    return gallery(server.catalog, "token", "create", call, "--account", name).strip()


def post(server, token, title, picture=SHAPES[0], description=""):
    """Publishes as a program does, and returns the post."""
    def ask(path, body, type):
        request = urllib.request.Request(server.url + path, data=body, headers={
            "Content-Type": type, "Authorization": f"Bearer {token}"})
        with DIRECT.open(request) as answer:
            return json.load(answer)

    with open(f"{PICTURES}/{picture}", "rb") as file:
        photo = ask("/api/v1/posts/pictures", file.read(), "image/jpeg")["photo"]
    said = {"photo": photo["id"], "title": title, "description": description}
    return ask("/api/v1/posts", json.dumps(said).encode(), "application/json")

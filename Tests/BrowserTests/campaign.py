"""A campaign: its server, the people of it, and their posts."""

import json
import secrets
import urllib.request

from servers import DIRECT, gallery

NAME = "Beach clean-up"
PASSWORD = "their password"
PICTURES = "/usr/share/doc/opencv-doc/examples/data"
# Each picture was told a shape of its own: across, upright, square.
SHAPES = ["messi5.jpg", "home.jpg", "baboon.jpg", "fruits.jpg"]


def start(serve, catalog, *arguments):
    """A server of a campaign in which eva and roger publish, ann decides and vic looks."""
    secret = catalog.parent / "their-password"
    secret.write_text(PASSWORD)
    for name, role, *names in [
            ("eva", "member", "--first-name", "Eva", "--last-name", "Núñez"), ("roger", "member"),
            ("ann", "owner"), ("vic", "viewer")]:
        gallery(
            catalog, "account", "add", name, "--role", role, "--email", f"{name}@example.org",
            *names, "--password-file", secret)
    return serve(catalog, "--campaign", NAME, "--password-file", secret, *arguments)


def signed_in(name):
    """What lets the pages of a browser's context be somebody's."""
    def sign_in(context):
        answer = context.request.post(
            "/sign-in", form={"name": name, "password": PASSWORD}, max_redirects=0)
        assert answer.status == 303, answer.text()

    return sign_in


def token(server, name):
    """What a program of somebody's sends with its requests."""
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

"""Runs flickr-api, a client written for the real Flickr, against the fake Flickr server.

Usage: flickr_api_client.py BASE_URL API_KEY TERM FOLDER

Writes one JSON object to FOLDER/result.json: the ids of all pages, the sizes and details of the
first photo, the name of its saved picture, and the code of a failed call.
"""

import functools
import json
import os
import sys

import flickr_api
from flickr_api import method_call

base_url, api_key, term, folder = sys.argv[1:5]

flickr_api.set_keys(api_key=api_key, api_secret="0123456789abcdef")
# The endpoint is a default argument there and must be bound again.
method_call.call_api = functools.partial(
    method_call.call_api, request_url=base_url + "/services/rest/"
)

walker = flickr_api.Walker(
    flickr_api.Photo.search,
    text=term,
    per_page=20,
    extras=["description", "geo", "owner_name", "tags"],
)
claimed = len(walker)
photos = list(walker)
photo = next(p for p in photos if p.get("media") == "photo" and p.get("sizes"))
sizes = flickr_api.Photo(id=photo.id)._getSizes()
info = flickr_api.Photo(id=photo.id).getInfo()
saved = photo.save(os.path.join(folder, "picture"), size_label="Medium")
owner = flickr_api.Person.findByUserName(photo.ownername)

try:
    flickr_api.Photo(id="1")._getSizes()
    code = None
except flickr_api.flickrerrors.FlickrAPIError as error:
    code = error.code

result = {
    "claimed": claimed,
    "ids": [p.id for p in photos],
    "titles": {p.id: p.title for p in photos},
    "photo": photo.id,
    "sizes": {label: size["source"] for label, size in sizes.items()},
    "license": info["license"],
    "owner": info["owner"].id,
    "found_owner": owner.id,
    "saved": os.path.basename(saved),
    "code": code,
}
with open(os.path.join(folder, "result.json"), "w", encoding="utf-8") as file:
    json.dump(result, file)

"""Runs gallery-dl with a different URL for Flickr's API than the built-in one.

It fetches the default size of `gallery search`: a long edge of 500.

Usage: gallery_dl_at.py API_URL API_KEY ARGUMENT...
"""

import sys

import gallery_dl
from gallery_dl.extractor import flickr

flickr.FlickrAPI.API_URL = sys.argv[1]
flickr.FlickrAPI.API_KEY = sys.argv[2]
flickr.FlickrAPI.FORMATS = [("m", "Medium", 500)]
sys.argv = ["gallery-dl", *sys.argv[3:]]
sys.exit(gallery_dl.main())

"""The scripts that `gallery faces` is compared with; runs with Debian's python3-opencv.

Usage: python3 peers.py MODE LIST [MODEL]

MODE is haar640 (the script of every tutorial), haarfull (the same without the resize), yunet640
(YuNet through cv2.dnn) or decode8 (grey decode at 1/8 in two processes, no detection). Prints the
seconds that the pictures of LIST (a path a line) took, without the start of Python.
"""

import multiprocessing
import sys
import time

import cv2
import numpy

CASCADE = "/usr/share/opencv4/haarcascades/haarcascade_frontalface_default.xml"
OUTPUTS = [f"{name}_{stride}" for name in ("cls", "obj", "bbox") for stride in (8, 16, 32)]


def at_640(picture):
    """The picture with its longest side scaled to 640 pixels."""
    factor = 640 / max(picture.shape[:2])
    return cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)


def haar(paths, resized):
    """imread, grey, detectMultiScale with the values of the tutorials."""
    cascade = cv2.CascadeClassifier(CASCADE)
    for path in paths:
        picture = cv2.imread(path)
        if resized:
            picture = at_640(picture)
        cascade.detectMultiScale(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), 1.1, 5)


def yunet(paths, model):
    """imread, resize, the network, and its boxes after non-maximum suppression."""
    network = cv2.dnn.readNet(model)
    for path in paths:
        picture = at_640(cv2.imread(path))
        height, width = picture.shape[:2]
        padded = cv2.copyMakeBorder(
            picture, 0, -height % 32, 0, -width % 32, cv2.BORDER_CONSTANT, value=(0, 0, 0))
        network.setInput(cv2.dnn.blobFromImage(padded))
        found = dict(zip(OUTPUTS, network.forward(OUTPUTS)))
        boxes, scores = [], []
        for stride in (8, 16, 32):
            columns = padded.shape[1] // stride
            confidence = numpy.sqrt(
                numpy.clip(found[f"cls_{stride}"].ravel(), 0, 1)
                * numpy.clip(found[f"obj_{stride}"].ravel(), 0, 1))
            for i in numpy.flatnonzero(confidence >= 0.6):
                x, y, w, h = found[f"bbox_{stride}"].reshape(-1, 4)[i]
                w, h = numpy.exp(w) * stride, numpy.exp(h) * stride
                boxes.append([
                    float((i % columns + x) * stride - w / 2),
                    float((i // columns + y) * stride - h / 2), float(w), float(h)])
                scores.append(float(confidence[i]))
        cv2.dnn.NMSBoxes(boxes, scores, 0.6, 0.3)


def decode(path):
    """A grey decode at 1/8, the least that any detector has to do."""
    return cv2.imread(path, cv2.IMREAD_REDUCED_GRAYSCALE_8).shape


def main():
    """Runs one mode and prints its seconds."""
    mode, listed = sys.argv[1:3]
    with open(listed, encoding="utf-8") as source:
        paths = source.read().splitlines()
    if mode == "decode8":
        cv2.setNumThreads(1)
        with multiprocessing.Pool(2) as pool:
            pool.map(decode, paths[:2])  # the processes are there
            start = time.monotonic()
            pool.map(decode, paths, chunksize=1)
            print(time.monotonic() - start)
        return
    start = time.monotonic()
    if mode == "yunet640":
        yunet(paths, sys.argv[3])
    else:
        haar(paths, mode == "haar640")
    print(time.monotonic() - start)


if __name__ == "__main__":
    main()

"""The scripts that `gallery faces` is compared with; requires Debian's python3-opencv.

Usage: python3 peers.py MODE PROCESSES LIST [MODEL]

MODE is haar640 (the script of every tutorial), haarfull (the same without the resize), haar4 (with
a decode at 1/4), yunet640 (YuNet through cv2.dnn), yunet4 (with a decode at 1/4), yunet8 (with one
at 1/8 and without the resize) or decode8 (a grey decode at 1/8, the least that any detector has to
do). With 1 process OpenCV's own threads are on, with more each of them has one. Prints the seconds
that the pictures of LIST (a path a line) took, without the start of Python and of the processes.
"""

import multiprocessing
import sys
import time

import cv2
import numpy

CASCADE = "/usr/share/opencv4/haarcascades/haarcascade_frontalface_default.xml"
OUTPUTS = [f"{name}_{stride}" for name in ("cls", "obj", "bbox") for stride in (8, 16, 32)]


def at_640(picture):
    """Returns the picture with its long edge scaled to 640 pixels."""
    factor = 640 / max(picture.shape[:2])
    return cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)


def haar(flag, resized):
    """Runs imread, grayscale conversion and detectMultiScale with the tutorials' values."""
    cascade = cv2.CascadeClassifier(CASCADE)

    def detect(path):
        picture = cv2.imread(path, flag)
        if resized:
            picture = at_640(picture)
        cascade.detectMultiScale(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), 1.1, 5)
    return detect


def yunet(flag, resized, model):
    """Runs imread, resize and the network; returns its boxes after non-maximum suppression."""
    network = cv2.dnn.readNet(model)

    def detect(path):
        picture = cv2.imread(path, flag)
        if resized:
            picture = at_640(picture)
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
    return detect


def detector(mode, model):
    """Returns the function that a process applies to a path."""
    if mode == "decode8":
        return lambda path: cv2.imread(path, cv2.IMREAD_REDUCED_GRAYSCALE_8)
    if mode == "yunet8":
        return yunet(cv2.IMREAD_REDUCED_COLOR_8, False, model)
    flag = cv2.IMREAD_REDUCED_COLOR_4 if mode in ("haar4", "yunet4") else cv2.IMREAD_COLOR
    return (yunet(flag, True, model) if mode.startswith("yunet")
            else haar(flag, mode != "haarfull"))


def prepare(mode, model):
    """Initializes a worker process."""
    global detect
    cv2.setNumThreads(1)
    detect = detector(mode, model)


def detect_one(path):
    """Runs the mode on a picture in a worker process."""
    detect(path)


def main():
    """Runs a mode and prints its seconds."""
    mode, processes, listed = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    model = sys.argv[4] if len(sys.argv) > 4 else None
    with open(listed, encoding="utf-8") as source:
        paths = source.read().splitlines()
    if processes > 1:
        with multiprocessing.Pool(processes, prepare, (mode, model)) as pool:
            pool.map(detect_one, paths[:processes], chunksize=1)  # waits until the processes have started
            start = time.monotonic()
            pool.map(detect_one, paths, chunksize=1)
            print(time.monotonic() - start)
        return
    start = time.monotonic()
    detect_alone = detector(mode, model)
    for path in paths:
        detect_alone(path)
    print(time.monotonic() - start)


if __name__ == "__main__":
    main()

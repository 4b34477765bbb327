"""parts.py SPINET FOLDER: stages, many players and many widgets, in headless Chromium."""

import os
import shutil
import sys
import tempfile

from checks import finish
from chromium import Browser
from layout import check_layout
from outside import check_outside
from stage import check_stage
from touch import check_many_widgets, check_touch

spinet, pictures = sys.argv[1:3]
folder = tempfile.mkdtemp(prefix="spinet-parts.")
if pictures:
    os.makedirs(pictures, exist_ok=True)
browser = Browser(folder)
check_stage(spinet, folder, browser, pictures)
check_outside(spinet, folder, browser, check_layout)
check_touch(spinet, folder, browser)
check_many_widgets(spinet, folder, browser)
browser.end()
shutil.rmtree(folder, ignore_errors=True)
finish()

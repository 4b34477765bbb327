"""Writes manual pages.

usage: manual.py commands HELP.json VERSION FOLDER    section 1, from `spinet --experimental-dump-help`
       manual.py format ARTICLE.md VERSION FOLDER     section 5, from an article about a kind of file
       manual.py guide CATALOGUE VERSION FOLDER       section 7, from the chapters in a catalogue
"""

import json
import re
import sys
from pathlib import Path

FORMATS = {"mapping": "mappings", "keyboard": "keyboards", "patch": "patches", "stage": "stages"}


def escaped(text):
    """Plain text for a line of roff."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = text.replace("^", "\\(ha").replace("~", "\\(ti").replace('"', "\\(dq")
    return text


def line(text):
    """A line of roff that begins with no request."""
    return "\\&" + text if text[:1] in ".\\" and not text.startswith("\\f") else text


def page_of(link):
    """The manual page that an article becomes: StageFiles is spinet-stage(5), SoundCards spinet-sound-cards(7)."""
    name = Path(link).stem
    if name.endswith("Files"):
        return f"spinet-{name.removesuffix('Files').lower()}", 5
    return "spinet" + re.sub("[A-Z]", lambda letter: "-" + letter[0].lower(), name), 7


def linked(match):
    """The words of a link, and the manual page where there is one."""
    words, target = match[1], match[2].split("#")[0]
    folders = Path(target).parts[:-1]
    isPage = target.endswith(".md") and (not folders or folders[-1] == "Formats.docc")
    return words + (" (**{}**({}))".format(*page_of(target)) if isPage else "")


def styled(text):
    """Markdown within a line: code and strong words are bold, links are their words and their page."""
    text = re.sub(r"\[([^\]]+)\]\(([^)]*)\)", linked, text)
    parts = re.split(r"(`[^`]+`|\*\*[^*]+\*\*)", text)
    out = []
    for part in parts:
        if part[:1] == "`" and part[-1:] == "`" and len(part) > 2:
            out.append("\\fB" + escaped(part[1:-1]) + "\\fR")
        elif part.startswith("**"):
            out.append("\\fB" + escaped(part[2:-2]) + "\\fR")
        else:
            out.append(escaped(part))
    return "".join(out)


def heading(name, section, version):
    return [f'.TH {name.upper()} {section} "" "Spinet {version}" "Spinet"', ".nh", ".ad l"]


def code(lines):
    return [".PP", ".RS 4", ".nf"] + [line(escaped(one)) or ".sp" for one in lines] + [".fi", ".RE"]


# Commands


def name_of(argument):
    """`-o`, `--output`."""
    return [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument.get("names", [])]


def synopsis(path, command):
    words = ["\\fB" + escaped(" ".join(path)) + "\\fR"]
    arguments = [one for one in command.get("arguments", []) if one.get("shouldDisplay", True)]
    arguments = [one for one in arguments if one["valueName"] not in ("version", "help")]
    if any(one["kind"] != "positional" for one in arguments):
        words.append("[\\fIoptions\\fR]")
    if any(not one.get("isOptional") and one["kind"] == "option" for one in arguments):
        needed = [one for one in arguments if not one.get("isOptional") and one["kind"] == "option"]
        words += ["\\fB" + escaped(name_of(one)[-1]) + "\\fR \\fI" + escaped(one["valueName"]) + "\\fR" for one in needed]
    for one in arguments:
        if one["kind"] != "positional":
            continue
        word = "\\fI" + escaped(one["valueName"]) + "\\fR" + (" ..." if one.get("isRepeating") else "")
        words.append(f"[{word}]" if one.get("isOptional") else word)
    if shown(command):
        words.append("\\fIcommand\\fR")
    return " ".join(words)


def shown(command):
    return [one for one in command.get("subcommands", []) if one.get("shouldDisplay", True) and one["commandName"] != "help"]


def options(command, isRoot=False):
    out = []
    for one in command.get("arguments", []):
        # Every command has these two; the page of spinet itself tells them.
        if not one.get("shouldDisplay", True) or not isRoot and one["valueName"] in ("version", "help"):
            continue
        value = "\\fI" + escaped(one["valueName"]) + "\\fR"
        if one["kind"] == "positional":
            term = value
        else:
            names = ", ".join("\\fB" + escaped(name) + "\\fR" for name in name_of(one))
            term = names + (" " + value if one["kind"] == "option" else "")
        text = styled(one.get("abstract", ""))
        if one.get("defaultValue") is not None:
            text += f" Default: {escaped(one['defaultValue'])}."
        out += [".TP", term, line(text) or "\\&"]
    return out


def discussion(text):
    """Paragraphs; lines that begin with spaces are shown as they are."""
    out = []
    for block in text.strip("\n").split("\n\n"):
        lines = block.split("\n")
        while lines:
            isCode = lines[0].startswith("  ")
            run = []
            while lines and lines[0].startswith("  ") == isCode:
                run.append(lines.pop(0))
            out += code([one[2:] for one in run]) if isCode else [".PP", line(styled(" ".join(run)))]
    return out


def described(path, command):
    """The options and the discussion of one command, and of those under it."""
    out = []
    if command.get("discussion"):
        out += discussion(command["discussion"])
    listed = options(command)
    if listed:
        out += [".SS Arguments and options" if len(path) > 2 else ".SH OPTIONS"] + listed
    for one in shown(command):
        below = path + [one["commandName"]]
        out += [f".SH {escaped(' '.join(below[1:])).upper()}", styled(one.get("abstract", "")), ".PP", synopsis(below, one)]
        out += described(below, one)
    return out


def see_also(names):
    return [".SH SEE ALSO"] + [f".BR {escaped(name)} ({section})" + ("," if index + 1 < len(names) else "")
                               for index, (name, section) in enumerate(names)]


GUIDE_PAGE = [("spinet-guide", 7)]
FORMAT_PAGES = [(f"spinet-{name}", 5) for name in FORMATS]

FACTS = r"""
.SH EXIT STATUS
.TP
0
It was done, or SIGTERM ended it.
.TP
1
It could not be done: a device or an engine failed.
.TP
64
Wrong use.
.TP
65
A file has an error.
.TP
130
SIGINT (Ctrl\-C) ended it.
.SH FILES
.TP
.I $XDG_CONFIG_HOME/spinet/
People's own files, in the folders mappings, patches, keyboards and stages. They come before those inside the program. Default:
\(ti/.config/spinet.
.TP
.I $XDG_STATE_HOME/spinet/
Widgets as they were left. Default: \(ti/.local/state/spinet.
.TP
.I $XDG_CACHE_HOME/spinet/
Compiled Faust programs. Default: \(ti/.cache/spinet.
.TP
.I $XDG_RUNTIME_DIR/spinet/
The sockets of instruments that run.
.SH ENVIRONMENT
.TP
.B SPINET_COMPILE_SECONDS
How long a Faust program may take to compile.
.TP
.B SPINET_PROGRAM_MEMORY
How much memory a Faust program may take, as 4G.
""".strip().split("\n")


def commands(file, version, folder):
    root = json.loads(Path(file).read_text())["command"]
    pages = [(f"spinet-{one['commandName']}", 1) for one in shown(root)]
    out = heading("spinet", 1, version)
    out += [".SH NAME", "spinet \\- " + escaped(root["abstract"].rstrip(".")), ".SH SYNOPSIS"]
    out += ["\\fBspinet\\fR [\\fIcommand\\fR] [\\fIoptions\\fR]", ".SH DESCRIPTION"]
    out += ["Each command has a page of its own."] + discussion(root.get("discussion") or "")
    out += [".SH COMMANDS"]
    for one in shown(root):
        out += [".TP", f".BR spinet\\-{escaped(one['commandName'])} (1)", line(styled(one["abstract"]))]
    out += [".SH OPTIONS"] + options(root, isRoot=True) + FACTS + see_also(GUIDE_PAGE + FORMAT_PAGES)
    write(folder, "spinet", 1, out)
    for one in shown(root):
        name = f"spinet-{one['commandName']}"
        path = ["spinet", one["commandName"]]
        out = heading(name, 1, version)
        out += [".SH NAME", escaped(name) + " \\- " + escaped(one["abstract"].rstrip(".")), ".SH SYNOPSIS"]
        out += [synopsis(path, one)] if not shown(one) else []
        for below in shown(one):
            out += [synopsis(path + [below["commandName"]], below), ".br"]
        out += [".SH DESCRIPTION", styled(one["abstract"])] + described(path, one)
        write(folder, name, 1, out + see_also([("spinet", 1)] + GUIDE_PAGE + FORMAT_PAGES))


# Formats


def cells(row):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]


def table(rows):
    """A row is a term with its description; what other columns say follows in parentheses."""
    names, body = cells(rows[0]), [cells(row) for row in rows[2:]]
    longest = max(range(1, len(names)), key=lambda column: sum(len(row[column]) for row in body))
    out = []
    for row in body:
        others = [f"{names[column]}: {row[column]}" for column in range(1, len(names)) if column != longest and row[column]]
        text = row[longest] + (f" ({'; '.join(others)})" if others else "")
        out += [".TP", line(styled(row[0])), line(styled(text)) or "\\&"]
    return out


def article(text):
    out, paragraph = [], []

    def flush():
        if paragraph:
            out.extend([".PP", line(styled(" ".join(paragraph)))])
            paragraph.clear()

    lines = text.split("\n")
    while lines:
        one = lines.pop(0)
        if one.startswith("```"):
            flush()
            block = []
            while lines and not lines[0].startswith("```"):
                block.append(lines.pop(0))
            lines.pop(0)
            out.extend(code(block))
        elif one.startswith("|"):
            flush()
            rows = [one]
            while lines and lines[0].startswith("|"):
                rows.append(lines.pop(0))
            out.extend(table(rows))
        elif one.startswith("#"):
            flush()
            title = one.lstrip("#").strip()
            out.append(f".SH {escaped('DESCRIPTION' if title == 'Overview' else title.upper())}")
        elif mark := re.match(r"(-|\d+\.) ", one):
            flush()
            item = one[mark.end():]
            while lines and lines[0].startswith(" " * mark.end()):
                item += " " + lines.pop(0).strip()
            out.extend([".IP \\(bu 2" if mark[1] == "-" else f".IP {mark[1]} 4", line(styled(item))])
        elif one.strip():
            paragraph.append(one.strip())
        else:
            flush()
    flush()
    return out


def parted(file):
    """The title of an article, its first sentence, and the rest."""
    title, text = Path(file).read_text().split("\n", 1)
    abstract, text = text.strip().split("\n\n", 1)
    return title.removeprefix("# "), abstract.replace("\n", " "), text


def described_by(abstract, text):
    """The article's own first sentence begins the description."""
    body = article(text)
    if body[0] != ".SH DESCRIPTION":
        body.insert(0, ".SH DESCRIPTION")
    body[1:1] = [line(styled(abstract))]
    return body


def format(file, version, folder):
    title, abstract, text = parted(file)
    name, section = page_of(file)
    out = heading(name, section, version)
    out += [".SH NAME", f"{escaped(name)} \\- {escaped(title.lower())} of Spinet"]
    out += described_by(abstract, text) + see_also([("spinet", 1)] + [page for page in FORMAT_PAGES if page[0] != name])
    write(folder, name, section, out)


# Chapters


def guide(catalogue, version, folder):
    first = Path(catalogue, "spinet.md")
    title, abstract, text = parted(first)
    overview, topics = text.split("\n## Topics\n")
    listed = re.findall(r"<doc:(\w+)>", topics)
    chapters = [page_of(name) for name in listed]
    out = heading("spinet-guide", 7, version) + [".SH NAME", "spinet\\-guide \\- " + escaped(abstract.rstrip("."))]
    out += described_by(abstract, overview)
    for one in topics.strip().split("\n"):
        if one.startswith("### "):
            out += [f".SH {escaped(one[4:].upper())}"]
        elif name := re.match(r"- <doc:(\w+)>", one):
            title, abstract, _ = parted(Path(catalogue, name[1] + ".md"))
            page, section = page_of(name[1])
            out += [".TP", f".BR {escaped(page)} ({section})", line(styled(f"{title}: {abstract}"))]
    write(folder, "spinet-guide", 7, out + see_also([("spinet", 1)] + FORMAT_PAGES))
    for chapter, (name, section) in zip(listed, chapters):
        title, abstract, text = parted(Path(catalogue, chapter + ".md"))
        out = heading(name, section, version) + [".SH NAME", f"{escaped(name)} \\- {escaped(title)}"]
        out += described_by(abstract, text) + see_also([("spinet", 1)] + GUIDE_PAGE + FORMAT_PAGES)
        write(folder, name, section, out)


def write(folder, name, section, lines):
    Path(folder, f"{name}.{section}").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    {"commands": commands, "format": format, "guide": guide}[sys.argv[1]](*sys.argv[2:])

# SPDX-License-Identifier: Apache-2.0
"""Runs every command that the pages show: docs_test.py SOURCE FOLDER_OF_FENCEPOST

In README.md and docs/*.md, blocks that begin with ```console hold a screen. Their lines that begin with
"$ " are run one after another by bash, in a scratch copy of the tree of its own for each page. A command
must end with exit code 0, or with N if it ends in the comment "# exit N". A backslash at the end of a line
goes on in the next one. What a block shows besides is not compared.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def commands(page):
    """Line number, command and wanted exit code of each command of a page."""
    shown, begun, number = False, 0, 0
    command = ""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            shown = line.strip() == "```console"
        elif shown and (command or line.lstrip().startswith("$ ")):
            begun = begun if command else number
            command += line if command else line.lstrip()[2:]
            if command.endswith("\\"):
                command = command[:-1]
                continue
            wanted = re.search(r"#\s*exit (\d+)\s*$", command)
            yield begun, command, int(wanted[1]) if wanted else 0
            command = ""


def main(source, programs):
    environment = dict(os.environ, PATH=f"{programs}{os.pathsep}{os.environ['PATH']}", TERM="dumb")
    pages = [page for page in [source / "README.md", *sorted(source.glob("docs/**/*.md"))] if page.exists()]
    wrong = count = 0
    for page in pages:
        with tempfile.TemporaryDirectory() as scratch:
            tree = pathlib.Path(scratch, "fencepost")
            shutil.copytree(source, tree, symlinks=True,
                            ignore=shutil.ignore_patterns("build*", ".git", "runs", "node_modules"))
            for line, command, wanted in commands(page):
                count += 1
                done = subprocess.run(["bash", "-c", command], cwd=tree, env=environment, timeout=300,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, errors="replace", check=False)
                if done.returncode != wanted:
                    wrong += 1
                    print(f"{page.relative_to(source)}:{line}: $ {command}\n"
                          f"  ended with {done.returncode}, not {wanted}:\n{done.stdout[-2000:]}")
    print(f"{count} commands of {len(pages)} pages, {wrong} wrong")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()))

"""What the benchmarks share: a table for the book, and the machine that it was measured on."""

import platform
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

PEERS = {"numpy": "NumPy", "jax": "JAX", "torch": "PyTorch"}


def markdown(names, rows):
    """Write a Markdown table, its first column to the left and all others to the right."""
    lines = [names, [":--", *["--:"] * (len(names) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def write(path, table, threads):
    """Print the table with the machine under it, and leave both where the book takes them from."""
    text = f"{table}\n{machine(threads)}\n"
    print(text)
    path.write_text(text, encoding="utf-8")


def machine(threads):
    """Say what was measured on: the processor's own name, and the versions."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    processor = names[0] if names else platform.processor()
    versions = [f"{title} {version(name)}" for name, title in PEERS.items() if find_spec(name)]
    return f"{processor}, threads: {threads}. Python {platform.python_version()}, {', '.join(versions)}."

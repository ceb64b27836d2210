"""The workflows are valid, run the commands that there are, and use actions at a major version."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WORKFLOWS = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in FILES}
JOBS = {(name, job): steps for name, flow in WORKFLOWS.items() for job, steps in flow["jobs"].items()}
STEPS = [step for job in JOBS.values() for step in job["steps"]]


def test_there_is_one_to_test_and_one_to_publish():
    assert WORKFLOWS.keys() == {"test", "publish"}


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_may_only_read_unless_a_job_asks_for_more(name):
    assert WORKFLOWS[name]["permissions"] == {"contents": "read"}
    assert True in WORKFLOWS[name]  # YAML reads the key "on" as true


def test_actions_are_pinned_by_their_major_version():
    used = [step["uses"] for step in STEPS if "uses" in step]
    assert used
    assert all(re.fullmatch(r"actions/[\w-]+@v\d+", action) for action in used)


def test_every_command_of_make_and_every_file_exists():
    commands = " ".join(step["run"] for step in STEPS if "run" in step)
    targets = set(re.findall(r"\bmake (\w+)", commands))
    assert {"site", "binder", "links"} <= targets
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)
    files = re.findall(r"(?:tests|\.ci)/[\w./]+", commands)
    assert len(files) > 5
    assert all((ROOT / file).exists() for file in files)


def test_the_oldest_dependencies_are_those_that_the_project_allows():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    allowed = {line for extra in project["optional-dependencies"].values() for line in extra}
    named = set(re.findall(r'"(\w+>=[\d.]+)"', " ".join(step.get("run", "") for step in STEPS)))
    assert named
    assert named <= allowed


def test_no_folded_command_hides_its_end_behind_a_comment():
    assert not [step["run"] for step in STEPS if " # " in step.get("run", "")]


def test_every_job_ends():
    assert all(job.get("timeout-minutes") or name == "deploy" for (_, name), job in JOBS.items())


def test_C17_C28_tests_and_links_run_each_week_on_three_pythons_and_links_may_fail():
    test = WORKFLOWS["test"]
    assert test["jobs"]["test"]["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13"]
    assert re.fullmatch(r"\d+ \d+ \* \* [0-6]", test[True]["schedule"][0]["cron"])
    assert test["jobs"]["links"]["continue-on-error"] is True


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ("back.md:1: [broken] https://a.example: gone\nback.md:2: [working] https://b.example\n", "https://a.example"),
        ("back.md:1: [timeout] https://c.example\n", "https://c.example"),
        ("", "All are there."),
        (None, "were not asked"),
    ],
)
def test_C28_links_that_fail_are_told_and_so_is_that_nobody_asked(output, told, tmp_path):
    (step,) = (step for step in WORKFLOWS["test"]["jobs"]["links"]["steps"] if step.get("if") == "always()")
    if output is not None:
        file = tmp_path / "_build/links/_build/html/output.txt"
        file.parent.mkdir(parents=True)
        file.write_text(output, encoding="utf-8")
    summary = tmp_path / "summary"
    variables = {**step["env"], "GITHUB_STEP_SUMMARY": str(summary)}
    subprocess.run(["bash", "-e", "-c", step["run"]], cwd=tmp_path, env=variables, check=True)
    lines = summary.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2
    assert told in lines[1]

"""The metadata of the installed package."""

from importlib.metadata import files, metadata

import clearance


def test_licences_addresses_and_the_version_are_in_it() -> None:
    said = metadata("clearance")
    assert said["Version"] == clearance.__version__
    assert {url.split(",")[0] for url in said.get_all("Project-URL") or []} == {"Repository", "Changelog", "Issues"}
    texts = {path.name: path.read_text() for path in files("clearance") or [] if "licenses" in path.parts}
    assert set(texts) == {"LICENSE-APACHE", "LICENSE-MIT", "NOTICE"}
    assert "Toshiki Teramura" in texts["NOTICE"]  # the crate numpy, whose licence asks for it

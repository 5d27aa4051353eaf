"""Checks that the tables and the page about disputed areas are consistent.

Usage: test_tables.py
"""

import re
import unittest
from pathlib import Path

from tables import areas, countries, fixes, region_names, region_rules, rows

PAGE = Path(__file__).parents[2] / "docs" / "places.md"


class TablesTests(unittest.TestCase):
    """Consistency of the tables."""

    def test_the_page_lists_every_area_as_the_table_has_it(self) -> None:
        listed = re.findall(
            r"^\| `([a-z-]+)` \| ([^|]+) \| ([A-Z]{2}) \| ([^|]+) \| ([^|]+) \|$",
            PAGE.read_text(encoding="utf-8"),
            re.MULTILINE,
        )
        expected = [
            (area.key, area.title, area.country, area.claimants.replace(",", ", "), area.note)
            for area in areas()
        ]
        self.assertEqual([tuple(map(str.strip, row)) for row in listed], expected)

    def test_every_country_that_a_table_names_has_a_name(self) -> None:
        known = set(countries())
        named = {area.country for area in areas()} | {fix.country for fix in fixes()}
        named |= {code for area in areas() for code in area.claimants.split(",")}
        named |= {country for country, _ in region_names()} | (set(region_rules()) - {"*"})
        self.assertEqual(named - known, set())

    def test_keys_are_unique_and_every_fact_has_its_reason(self) -> None:
        keys = [area.key for area in areas()]
        self.assertEqual(len(keys), len(set(keys)))
        for name in (
            "city-fixes.csv",
            "city-names.csv",
            "city-parts.csv",
            "country-fixes.csv",
            "cuts.csv",
            "region-names.csv",
            "region-rules.csv",
        ):
            for row in rows(name):
                self.assertTrue(row["reason"], f"{name}: {row}")

    def test_no_name_is_given_twice(self) -> None:
        for name in ("region-names.csv", "countries.csv"):
            keys = [tuple(row.values())[:2] for row in rows(name)]
            self.assertEqual(len(keys), len(set(keys)), name)


if __name__ == "__main__":
    unittest.main()

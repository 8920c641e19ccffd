"""The shop sells what the rules sell, at the price they ask."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Desks
from tests.web.germany import OTHERS
from tests.web.house import Server, bots

SHIPYARDS = """sandtable record 1
title: anniversary-1941
edit: tech germany improved-shipyards
edit: money germany 6
"""


def test_an_advance_makes_ships_cheaper(desk: Desks, server: Server) -> None:
    """Six IPC buy a transport with Improved Shipyards; without, it costs seven."""
    me = desk()
    me.sit(server.open_record(SHIPYARDS, seats=bots(*OTHERS)), "germany")
    shop = me.page.get_by_test_id("shop")
    expect(shop).to_contain_text("transport")
    expect(shop).to_contain_text("6 IPC · 0/0/2")
    me.set_count(shop, "transport", 1)
    version = me.version
    me.page.get_by_test_id("buy").click()
    me.passes(version)
    expect(shop).to_contain_text("1 transport")
    expect(me.page.get_by_test_id("trouble")).to_have_count(0)

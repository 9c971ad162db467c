"""The pages, one module each: `blueprint(house, painter)` gives its addresses."""

from __future__ import annotations

from pi_app.web.pages import calibrate, connect, demo, dice_sets, games, pictures, rules, table

BLUEPRINTS = (
    table.blueprint,
    demo.blueprint,
    games.blueprint,
    rules.blueprint,
    connect.blueprint,
    calibrate.blueprint,
    dice_sets.blueprint,
    pictures.blueprint,
)

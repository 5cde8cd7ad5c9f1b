# SPDX-License-Identifier: Apache-2.0
"""unreal_script.py PACK: runs the pack's script with a stand-in for Unreal's Python that has what the script may use of
it, by the API's own pages (EditorActorSubsystem, Actor.set_actor_location, Actor.set_actor_scale3d, Vector)."""
import contextlib
import json
import runpy
import sys
import types

folder = sys.argv[1]


class Actor:
    def __init__(self, label):
        self.label, self.location, self.scale = label, None, None

    def get_actor_label(self):
        return self.label

    def set_actor_location(self, new_location, sweep, teleport):
        self.location = new_location
        assert sweep is False and teleport is False

    def set_actor_scale3d(self, new_scale3d):
        self.scale = new_scale3d


class Landscape(Actor):
    pass


class EditorActorSubsystem:
    def get_selected_level_actors(self):
        return selected

    def get_all_level_actors(self):
        return level


unreal = types.ModuleType("unreal")
unreal.Landscape, unreal.EditorActorSubsystem = Landscape, EditorActorSubsystem
unreal.Vector = lambda x, y, z: (x, y, z)
unreal.log = print
unreal.ScopedEditorTransaction = lambda text: contextlib.nullcontext()
unreal.get_editor_subsystem = lambda of: of()
sys.modules["unreal"] = unreal
numbers = json.load(open(f"{folder}/sheet.json"))["unreal"]


def run():
    runpy.run_path(f"{folder}/place_landscape.py")


one, other = Landscape("one"), Landscape("other")
level, selected = [Actor("light"), one], []
run()  # the only one
assert one.location == tuple(numbers["location_cm"]) and one.scale == tuple(numbers["scale"])
level, selected = [one, other], [other]
run()  # the selected one
assert other.location == tuple(numbers["location_cm"]) and other.scale == tuple(numbers["scale"])
selected = []
try:
    run()
    raise SystemExit("two landscapes, and none is selected: which one?")
except RuntimeError as error:
    assert "select" in str(error)

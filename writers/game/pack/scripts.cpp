// SPDX-License-Identifier: Apache-2.0
// Scripts for the editors; each reads its numbers from sheet.json beside it.
#include "game/pack/pack.hpp"

namespace terrawright::game {
namespace {

constexpr char unreal[] = R"(# SPDX-License-Identifier: Apache-2.0
# Gives a landscape that was imported from this folder the place and the scale of sheet.json, with all their digits:
# the selected one, or the only one of the level. Tools > Execute Python Script, with the plugin
# "Python Editor Script Plugin".
import json
import os

import unreal

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "sheet.json"), encoding="utf-8") as file:
    numbers = json.load(file)["unreal"]

actors = unreal.get_editor_subsystem(unreal.EditorActorSubsystem)


def landscapes(of):
    return [actor for actor in of if isinstance(actor, unreal.Landscape)]


found = landscapes(actors.get_selected_level_actors()) or landscapes(actors.get_all_level_actors())
if len(found) != 1:
    raise RuntimeError("%d landscapes were found: select the one that was imported" % len(found))
with unreal.ScopedEditorTransaction("Place landscape"):
    found[0].set_actor_scale3d(unreal.Vector(*numbers["scale"]))
    found[0].set_actor_location(unreal.Vector(*numbers["location_cm"]), False, False)
unreal.log("%s is at %s, with the scale %s" % (found[0].get_actor_label(), numbers["location_cm"], numbers["scale"]))
)";

constexpr char unity[] = R"(// SPDX-License-Identifier: Apache-2.0
// Makes the terrains of a pack: Terrawright > Import pack, then its sheet.json below Assets. Heights, sizes and places
// are those of the sheet; weights are painted in the order of its list, on terrain layers of the same names.
using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEngine;

public static class TerrawrightImport
{
    [Serializable]
    class Sheet
    {
        public Numbers unity;
        public int[] size;
        public string[] weights;
        public Part[] files;
    }

    [Serializable]
    class Numbers
    {
        public int heightmap_resolution;
        public int alphamap_resolution;
        public double[] terrain_size_m;
        public double[] position_m;
    }

    [Serializable]
    class Part
    {
        public int x, y, width, height;
        public string[] heights;
        public string[] weights;
    }

    [MenuItem("Terrawright/Import pack")]
    static void Import()
    {
        string file = EditorUtility.OpenFilePanel("sheet.json of a pack", Application.dataPath, "json");
        if (string.IsNullOrEmpty(file)) return;
        string folder = Path.GetDirectoryName(file);
        if (!Path.GetFullPath(folder).StartsWith(Path.GetFullPath(Application.dataPath)))
            throw new Exception("put the folder of the pack below Assets first");
        string assets = "Assets" + Path.GetFullPath(folder).Substring(Path.GetFullPath(Application.dataPath).Length).Replace('\\', '/');
        Sheet sheet = JsonUtility.FromJson<Sheet>(File.ReadAllText(file));
        TerrainLayer[] layers = LayersOf(sheet, assets);
        var terrains = new Dictionary<Vector2Int, Terrain>();
        int side = sheet.unity.heightmap_resolution - 1;
        foreach (Part part in sheet.files)
        {
            // The files count rows from the north, Unity counts tiles from the south.
            var place = new Vector2Int(part.x / side, (sheet.size[1] - 1 - part.y) / side - 1);
            terrains[place] = Make(sheet, part, place, folder, assets, layers);
        }
        foreach (KeyValuePair<Vector2Int, Terrain> at in terrains)
        {
            Terrain At(int x, int z) => terrains.TryGetValue(at.Key + new Vector2Int(x, z), out Terrain other) ? other : null;
            at.Value.SetNeighbors(At(-1, 0), At(0, 1), At(1, 0), At(0, -1));
        }
        AssetDatabase.SaveAssets();
    }

    static TerrainLayer[] LayersOf(Sheet sheet, string assets)
    {
        if (sheet.weights == null) return new TerrainLayer[0];
        var layers = new TerrainLayer[sheet.weights.Length];
        for (int i = 0; i < layers.Length; ++i)
        {
            string path = assets + "/" + sheet.weights[i] + ".terrainlayer";
            layers[i] = AssetDatabase.LoadAssetAtPath<TerrainLayer>(path);
            if (layers[i] != null) continue;
            layers[i] = new TerrainLayer();
            AssetDatabase.CreateAsset(layers[i], path);
        }
        return layers;
    }

    static Terrain Make(Sheet sheet, Part part, Vector2Int place, string folder, string assets, TerrainLayer[] layers)
    {
        Numbers numbers = sheet.unity;
        var data = new TerrainData { heightmapResolution = numbers.heightmap_resolution };
        if (data.heightmapResolution != numbers.heightmap_resolution)
            throw new Exception("Unity takes no terrain of " + numbers.heightmap_resolution + " heights a side");
        double[] size = numbers.terrain_size_m, origin = numbers.position_m;
        data.size = new Vector3((float)size[0], (float)size[1], (float)size[2]);
        data.SetHeights(0, 0, Heights(Path.Combine(folder, part.heights[0]), part.width, part.height));
        string name = Path.GetFileNameWithoutExtension(part.heights[0]);
        AssetDatabase.CreateAsset(data, assets + "/" + name + ".asset");
        if (layers.Length > 0) Paint(data, part, folder, layers, numbers.alphamap_resolution);
        GameObject made = Terrain.CreateTerrainGameObject(data);
        made.name = name;
        made.transform.position = new Vector3((float)(origin[0] + place.x * size[0]), (float)origin[1],
                                              (float)(origin[2] + place.y * size[2]));
        return made.GetComponent<Terrain>();
    }

    // Little-endian, the southern row first, as row 0 of a terrain is.
    static float[,] Heights(string file, int width, int height)
    {
        byte[] bytes = File.ReadAllBytes(file);
        if (bytes.Length != 2 * width * height) throw new Exception(file + " has not " + width + " x " + height + " samples");
        var heights = new float[height, width];
        for (int z = 0; z < height; ++z)
            for (int x = 0; x < width; ++x)
            {
                int at = 2 * (z * width + x);
                heights[z, x] = (bytes[at] | bytes[at + 1] << 8) / 65536f;
            }
        return heights;
    }

    static void Paint(TerrainData data, Part part, string folder, TerrainLayer[] layers, int side)
    {
        data.terrainLayers = layers;
        data.alphamapResolution = side;
        if (data.alphamapResolution != side) throw new Exception("Unity takes no weights of " + side + " a side");
        var weights = new float[side, side, layers.Length];
        for (int file = 0; file < part.weights.Length; ++file)
        {
            var picture = new Texture2D(2, 2, TextureFormat.RGBA32, false, true);
            picture.LoadImage(File.ReadAllBytes(Path.Combine(folder, part.weights[file])));
            Color32[] pixels = picture.GetPixels32();  // the southern row first
            for (int i = 0; i < pixels.Length; ++i)
                for (int c = 0; c < 4 && 4 * file + c < layers.Length; ++c)
                    weights[i / side, i % side, 4 * file + c] =
                        (c == 0 ? pixels[i].r : c == 1 ? pixels[i].g : c == 2 ? pixels[i].b : pixels[i].a) / 255f;
            UnityEngine.Object.DestroyImmediate(picture);
        }
        data.SetAlphamaps(0, 0, weights);
    }
}
)";

constexpr char godot[] = R"(# SPDX-License-Identifier: Apache-2.0
# Imports this folder into the Terrain3D node of the open scene: File > Run in the script editor. Heights, spacing,
# regions and places are those of sheet.json.
@tool
extends EditorScript


func _run() -> void:
	var folder: String = get_script().resource_path.get_base_dir()
	var sheet: Dictionary = JSON.parse_string(FileAccess.get_file_as_string(folder.path_join("sheet.json")))
	var numbers: Dictionary = sheet["godot"]
	var terrain: Node = find(get_scene())
	if terrain == null:
		push_error("The open scene has no Terrain3D node.")
		return
	terrain.set("region_size", int(numbers["region_size"]))
	terrain.set("vertex_spacing", float(numbers["vertex_spacing"]))
	var first: Array = numbers["first_cell"]
	for part: Dictionary in sheet["files"]:
		var images: Array[Image] = []
		images.resize(3)  # heights, control, colour
		images[0] = floats(folder.path_join(part["heights"][0]))
		if part.has("control"):
			images[1] = floats(folder.path_join(part["control"][0]))
		var spacing: float = numbers["vertex_spacing"]
		# The middle of the first cell, as Terrain3D rounds down.
		var place := Vector3(first[0] + part["x"] + 0.5, 0, first[1] + part["y"] + 0.5) * spacing
		terrain.get("data").import_images(images, place, 0.0, 1.0)


func find(node: Node) -> Node:
	if node == null or node.is_class("Terrain3D"):
		return node
	for child in node.get_children():
		var found: Node = find(child)
		if found != null:
			return found
	return null


# The first channel, of 32 bits.
func floats(file: String) -> Image:
	var image := Image.load_from_file(file)
	if image.get_format() != Image.FORMAT_RF:
		image.convert(Image.FORMAT_RF)
	return image
)";

}  // namespace

std::vector<PackScript> scripts_of(Program program) {
  switch (program) {
    case Program::unreal:
      return {{"place_landscape.py", unreal}};
    case Program::unity:
      return {{"Editor/TerrawrightImport.cs", unity}};
    case Program::godot:
      return {{"import_terrain3d.gd", godot}};
    case Program::generic:
      break;
  }
  return {};
}

}  // namespace terrawright::game

// SPDX-License-Identifier: Apache-2.0
// The page of one file: page.html with page.css and the bundle of src/main.js in it. make.mjs FILE writes it to FILE.
import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const read = (name) => readFileSync(join(here, name), "utf8");

const { outputFiles } = await build({
  absWorkingDir: here,
  entryPoints: ["src/main.js"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  legalComments: "eof",
  write: false,
  plugins: [{ name: "shaders", setup: (building) => building.onLoad({ filter: /\.glsl\.js$/ }, ({ path }) => ({ contents: shorter(readFileSync(path, "utf8")) })) }],
});

// Shaders lose their comments and indents; their names and line ends stay, for errors that can be read.
function shorter(source) {
  return source.replace(/\/\* glsl \*\/ `([^`]*)`/g, (_, text) =>
    "`" + text.replace(/\/\/[^\n]*/g, "").replace(/[ \t]+/g, " ").replace(/\s*\n\s*/g, "\n") + "`");
}

// Nothing in the script may end it.
const script = outputFiles[0].text.trim().replace(/<\/script/gi, "<\\/script").replace(/<!--/g, "<\\!--");
const once = (text, line, by) => {
  if (text.split(line).length !== 2) throw new Error(`page.html must have ${line} once`);
  return text.replace(line, () => by);
};
let page = read("page.html");
page = once(page, "/* page.css */", read("page.css").trim());
page = once(page, "/* bundle */", script);
once(page, "<!-- scene -->", "");
writeFileSync(process.argv[2], page);

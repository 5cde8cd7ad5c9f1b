// SPDX-License-Identifier: Apache-2.0
// Answers of terrawright.wasm to configs, compared with those of the program: node mutants.mjs FOLDER_OF_WASM SOURCES EXPECTED
import fs from "node:fs";
import {createRequire} from "node:module";
import path from "node:path";

const [wasm, sources, expectedFile] = process.argv.slice(2);
const factory = createRequire(import.meta.url)(path.resolve(wasm, "terrawright.js"));
const {load} = await import(path.join(sources, "pipeline/api/wasm/world.mjs"));
const bytes = fs.readFileSync(path.join(wasm, "terrawright.wasm"));
const {folder, set, cases} = JSON.parse(fs.readFileSync(expectedFile));
const seconds = 200, exits = {done: 0, failed: 1, refused: 2, "bad plugin": 3, unmet: 4};
// What packs have, and lists of what there is, in which their parts stand.
const ofPacks = /\bmap\.|\batlas\b|\bviewer\b|\.(?:html|svg|pdf|webp|jpg|tif)\b|\bscene\b|\bsheet\b|legend|one of [0-9]+/;

function copy(files, from) {
  files.mkdirTree(from);
  for (const entry of fs.readdirSync(from, {withFileTypes: true})) {
    const here = path.join(from, entry.name);
    if (entry.isDirectory()) copy(files, here);
    else files.writeFile(here, fs.readFileSync(here));
  }
}

let context = null, library = null;
async function begin() {
  library = await load(factory, bytes);
  copy(library.files, path.join(folder, "tests"));
  copy(library.files, path.join(folder, "configs"));
  library.files.chdir(folder);
  context = library.context();
}

function problemsOf(handle) {
  return handle.problems().map(one => [one.isWarning ? "warning" : "error", one.line, one.column, one.message, one.hint]);
}
// The module lists expectations among the results of a run.
const textOf = problems => JSON.stringify(problems.filter(one => !one[3].startsWith("the expectation '")));
function answer(file, builds, memory) {
  const of = memory ? library.context({memory}) : context, world = of.open({file, set: builds && !memory ? set : []});
  let got = {exit: exits[world.answer], problems: problemsOf(world)};
  if (builds && world.answer === "done") {
    const run = world.run({flags: ["writes"], folder: "/out"});
    const end = run.go();
    got = {exit: exits[end], problems: problemsOf(run)};
    run.close();
  }
  world.close();
  return got;
}

await begin();
let compared = 0, told = 0, built = 0, leftOut = 0, failures = 0, slowest = 0;
for (const one of cases) {
  for (const verb of ["validate", "build"]) {
    const expected = one[verb];
    if (!expected) continue;
    const start = performance.now();
    let got;
    try {
      got = answer(one.file, verb === "build", verb === "build" && one.memory);
    } catch (error) {  // a trap or an abort: its state is lost
      got = {exit: String(error.stack || error)};
      await begin();
    }
    const took = (performance.now() - start) / 1000;
    slowest = Math.max(slowest, took);
    const same = got.exit === expected.exit && textOf(got.problems) === textOf(expected.problems);
    if (same && took < seconds) {
      compared++;
      if (got.problems.length > 0) told++;
      if (verb === "build") built++;
    } else if (typeof got.exit === "number" && ofPacks.test(JSON.stringify([expected, got]))) {
      leftOut++;
    } else {
      failures++;
      const wrong = (got.problems || []).findIndex((problem, i) => JSON.stringify(problem) !== JSON.stringify(expected.problems[i]));
      console.log(`${verb} ${one.file}: ${took.toFixed(1)} s, exit code ${got.exit}, the program's ${expected.exit}`);
      if (got.problems) console.log("  module:  ", JSON.stringify(got.problems[Math.max(0, wrong)]), "\n  program: ", JSON.stringify(expected.problems[Math.max(0, wrong)]));
    }
  }
}
// Memory that does not grow is told at its node, and the next run is whole.
const land = `terrawright: 1
name: large
world: {size: [1025, 1025], cell: 100 m, seed: 11}
stages:
  n: {use: heights.noise@1, with: {kind: ridged, wavelength: 30 km, octaves: 9}}
  s: {use: sea.level@1, in: {height: n}, with: {percentile: 55 %}}
  m: {use: shape.metres@1, in: {height: n, level: s.level}, with: {peak: 2 km}}
  r: {use: view.relief@1, in: {height: m}}
outputs: [{file: a.png, layers: {r: r}}]
`;
const grow = WebAssembly.Memory.prototype.grow, ends = [];
await begin();
for (const left of [0, 16, 64, 128, Infinity]) {
  let pages = left;
  WebAssembly.Memory.prototype.grow = function (more) {
    if (more > pages) throw new RangeError("no memory");
    pages -= more;
    return grow.call(this, more);
  };
  const world = context.open({text: land}), run = world.run({keep: ["r"]}), end = run.go(), [problem] = run.problems();
  ends.push(end);
  if (end !== "done" && !/'[nsmr]' failed: there is not enough memory/.test(problem?.message)) {
    failures++;
    console.log(`${left} more pages: ${end}, ${JSON.stringify(run.problems())}`);
  }
  run.close();
  world.close();
}
WebAssembly.Memory.prototype.grow = grow;
if (ends[0] !== "failed" || ends.at(-1) !== "done") {
  failures++;
  console.log(`runs with little memory end so: ${ends.join(", ")}`);
}
console.log(`${compared} answers are those of the program, ${told} of them with problems, ${built} of builds; ${leftOut} name parts of packs, ${failures} differ; slowest ${slowest.toFixed(1)} s; ` +
            `${(library.module.HEAPU8.length / 1048576).toFixed(0)} MiB of memory`);
process.exit(failures === 0 && compared > 4 * leftOut ? 0 : 1);

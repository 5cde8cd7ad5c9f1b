// SPDX-License-Identifier: Apache-2.0
// What files take, and side modules, which library.cpp loads. Their sections `dylink.0` say how much memory and table they need.
mergeInto(LibraryManager.library, {
  terrawright_bytes_of_files__proxy: "sync",  // of the thread that made the module, where there are more
  terrawright_bytes_of_files__sig: "d",
  terrawright_bytes_of_files__deps: ["$FS"],
  terrawright_bytes_of_files: function () {
    var bytes = function (node) {
      if (!node.contents) return 0;
      if (!FS.isDir(node.mode)) return node.contents.byteLength || 0;
      return Object.values(node.contents).reduce(function (sum, one) { return sum + bytes(one); }, 0);
    };
    return bytes(FS.root);
  },
  $sideModules: [],
  terrawright_open_side_module__deps: ["$sideModules", "$stringToNewUTF8", "malloc"],
  terrawright_open_side_module: function (file, why) {
    try {
      var bytes = FS.readFile(UTF8ToString(file));
      var module = new WebAssembly.Module(bytes);
      var section = WebAssembly.Module.customSections(module, "dylink.0")[0];
      if (!section) throw new Error("it is no side module");
      var view = new Uint8Array(section), at = 0;
      var number = function () {
        for (var value = 0, shift = 0; ; shift += 7) {
          var byte = view[at++];
          value += (byte & 127) * Math.pow(2, shift);
          if (byte < 128) return value;
        }
      };
      var need = [0, 0, 0, 0];  // bytes, their alignment, entries of the table, their alignment
      while (at < view.length) {
        var kind = view[at++], size = number(), end = at + size;
        if (kind === 1) need = [number(), number(), number(), number()];
        at = end;
      }
      var alignment = Math.max(16, 1 << need[1]);
      var memoryBase = (_malloc(need[0] + alignment) + alignment - 1) & -alignment;
      HEAPU8.fill(0, memoryBase, memoryBase + need[0]);
      var tableBase = wasmTable.length;
      wasmTable.grow(need[2]);
      var exports = {}, entries = {};
      var entry = function (name, find) {  // of the table, for a function's name
        if (!(name in entries)) {
          entries[name] = wasmTable.length;
          wasmTable.grow(1);
          wasmTable.set(entries[name], find());
        }
        return entries[name];
      };
      var mutable = function (value) { return new WebAssembly.Global({ value: "i32", mutable: true }, value); };
      var later = [], own = {};
      WebAssembly.Module.exports(module).forEach(function (one) { own[one.name] = true; });
      var ours = function (name) { return Module["asm"][name] || asmLibraryArg[name]; };
      var imports = { env: {}, "GOT.func": {}, "GOT.mem": {} };
      WebAssembly.Module.imports(module).forEach(function (one) {
        if (one.module === "env") {
          var special = {
            memory: wasmMemory, __indirect_function_table: wasmTable,
            __memory_base: new WebAssembly.Global({ value: "i32" }, memoryBase),
            __table_base: new WebAssembly.Global({ value: "i32" }, tableBase)
          }[one.name];
          var found = special || (own[one.name] ? function () { return exports[one.name].apply(null, arguments); } : ours(one.name));
          if (found === undefined) throw new Error("this program has no " + one.name);
          imports.env[one.name] = found;
        } else {
          var global = mutable(0);
          imports[one.module][one.name] = global;
          later.push([one, global]);
        }
      });
      var instance = new WebAssembly.Instance(module, imports);
      exports = instance.exports;
      later.forEach(function (pair) {
        var name = pair[0].name, mine = exports[name];
        if (pair[0].module === "GOT.mem") {
          var there = mine !== undefined ? mine.value + memoryBase : ours(name) && ours(name).value;
          if (there === undefined) throw new Error("this program has no data " + name);
          pair[1].value = there;
        } else {
          var run = mine || ours(name);
          if (!run) throw new Error("this program has no function " + name);
          pair[1].value = entry(name, function () { return run; });
        }
      });
      if (exports["__wasm_apply_data_relocs"]) exports["__wasm_apply_data_relocs"]();
      if (exports["__wasm_call_ctors"]) exports["__wasm_call_ctors"]();
      sideModules.push({ exports: exports, entry: entry, base: memoryBase });
      return sideModules.length;
    } catch (error) {
      HEAP32[why >> 2] = stringToNewUTF8(String(error.message || error));
      return 0;
    }
  },
  terrawright_symbol_of_side_module__deps: ["$sideModules"],
  terrawright_symbol_of_side_module: function (number, name) {
    var module = sideModules[number - 1], text = UTF8ToString(name), found = module && module.exports[text];
    if (!found) return 0;
    if (typeof found === "function") return module.entry(text, function () { return found; });
    return found.value + module.base;
  }
});

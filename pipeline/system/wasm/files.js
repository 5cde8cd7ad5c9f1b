// SPDX-License-Identifier: Apache-2.0
// A file that finds no memory to grow has ENOSPC: emscripten lets the error of JavaScript end the module.
['expandFileStorage', 'resizeFileStorage'].forEach(function (name) {
  var change = MEMFS[name];
  MEMFS[name] = function (node, size) {
    try {
      change(node, size);
    } catch (error) {
      throw error instanceof RangeError ? new FS.ErrnoError(51) : error;
    }
  };
});

// SPDX-License-Identifier: Apache-2.0
// Reports of jobs, from WebAssembly to the script that runs it. The bytes are copied, as the memory may grow.
mergeInto(LibraryManager.library, {
  terrawright_page_reports__proxy: 'sync',  // by the thread that made the module, where there are more
  terrawright_page_reports__sig: 'viii',
  terrawright_page_reports: function (head, bytes, size) {
    bytes >>>= 0;
    Module['report'](UTF8ToString(head >>> 0), bytes ? HEAPU8.slice(bytes, bytes + (size >>> 0)).buffer : null);
  },
});

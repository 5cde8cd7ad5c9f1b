// SPDX-License-Identifier: Apache-2.0
// The reader of TIFF files: scripts/npm_modules.py makes bundle/tiff.js of it.
export {decode} from 'tiff';

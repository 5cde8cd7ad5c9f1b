// SPDX-License-Identifier: Apache-2.0
// The digest of the shown world, and the command that makes the same bits elsewhere and prints the same digest.
import {button, make, seconds} from '../page/elements.js';

// A word as a shell reads it.
const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function heredoc(path, text) {
  let end = 'END';
  while (text.split('\n').includes(end)) end += 'D';
  return `cat > ${quoted(path)} <<'${end}'\n${text.replace(/\n?$/, '\n')}${end}\n`;
}

// What `terrawright` is called with for a job of the worker.
function command({file, knobs, seed}) {
  const sets = Object.entries(knobs).map(([knob, value]) => ` --set ${quoted(`knobs.${knob}=${value}`)}`);
  return `terrawright build ${quoted(file)}${seed === null ? '' : ` --seed ${quoted(seed)}`}${sets.join('')} --digest`;
}

// The path of a file as a text of this folder names it.
function relative(folder, path) {
  const from = folder.split('/').slice(0, -1), to = path.split('/');
  while (from.length > 0 && from[0] === to[0]) from.shift(), to.shift();
  return '../'.repeat(from.length) + to.join('/');
}

// A text without its lines of comment, which read nothing.
export const uncommented = (text) => text.replace(/^\s*#.*$/gm, '');

// The files that a config reads, and those that they read: contents by paths.
export function filesOf(config, text, files) {
  const named = new Map();
  const look = (from, written) => {
    const words = uncommented(written).replace(/^(extends: *)([\w-]+) *$/m, '$1$2.yaml');
    for (const [path, content] of Object.entries(files)) {
      const name = relative(from, path).replace(/[^\w/]/g, '\\$&');
      if (named.has(path) || path === config || !new RegExp(`(?<![\\w./-])(\\./)?${name}(?!\\w)`).test(words)) continue;
      named.set(path, content);
      if (typeof content === 'string') look(path, content);
    }
  };
  look(config, text);
  return named;
}

// The same for a shell that has no file yet: it writes the config and the files that it reads.
export function script(job, files) {
  const parts = [...filesOf(job.file, job.text, files)].map(([path, content]) => {
    if (typeof content !== 'string') return `# ${path} must be here: "Save .yaml" of the page saves it too.\n`;
    const folder = path.split('/').slice(0, -1).join('/');
    return (folder ? `mkdir -p ${quoted(folder)}\n` : '') + heredoc(path, content);
  });
  return parts.join('') + heredoc(job.file, job.text) + command(job) + '\n';
}

export class Home {
  constructor(editor, program) {
    this.element = make('p', {id: 'bits'});
    this.copy = button('Copy command', async () => {
      try {
        await navigator.clipboard.writeText(script(program.jobs.get(program.state.shown.number), program.files));
        editor.say('the command is copied');
      } catch {
        editor.say('the browser does not let the page copy');
      }
    }, {id: 'copy-command', title: 'It writes the config and builds the same world'});
    program.listen(({shown}) => {
      document.body.dataset.digest = shown?.digest ?? '';
      if (!shown || shown.number === this.number) return;
      this.number = shown.number;
      this.element.replaceChildren(`${seconds(shown.seconds)} \u00b7 digest `, make('code', {}, shown.digest), ' \u00b7 ', this.copy, ' ',
        make('code', {}, command(program.jobs.get(shown.number))), ' prints the same digest');
    });
  }
}

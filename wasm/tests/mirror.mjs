// Reads calls with the native core's answers, `name TAB args TAB answer` a line, and answers them through wasm:
// ends with their number if every answer had the same bytes, and at the first that had not with a failure.
import { readFileSync } from 'node:fs';
import * as decide from '../pkg/decide/godown_wasm.js';
import * as form from '../pkg/form/godown_wasm.js';

const modules = { form, decide };
for (const [name, { initSync }] of Object.entries(modules)) {
  initSync({ module: readFileSync(new URL(`../pkg/${name}/godown_wasm_bg.wasm`, import.meta.url)) });
}

/** What only the larger module answers. */
const previews = ['actions', 'decide', 'view'];

const NEW_LINE = 10;
const TAB = 9;

function compare(line) {
  const [first, last] = [line.indexOf(TAB), line.lastIndexOf(TAB)];
  const [call, args, native] = [
    line.toString('utf8', 0, first),
    line.subarray(first + 1, last),
    line.toString('utf8', last + 1),
  ];
  for (const [name, module] of Object.entries(modules)) {
    if (name === 'form' && previews.includes(call)) continue;
    const answer = module.call(call, args);
    if (answer !== native) throw new Error(`${name}: ${call} ${args.toString()}\nnative ${native}\nwasm   ${answer}`);
  }
}

let made = 0;
let open = [];
for await (const chunk of process.stdin) {
  let from = 0;
  for (let to; (to = chunk.indexOf(NEW_LINE, from)) >= 0; from = to + 1) {
    compare(Buffer.concat([...open, chunk.subarray(from, to)]));
    made += 1;
    open = [];
  }
  open.push(chunk.subarray(from));
}
process.stdout.write(`${made}\n`);

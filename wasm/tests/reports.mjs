// Reads reports with the native core's answers, from frames in the files named, `frames TAB key TAB params TAB today TAB
// answer` a line, and answers them through both of the reports' modules, with SIMD and without: ends with their number
// if every answer had the same bytes, and at the first that had not with a failure.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import * as scalar from '../pkg/report-scalar/godown_wasm.js';
import * as simd from '../pkg/report/godown_wasm.js';

const modules = { report: simd, 'report-scalar': scalar };
for (const [name, { initSync }] of Object.entries(modules)) {
  initSync({ module: readFileSync(new URL(`../pkg/${name}/godown_wasm_bg.wasm`, import.meta.url)) });
}

const loaded = new Map();

/** The snapshots of some frames, one in each module. */
function snapshots(path) {
  if (!loaded.has(path)) {
    const bytes = readFileSync(path);
    loaded.set(
      path,
      Object.entries(modules).map(([name, { Snapshot }]) => [name, Snapshot.load(bytes)]),
    );
  }
  return loaded.get(path);
}

let made = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const [path, key, params, today, native] = line.split('\t');
  for (const [name, snapshot] of snapshots(path)) {
    const answer = snapshot.report(false, key, params, today, 2 ** 32 - 1);
    if (answer !== native)
      throw new Error(`${name}: ${key} ${params}\nnative ${native.slice(0, 2_000)}\nwasm   ${answer.slice(0, 2_000)}`);
  }
  made += 1;
}
process.stdout.write(`${made}\n`);

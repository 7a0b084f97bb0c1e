// Every answer of the reports' module is the native core's: a value with the same keys in the same order as its JSON
// text has, and where it crosses as text the same bytes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as scalar from '../pkg/report-scalar/godown_wasm.js';
import * as simd from '../pkg/report/godown_wasm.js';

const here = (path) => readFileSync(new URL(path, import.meta.url));
const modules = { report: simd, 'report-scalar': scalar };
for (const [name, { initSync }] of Object.entries(modules)) {
  initSync({ module: here(`../pkg/${name}/godown_wasm_bg.wasm`) });
}

const frames = here('frames');
const calls = JSON.parse(here('reports.json').toString());
const AS_TEXT = ['report', 'lines', 'tally'];

for (const [name, module] of Object.entries(modules)) {
  const snapshot = module.Snapshot.load(frames);
  for (const [call, args, native] of calls) {
    test(`${name}: ${call} ${args.join(' ')}`, () => {
      const answer = call === 'described' ? module.described() : snapshot[call](...args);
      assert.equal(typeof answer, AS_TEXT.includes(call) ? 'string' : 'object');
      assert.equal(typeof answer === 'string' ? answer : JSON.stringify(answer), native);
    });
  }
  test(`${name}: a question that has no answer is an error and not a panic`, () => {
    assert.throws(() => snapshot.values('no_such', '', 9), /not known/);
    assert.throws(() => snapshot.dashboard('no_such', '2026-11-21'), /no report/);
    assert.throws(() => snapshot.dashboard('dashboard', 'today'), /no day/);
  });
}

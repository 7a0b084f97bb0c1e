// The modules as they are shipped, each with its part alone: played by `npm test -- --shipped` and `npm run prove`, since
// other tests load one module with everything in it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as form from '../pkg/form/godown_wasm.js';
import * as sheet from '../pkg/sheet/godown_wasm.js';

const modules = { form, sheet };
for (const [name, { initSync }] of Object.entries(modules)) {
  initSync({ module: readFileSync(new URL(`../pkg/${name}/godown_wasm_bg.wasm`, import.meta.url)) });
}

for (const [name, { call }] of Object.entries(modules)) {
  test(`${name}: what a form needs does not decide`, () => {
    for (const preview of ['actions', 'decide', 'foresee', 'view', 'sku', 'formula'])
      assert.throws(() => call(preview, new TextEncoder().encode('{}')), /no call is named/);
  });
}

// Every vector's answer through wasm is, byte for byte, the answer that the native core gave.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { call, initSync } from '../pkg/godown_wasm.js';

initSync({ module: readFileSync(new URL('../pkg/godown_wasm_bg.wasm', import.meta.url)) });

const vectors = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8'));

test('there are vectors for every call of the core', () => {
  const covered = new Set(vectors.map((vector) => vector.call));
  for (const name of ['schema', 'check', 'quote', 'actions', 'decide', 'view', 'cart', 'again', 'token_expired']) {
    assert.ok(covered.has(name), `no vector for ${name}`);
  }
});

for (const vector of vectors) {
  test(`${vector.call}: ${vector.name}`, () => {
    assert.equal(call(vector.call, JSON.stringify(vector.args)), vector.answer);
  });
}

test('arguments of the wrong form are an error and not a panic', () => {
  assert.throws(() => call('check', '{"doc_type":"city"}'), /missing field/);
  assert.throws(() => call('no_such_call', 'null'), /no call is named/);
  assert.throws(() => call('check', '{'), /EOF/);
});

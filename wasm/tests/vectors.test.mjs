// Every vector's answer through wasm is, byte for byte, the answer that the native core gave.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as decide from '../pkg/decide/godown_wasm.js';
import * as form from '../pkg/form/godown_wasm.js';
import * as sheet from '../pkg/sheet/godown_wasm.js';

const utf8 = (text) => new TextEncoder().encode(text);
const modules = { form, decide, sheet };
for (const [name, { initSync }] of Object.entries(modules)) {
  initSync({ module: readFileSync(new URL(`../pkg/${name}/godown_wasm_bg.wasm`, import.meta.url)) });
}

/** What only the larger module answers. */
const previews = ['actions', 'decide', 'foresee', 'view', 'sku', 'formula', 'labels', 'scan', 'qr'];

const vectors = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8'));

test('there are vectors for every call of the core', () => {
  const covered = new Set(vectors.map((vector) => vector.call));
  for (const name of [
    'schema',
    'check',
    'quote',
    'actions',
    'decide',
    'foresee',
    'view',
    'cart',
    'again',
    'token_expired',
    'sku',
    'formula',
    'labels',
    'scan',
    'qr',
  ]) {
    assert.ok(covered.has(name), `no vector for ${name}`);
  }
});

for (const vector of vectors) {
  for (const [name, { call, answer }] of Object.entries(modules)) {
    if (name !== 'decide' && previews.includes(vector.call)) continue;
    test(`${name}: ${vector.call}: ${vector.name}`, () => {
      assert.equal(call(vector.call, utf8(JSON.stringify(vector.args))), vector.answer);
      assert.equal(JSON.stringify(answer(vector.call, vector.args)), vector.answer, 'as a value');
    });
  }
}

for (const [name, { call, answer }] of Object.entries(modules)) {
  test(`${name}: arguments of the wrong form are an error and not a panic`, () => {
    assert.throws(() => call('check', utf8('{"doc_type":"city"}')), /missing field/);
    assert.throws(() => call('check', utf8('{')), /EOF/);
    assert.throws(() => call('no_such_call', utf8('null')), /no call is named/);
    assert.throws(() => answer('check', { doc_type: 'city' }), /missing field/);
    assert.throws(() => answer('check', () => 0), Error);
    assert.throws(() => answer('no_such_call', null), /no call is named/);
  });
}

test('a file of rows is checked in the words of the form', () => {
  const file = utf8('Name,ISO code\nNepal,NP\n,XXX\n');
  const open = sheet.Sheet.open(utf8(JSON.stringify({ doc_type: 'country', saving: 'add' })), file);
  const { issues } = JSON.parse(open.call('check', utf8('{"count":9}')));
  const form = JSON.parse(
    modules.form.call(
      'check',
      utf8(JSON.stringify({ doc_type: 'country', record: { iso2: 'XXX' }, before: null, complete: true })),
    ),
  );
  assert.deepEqual(
    issues.map(({ row, column, ...issue }) => issue),
    form,
  );
  assert.deepEqual(
    issues.map(({ row, column }) => [row, column]),
    [
      [3, 'Name'],
      [3, 'ISO code'],
    ],
  );
});

// Saving a work order with a cutting plan through wasm: decided as the browser decides it, once with the plan and once
// for other work, which has none.
// node wasm/bench/cuts.mjs [folder of the package]
import { readFileSync } from 'node:fs';

const ROUNDS = 100;
const MOST_MS = 50;
const NOW = Date.UTC(2026, 10, 21, 6);
const folder = process.argv[2] ?? '../pkg/decide';

const { call, initSync } = await import(`${folder}/godown_wasm.js`);
initSync({ module: readFileSync(new URL(`${folder}/godown_wasm_bg.wasm`, import.meta.url)) });
const utf8 = new TextEncoder();
const decide = (args) => JSON.parse(call('decide', utf8.encode(JSON.stringify(args))));

const id = (n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [branch, yard, maker] = [id(1), id(2), id(3)];
const parts = (...all) => all.map((part) => `${part}\u001f`).join('');

function doc(type, at, record) {
  const stands = { version: 1, status: 'Active', since: NOW, doc_no: null, branch, yard: null, owner: 'SYS' };
  const made = { created_by: 'SYS', created_at: NOW, updated_by: 'SYS', updated_at: NOW };
  return [parts('1', 'doc', type, at), { id: at, type, ...stands, ...made, record }];
}

/** What decides a work order that cuts pieces of so many lengths out of bars of the given lengths. */
function asked(work, bars, lengths, pcs) {
  const bar = (at) => ({ sku: id(100 + at), batch: id(200 + at) });
  const pairs = Object.fromEntries([
    doc('branch', branch, { code: 'PN', name: 'Pune', state: 'state-27' }),
    doc('yard', yard, { code: 'PUN1', name: 'Pune One', branch, state: 'state-27' }),
    ...bars.flatMap((length_mm, at) => [
      doc('sku', bar(at).sku, { name: `Bar ${length_mm}`, product_group: id(4), length_mm }),
      doc('batch', bar(at).batch, { batch_no: `B-${at}`, sku: bar(at).sku }),
    ]),
  ]);
  const inputs = bars.map((_, at) => ({ batch: bar(at).batch, pcs: 100, weight_g: 2_800_000 }));
  const outputs = Array.from({ length: lengths }, (_, at) => ({
    sku: bar(0).sku,
    pcs,
    length_mm: 611 + Math.floor((3_460 * at) / lengths),
    weight_g: 1_000 * pcs,
  }));
  const record = { entry: 'office', work, yard, inputs, outputs, kerf_mm: 3 };
  const whose = { branch, branches: [branch], reads_branches: [], yards: [], reads_yards: [], departs: [] };
  const may = { show_less_section: false, approval_slab_paise: null, acts_for: null, stands_in: [] };
  return {
    facts: { pairs, whole: true },
    actor: { id: maker, name: 'BM', roles: ['BM'], ...whose, ...may },
    now: NOW,
    command: { command_id: id(9), deed: 'create', doc_type: 'work_order', record },
  };
}

function times(args) {
  const all = Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    decide(args);
    return performance.now() - began;
  });
  all.sort((a, b) => a - b);
  return [50, 99].map((percent) => all[Math.ceil((all.length * percent) / 100) - 1]);
}

const CASES = [
  ['200 pieces of 20 lengths out of bars of two', [12_000, 6_000], 20, 10],
  ['200 pieces of 50 lengths out of bars of twenty', Array.from({ length: 20 }, (_, at) => 18_000 - 500 * at), 50, 4],
];

console.log(`\na work order decided through wasm in Node ${process.version}, ${ROUNDS} times`);
for (const [name, bars, lengths, pcs] of CASES) {
  const args = asked('cut_to_length', bars, lengths, pcs);
  const answer = decide(args);
  const saved = answer.changes?.writes[parts('1', 'doc', 'work_order', id(9))];
  const cut = saved?.record.cuts?.flatMap((row) => Array(row.bars).fill(row.cuts.split(' + ')).flat()).length;
  if (cut !== lengths * pcs) throw new Error(`${cut} pieces are cut: ${JSON.stringify(answer).slice(0, 500)}`);
  const [p50, p99] = times(args);
  const [bare] = times(asked('straighten', bars, lengths, pcs));
  const figures = `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, of ${MOST_MS} ms`;
  console.log(`${name}: ${figures}; without the plan p50 ${bare.toFixed(2)} ms`);
  if (p99 > MOST_MS) process.exitCode = 1;
}

// Batch suggestions for a long order over a large yard's open batches, through wasm.
// node wasm/bench/picks.mjs [folder of the package]
import { readFileSync } from 'node:fs';

const LOTS = 50_000;
const SKUS = 500;
const LINES = 100;
const ROUNDS = 200;
const MOST_MS = 5;
const folder = process.argv[2] ?? '../pkg/decide';

const { Picking, initSync } = await import(`${folder}/godown_wasm.js`);
initSync({ module: readFileSync(new URL(`${folder}/godown_wasm_bg.wasm`, import.meta.url)) });

// As the app asks: arguments and answer are text on the way.
const utf8 = new TextEncoder();
const suggested = (args) => JSON.parse(open.call('suggest', utf8.encode(JSON.stringify(args))));

let open;
const id = (n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const day = (n) => new Date(Date.UTC(2026, 0, 1 + (n % 300))).toISOString().slice(0, 10);
const rows = Array.from({ length: LOTS }, (_, n) => ({
  batch: id(n),
  batch_no: `PUN1${n}`,
  sku: id(1_000_000 + (n % SKUS)),
  inward_date: day(n * 7),
  free_pcs: 1 + ((n * 13) % 40),
  free_g: (1 + ((n * 13) % 40)) * (28_000 + (n % 900)),
}));
const lines = Array.from({ length: LINES }, (_, n) => ({
  sku: id(1_000_000 + ((n * 5) % SKUS)),
  open: 200,
  by_weight: false,
  g_per_pc: 28_347,
}));

const timed = (work) => {
  const began = performance.now();
  work();
  return performance.now() - began;
};

const opened = timed(() => {
  open = Picking.open(utf8.encode(JSON.stringify({ rows })));
});
console.log(`\n${LOTS} open batches of ${SKUS} SKUs read and indexed once in ${opened.toFixed(0)} ms`);
for (const order of ['oldest', 'nearest']) {
  const times = Array.from({ length: ROUNDS }, () => timed(() => suggested({ lines, order })));
  times.sort((a, b) => a - b);
  const at = (percent) => times[Math.ceil((times.length * percent) / 100) - 1];
  console.log(
    `${LINES} lines, ${order} first: p50 ${at(50).toFixed(2)} ms, p99 ${at(99).toFixed(2)} ms, of ${MOST_MS} ms`,
  );
  if (at(50) > MOST_MS) process.exitCode = 1;
}

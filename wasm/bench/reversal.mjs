// The plan of a reversal of 20 loadings, 5 invoices and 10 receipts through wasm, over what `cargo bench --bench
// money` left of a site.
// node wasm/bench/reversal.mjs [folder of the package]
import { readFileSync } from 'node:fs';

const ROUNDS = 200;
const MOST_MS = 30;
const folder = process.argv[2] ?? '../pkg/decide';

const { call, initSync } = await import(`${folder}/godown_wasm.js`);
initSync({ module: readFileSync(new URL(`${folder}/godown_wasm_bg.wasm`, import.meta.url)) });
const args = readFileSync(new URL('../../target/reversal.json', import.meta.url));
const plan = () => JSON.parse(call('reversal', args));

const { effects } = plan();
if (effects?.length !== 36) throw new Error(`${effects?.length} effects are planned`);
const times = Array.from({ length: ROUNDS }, () => {
  const began = performance.now();
  plan();
  return performance.now() - began;
}).sort((a, b) => a - b);
const [p50, p99] = [50, 99].map((percent) => times[Math.ceil((ROUNDS * percent) / 100) - 1].toFixed(2));
console.log(`\nthe plan of a reversal through wasm in Node ${process.version}, ${ROUNDS} times`);
console.log(`20 loadings, 5 invoices, 10 receipts: p50 ${p50} ms, p99 ${p99} ms, of ${MOST_MS} ms`);

// What one keystroke in a long order costs in the browser's core: the native bench's calls through wasm.
import { existsSync, readFileSync } from 'node:fs';

const LINES = 100;
const ROUNDS = 500;
const built = new URL('pkg/form/godown_wasm_bg.wasm', import.meta.url);

function lengthened(args) {
  const longer = structuredClone(args);
  const order = longer.order ?? longer.record;
  const [line] = order.lines;
  const named = (n) => line.sku.slice(0, -4) + String(n).padStart(4, '0');
  order.lines = Array.from({ length: LINES }, (_, n) => ({ ...line, sku: named(n) }));
  const fact = longer.facts?.skus[line.sku];
  if (fact) longer.facts.skus = Object.fromEntries(order.lines.map(({ sku }) => [sku, fact]));
  return longer;
}

function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function row(name, times, answer) {
  times.sort((a, b) => a - b);
  const at = (percent) => times[Math.ceil((times.length * percent) / 100) - 1].toFixed(3).padStart(10);
  console.log(`${name.padEnd(8)} ${at(50)} ${at(99)} ${String(answer.length).padStart(10)}`);
}

if (existsSync(built)) {
  const { call, initSync } = await import('./pkg/form/godown_wasm.js');
  initSync({ module: readFileSync(built) });
  const utf8 = new TextEncoder();
  const asked = (name, args) => JSON.parse(call(name, utf8.encode(JSON.stringify(args))));
  const vectors = JSON.parse(readFileSync(new URL('tests/vectors.json', import.meta.url), 'utf8'));
  console.log(`\nan order with ${LINES} lines, through wasm in Node ${process.version}`);
  console.log(`${'call'.padEnd(8)} ${'p50 ms'.padStart(10)} ${'p99 ms'.padStart(10)} ${'answer B'.padStart(10)}`);
  for (const name of ['check', 'quote']) {
    const args = lengthened(vectors.find((vector) => vector.call === name).args);
    const times = Array.from({ length: ROUNDS }, () => timed(() => asked(name, args)));
    row(name, times, JSON.stringify(asked(name, args)));
  }
} else {
  console.log('\nwasm/pkg is not built: no times through wasm');
}

// What checking a file of 100,000 customers costs in the browser's core, before anything is sent.
const sheet = new URL('pkg/sheet/godown_wasm_bg.wasm', import.meta.url);

if (existsSync(sheet)) {
  const { Sheet, initSync } = await import('./pkg/sheet/godown_wasm.js');
  initSync({ module: readFileSync(sheet) });
  const utf8 = new TextEncoder();
  const rows = Array.from(
    { length: 100_000 },
    (_, n) =>
      `Firm ${n},Dealer,Unregistered,A. Sharma,${9_800_000_000 + n},${n} MG Road,Maharashtra,${411_001 + (n % 60)},CR30`,
  );
  const head =
    'Firm name,Type,GST category,Contact person,Mobile,Billing address: Address line 1,Billing address: State,Billing address: PIN code,Payment terms';
  const file = utf8.encode([head, ...rows].join('\n'));
  const text = (value) => utf8.encode(JSON.stringify(value));
  let wrong = 0;
  const ms = timed(() => {
    const open = Sheet.open(text({ doc_type: 'customer', saving: 'add' }), file);
    open.call('about', text({}));
    open.call('know', text({ state: { Maharashtra: 'x' }, payment_term: { CR30: 'x' } }));
    for (let done = 0; done < rows.length;) {
      const part = JSON.parse(open.call('check', text({ count: 2_000 })));
      done = part.checked;
      wrong += part.issues.length;
    }
  });
  console.log(
    `\n${rows.length} customers of a CSV file of ${(file.length / 1e6).toFixed(1)} MB read and checked in ${(ms / 1000).toFixed(2)} s, ${wrong} issues`,
  );
} else {
  console.log('\nwasm/pkg/sheet is not built: no time for a file');
}

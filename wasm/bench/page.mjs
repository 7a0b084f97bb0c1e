// What runs in the browser: one engine per page, its data taken from the kernel's snapshot, its questions by number.
import { questions } from './arrays.mjs';

const SQL = {
  1: 'select category, sum(qty)::bigint qty, sum(amount)::bigint amount, count(distinct order_id) orders from lines where kind = 0 and status <> 4 group by category',
  2: 'select sku, sum(qty)::bigint qty, sum(amount)::bigint amount from lines where kind = 0 and status <> 4 group by sku',
  3: 'select district, sum(qty)::bigint qty, sum(amount)::bigint amount, count(*) n from lines where kind = 0 and status <> 4 and day between 9587 and 9951 group by district',
  4: 'select day, category, sum(qty)::bigint qty, sum(amount)::bigint amount from lines where kind = 0 and status <> 4 group by day, category',
  5: 'select sku, godown, sum(case when kind = 1 then qty else -qty end)::bigint stock from lines where status <> 4 group by sku, godown',
  6: 'select customer, sum(a)::bigint outstanding from (select customer, amount a from lines where kind = 0 and status <> 4 union all select customer, -amount a from receipts) group by customer order by outstanding desc, customer limit 50',
  7: 'select district, category, sum(qty)::bigint qty, sum(amount)::bigint amount, count(*) n from lines where kind = 0 and district in (2,3,7,8,12,18,19,24) and day between 9221 and 10316 and status in (2,3) group by district, category order by amount desc, district, category',
};

const view = (memory, [at, count, width]) =>
  new { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: BigInt64Array }[width](memory.buffer, at, count);

async function module() {
  const glue = await import('/wasm/pkg/bench/godown_wasm.js');
  const { memory } = await glue.default({ module_or_path: '/wasm/pkg/bench/godown_wasm_bg.wasm' });
  return { glue, memory };
}

const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());

/** The snapshot's columns as typed arrays of the page's own, one per line even where the kernel follows a link. */
async function columns() {
  const { glue, memory } = await module();
  const snapshot = glue.Snapshot.load(await bytes('/trade'));
  const column = (frame, name, base = 0) => {
    const stored = view(memory, glue.stored(snapshot, frame, name));
    return base ? stored.map((value) => value + base) : stored.slice();
  };
  const c = { skus: 200_000, customers: 100_000 };
  const stored = {
    order: 'paper',
    sku: 'sku',
    customer: 'customer',
    day: 'day',
    godown: 'yard',
    kind: 'kind',
    status: 'branch',
  };
  for (const [name, of] of Object.entries(stored)) c[name] = column('line', of);
  c.qty = Int32Array.from(column('line', 'g'));
  c.amount = Int32Array.from(column('line', 'amount'));
  const [category, district] = [column('sku', 'product_group'), column('customer', 'district')];
  c.category = Uint8Array.from(c.sku, (row) => category[row - 1]);
  c.district = Uint8Array.from(c.customer, (row) => district[row - 1]);
  c.payer = column('receipt', 'customer');
  c.paid = Int32Array.from(column('receipt', 'amount'));
  return c;
}

async function kernel(kept) {
  const { glue, memory } = await module();
  const local = await bytes('/trade');
  const start = performance.now();
  const snapshot = glue.Snapshot.load(local);
  const loaded = performance.now();
  const held = memory.buffer.byteLength;
  if (kept) glue.keep(snapshot);
  const ready = performance.now();
  const ask = (question) => {
    const answer = glue.ask(snapshot, question);
    const told = JSON.parse(answer.columns()).map((name) => view(memory, answer.place(name)));
    return { told, done: () => answer.free() };
  };
  const delta = await bytes('/delta');
  const change = () => {
    const begun = performance.now();
    snapshot.apply(delta);
    const applied = performance.now();
    const { done } = ask(1);
    const refreshed = performance.now();
    done();
    return { apply: applied - begun, refresh: refreshed - applied };
  };
  return { ask, change, load: loaded - start, keep: ready - loaded, held, memory: () => memory.buffer.byteLength };
}

async function arrays() {
  const c = await columns();
  return { ask: (question) => ({ told: questions[question](c), done() {} }) };
}

async function duckdb() {
  const [duck, arrow] = await Promise.all([import('@duckdb/duckdb-wasm'), import('apache-arrow')]);
  const dist = '/peers/@duckdb/duckdb-wasm/dist';
  const db = new duck.AsyncDuckDB(new duck.VoidLogger(), new Worker(`${dist}/duckdb-browser-eh.worker.js`));
  await db.instantiate(new URL(`${dist}/duckdb-eh.wasm`, location.href).href);
  const connection = await db.connect();
  const { skus, customers, order, payer, paid, ...lines } = await columns();
  const put = (name, data) => connection.insertArrowTable(arrow.tableFromArrays(data), { name });
  const start = performance.now();
  await put('lines', { order_id: order, ...lines });
  await put('receipts', { customer: payer, amount: paid });
  const load = performance.now() - start;
  const ask = async (question) => {
    const table = await connection.query(SQL[question]);
    return { told: table.schema.fields.map((_, at) => table.getChildAt(at).toArray()), done() {} };
  };
  return { ask, load };
}

/** One number for an answer: every cell of every row, and the rows' order where the question gives one. */
function sign(told, ordered) {
  const rows = told[0].length;
  const mix = (hash, part) => Math.imul((hash ^ part) >>> 0, 0x9e3779b1) ^ (hash >>> 15);
  let [low, high] = [rows, 0];
  for (let row = 0; row < rows; row++) {
    let [a, b] = ordered ? [row + 1, row + 2] : [1, 2];
    for (const column of told) {
      const value = Number(column[row]);
      const [top, rest] = [Math.floor(value / 2 ** 32), (value % 2 ** 32) | 0];
      a = mix(mix(a, rest), top);
      b = mix(mix(b, top + 7), rest);
    }
    low = (low + a) | 0;
    high = (high + Math.imul(b, 31)) | 0;
  }
  return `${rows} ${low} ${high}`;
}

let engine;

globalThis.bench = {
  async open(name) {
    engine = await { kernel: () => kernel(true), rows: () => kernel(false), arrays, duckdb }[name]();
    return { load: engine.load, keep: engine.keep, held: engine.held };
  },
  async run(question, times) {
    const start = performance.now();
    for (let i = 0; i < times; i++) {
      const { told, done } = await engine.ask(question);
      if (told[0].length === undefined) throw new Error('no answer');
      done();
    }
    return performance.now() - start;
  },
  async check(question) {
    const { told, done } = await engine.ask(question);
    const signed = sign(told, question >= 6);
    done();
    return signed;
  },
  change: () => engine.change(),
  memory: () => engine.memory(),
};
document.title = 'ready';

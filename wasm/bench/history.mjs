// Trade of TPC-H's shape on the whole way: files of an earlier system, brought in by the binary, served as frames, asked
// the seven questions through the kernel in wasm, and every cell of every answer compared with SQLite over the same rows.
// node wasm/bench/history.mjs <godown> <lines>
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as kernel from '../pkg/bench/godown_wasm.js';
import { branch, category, district, files, godown, trade } from './trade.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sql = createRequire(join(root, 'web', 'package.json'))('sql.js');
const [binary, lines] = [process.argv[2], Number(process.argv[3])];

const SELLS = 'from lines where kind = 0 and status <> 4';
const QUESTIONS = {
  1: `select category, sum(qty) g, sum(amount) amount, count(distinct order_id) orders ${SELLS} group by category`,
  2: `select sku, sum(qty) g, sum(amount) amount ${SELLS} group by sku`,
  3: `select district, sum(qty) g, sum(amount) amount, count(*) n ${SELLS} and day between 9587 and 9951 group by district`,
  4: `select day, category, sum(qty) g, sum(amount) amount ${SELLS} group by day, category`,
  5: 'select sku, godown, sum(case when kind = 1 then qty else -qty end) stock from lines where status <> 4 group by sku, godown',
  6: `select customer, sum(a) outstanding from (select customer, amount a ${SELLS} union all select customer, -amount a from receipts) group by customer order by outstanding desc, customer limit 50`,
  7: 'select district, category, sum(qty) g, sum(amount) amount, count(*) n from lines where kind = 0 and district in (2,3,7,8,12,18,19,24) and day between 9221 and 10316 and status in (2,3) group by district, category order by amount desc, district, category',
};
/** What the kernel's keys are called in SQL, the frame that holds their names, and how SQL's number is named there. */
const KEYS = {
  'sku.product_group': ['category', 'product_group', category],
  'customer.district': ['district', 'district', district],
  customer: ['customer', 'customer', (name) => name],
  sku: ['sku', 'sku', (name) => name],
  yard: ['godown', 'yard', godown],
};

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

function run(args, env) {
  const done = spawnSync(binary, args, { env: { ...process.env, ...env }, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`godown ${args.join(' ')}: ${done.stdout}${done.stderr}`);
  return done.stdout;
}

/** The same rows in SQLite, from where they were made and not from the files. */
async function database() {
  const db = new (await sql()).Database();
  db.run(
    'create table lines (order_id, kind int, status int, day int, customer, district int, sku, category int, godown int, qty int, amount int); create table receipts (customer, amount int); begin',
  );
  const line = db.prepare('insert into lines values (?,?,?,?,?,?,?,?,?,?,?)');
  const receipt = db.prepare('insert into receipts values (?,?)');
  trade(lines, {
    line: (one) =>
      line.run([
        one.order,
        one.kind,
        one.status,
        one.day,
        one.customer,
        one.district,
        one.sku,
        one.category,
        one.godown,
        one.qty,
        one.amount,
      ]),
    receipt: (one) => receipt.run([one.customer, one.amount]),
  });
  db.run('commit');
  return db;
}

/** The frames as the server sends them to an administrator. */
async function frames(env) {
  const server = spawn(binary, ['serve'], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => server.on('exit', resolve));
  try {
    const said = { address: '', password: '' };
    for await (const line of createInterface({ input: server.stdout })) {
      said.address ||= /serves (http:\S+)/.exec(line)?.[1] ?? '';
      said.password ||= /password (\S+)/.exec(line)?.[1] ?? '';
      if (said.address && said.password) break;
    }
    const send = async (path, headers, body) => {
      const answer = await fetch(`${said.address}${path}`, { method: body ? 'POST' : 'GET', headers, body });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer;
    };
    const form = new URLSearchParams({ emailId: 'ADMIN', password: said.password });
    const { accesstoken } = await (await send('/api/login/signIn', {}, form)).json();
    const bearer = { authorization: `Bearer ${accesstoken}` };
    const password = JSON.stringify({ old: said.password, new: 'nine quiet lorries' });
    await send('/api/session/password', { ...bearer, 'content-type': 'application/json' }, password);
    const begun = performance.now();
    const answer = await send('/api/frames', { ...bearer, 'accept-encoding': 'identity' });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const whole = seconds(begun);
    const packed = await send('/api/frames', { ...bearer, 'accept-encoding': 'br' });
    const wire = Number(packed.headers.get('content-length') ?? 0);
    await packed.arrayBuffer();
    return { bytes, whole, wire };
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

const cells = (rows) => rows.map((row) => row.join('|'));

/** An answer of the kernel as rows of SQL's columns, by the names that links lead to. */
function told(snapshot, question, names) {
  const answer = kernel.ask(snapshot, question);
  const columns = JSON.parse(answer.columns());
  const rows = [];
  for (let from = 0; from < answer.rows(); from += 10_000) rows.push(...JSON.parse(answer.page(from, 10_000)));
  answer.free();
  const named = (column) => (KEYS[column] ? (value) => names[KEYS[column][1]][value - 1] : (value) => value);
  const reads = columns.map(named);
  return cells(rows.map((row) => row.map((value, at) => reads[at](value))));
}

/** The same of SQLite. */
function asked(db, question) {
  const [{ columns, values }] = db.exec(QUESTIONS[question]);
  const naming = Object.values(KEYS);
  const reads = columns.map((column) => naming.find(([name]) => name === column)?.[2] ?? ((value) => value));
  return cells(values.map((row) => row.map((value, at) => reads[at](value))));
}

function compare(snapshot, db) {
  const frame = ['product_group', 'district', 'customer', 'sku', 'yard'];
  const names = Object.fromEntries(frame.map((name) => [name, JSON.parse(kernel.names(snapshot, name))]));
  return Object.keys(QUESTIONS).map((question) => {
    const [ours, theirs] = [told(snapshot, Number(question), names), asked(db, question)];
    // The last two are in an order; the others are sets.
    if (question < 6) [ours, theirs].forEach((rows) => rows.sort());
    const at = ours.findIndex((row, i) => row !== theirs[i]);
    if (at >= 0 || ours.length !== theirs.length) {
      throw new Error(
        `Q${question}: ${ours.length} rows here, ${theirs.length} in SQLite; first ${ours[at]} and ${theirs[at]}`,
      );
    }
    return `Q${question} ${ours.length}`;
  });
}

kernel.initSync({ module: readFileSync(new URL('../pkg/bench/godown_wasm_bg.wasm', import.meta.url)) });
const folder = mkdtempSync(join(tmpdir(), 'godown-history-'));
try {
  const env = { GODOWN_DATA: join(folder, 'data'), GODOWN_ADDR: '127.0.0.1:0', GODOWN_LOG: 'warn' };
  const paths = files(folder, lines);
  const begun = performance.now();
  console.log(
    run(['import', '--history', ...paths], env)
      .trimEnd()
      .replaceAll(`${folder}/`, ''),
  );
  console.log(`brought in in ${seconds(begun)}`);
  const { bytes, whole, wire } = await frames(env);
  console.log(
    `frames made, cut and sent in ${whole}: ${(bytes.length / 1e6).toFixed(1)} MB, ${(wire / 1e6).toFixed(2)} MB on the wire`,
  );
  const start = performance.now();
  const snapshot = kernel.Snapshot.load(bytes);
  console.log(`loaded in ${(performance.now() - start).toFixed(0)} ms`);
  const db = await database();
  console.log(`rows equal to SQLite's, cell by cell: ${compare(snapshot, db).join(', ')}`);
  kernel.keep(snapshot);
  console.log(`and from kept summaries: ${compare(snapshot, db).join(', ')}`);
  console.log(run(['verify'], env).trimEnd());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

// Seven typical reports over 100 thousand, 1 and 5 million order lines in headless Chromium: the kernel, the same over
// rows alone, hand-written typed arrays, and DuckDB-wasm, by CPU time of the page's process, answers checked equal.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { loadavg } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../..', import.meta.url));
const peers = join(resolve(root, process.env.CARGO_TARGET_DIR ?? 'target'), 'bench-peers');
const { chromium } = createRequire(join(root, 'web', 'package.json'))('@playwright/test');
const sizes = process.argv.slice(2).map(Number).filter(Boolean);
const ENGINES = { kernel: 'kernel', rows: 'kernel, rows only', arrays: 'typed arrays', duckdb: 'DuckDB-wasm' };
const QUESTIONS = [1, 2, 3, 4, 5, 6, 7];
const BATCHES = 5;
const CHROMIUM = {
  executablePath: process.env.GODOWN_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
};

function installPeers() {
  if (existsSync(join(peers, 'node_modules', 'apache-arrow'))) return;
  mkdirSync(peers, { recursive: true });
  const done = spawnSync(
    'npm',
    ['install', '--prefix', peers, '--no-save', '--no-audit', '--no-fund', '@duckdb/duckdb-wasm@1.32.0'],
    { stdio: 'inherit' },
  );
  if (done.status !== 0) throw new Error('DuckDB-wasm could not be installed.');
}

const PAGE = `<!doctype html><title>loading</title><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify(
  {
    imports: {
      '@duckdb/duckdb-wasm': '/peers/@duckdb/duckdb-wasm/dist/duckdb-browser.mjs',
      'apache-arrow': '/peers/apache-arrow/Arrow.dom.mjs',
      flatbuffers: '/peers/flatbuffers/mjs/flatbuffers.js',
      tslib: '/peers/tslib/tslib.es6.mjs',
    },
  },
)}</script><script type="module" src="/wasm/bench/page.mjs"></script>`;
const TYPES = { '.mjs': 'text/javascript', '.js': 'text/javascript', '.wasm': 'application/wasm' };

function serve(made) {
  return createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const send = (type, body) => response.writeHead(200, { 'content-type': type }).end(body);
    if (path === '/') return send('text/html', PAGE);
    if (path === '/trade') return send('application/octet-stream', made.bytes);
    if (path === '/delta') return send('application/octet-stream', made.delta);
    const file = path.startsWith('/peers/') ? join(peers, 'node_modules', path.slice(7)) : join(root, path);
    if (!existsSync(file)) return response.writeHead(404).end();
    return send(TYPES[extname(file)] ?? 'application/octet-stream', readFileSync(file));
  });
}

/** CPU nanoseconds of all threads of the browser's pages. */
async function cpu(system) {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  let all = 0;
  for (const { id } of processInfo.filter(({ type }) => type === 'renderer')) {
    for (const task of readdirSync(`/proc/${id}/task`)) {
      try {
        all += Number(readFileSync(`/proc/${id}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
      } catch {
        // The thread has ended.
      }
    }
  }
  return all;
}

/** Each engine in a browser of its own, so that one process is the page's. */
async function measure(url, name) {
  const browser = await chromium.launch(CHROMIUM);
  try {
    return await measured(browser, url, name);
  } finally {
    await browser.close();
  }
}

async function measured(browser, url, name) {
  const page = await browser.newPage();
  const system = await browser.newBrowserCDPSession();
  await page.goto(url);
  await page.waitForFunction(() => document.title === 'ready');
  const opened = await page.evaluate((engine) => globalThis.bench.open(engine), name);
  const result = { ...opened, cpu: {}, wall: {}, signed: {} };
  for (const question of QUESTIONS) {
    const run = (times) => page.evaluate(([q, n]) => globalThis.bench.run(q, n), [question, times]);
    const warm = await run(3);
    const times = Math.max(1, Math.min(20, Math.round(300 / warm)));
    await run(times);
    const batches = [];
    for (let batch = 0; batch < BATCHES; batch++) {
      const before = await cpu(system);
      const wall = (await run(times)) / times;
      batches.push({ cpu: ((await cpu(system)) - before) / 1e6 / times, wall });
    }
    const median = (of) => batches.map((batch) => batch[of]).sort((a, b) => a - b)[BATCHES >> 1];
    [result.cpu[question], result.wall[question]] = [median('cpu'), median('wall')];
    result.signed[question] = await page.evaluate((q) => globalThis.bench.check(q), question);
  }
  if (name === 'kernel') {
    result.memory = await page.evaluate(() => globalThis.bench.memory());
    result.change = await page.evaluate(() => globalThis.bench.change());
  }
  return result;
}

const sum = (numbers) => Object.values(numbers).reduce((all, one) => all + one, 0);
const cell = (number, digits = 1) => number.toFixed(digits).padStart(8);

function print(lines, made, results) {
  console.log(
    `\n${lines.toLocaleString('en-IN')} order lines, CPU ms by question; load average ${loadavg()[0].toFixed(1)}`,
  );
  console.log(`${''.padEnd(18)}${QUESTIONS.map((q) => `Q${q}`.padStart(8)).join('')}     sum    wall   ratio`);
  for (const [name, label] of Object.entries(ENGINES)) {
    const { cpu: spent, wall } = results[name];
    const ratio = sum(spent) / sum(results.kernel.cpu);
    console.log(
      `${label.padEnd(18)}${QUESTIONS.map((q) => cell(spent[q], 2)).join('')}${cell(sum(spent))}${cell(sum(wall))}${cell(ratio)}`,
    );
  }
  const { load, held, keep, memory, change } = results.kernel;
  const raw = (made.bytes.length / 1e6).toFixed(1);
  console.log(
    `snapshot ${raw} MB; gzip ${(gzipSync(made.bytes, { level: 6 }).length / 1e6).toFixed(2)} MB, brotli 5 ${(
      brotliCompressSync(made.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length / 1e6
    ).toFixed(2)} MB`,
  );
  console.log(
    `load ${load.toFixed(0)} ms (wall), wasm memory then ${(held / 1e6).toFixed(0)} MB; summaries ${keep.toFixed(0)} ms, and with all seven ${(memory / 1e6).toFixed(0)} MB`,
  );
  console.log(
    `delta of 100 orders: applied in ${change.apply.toFixed(1)} ms, Q1 again in ${change.refresh.toFixed(1)} ms (wall)`,
  );
  for (const q of QUESTIONS) {
    const different = Object.keys(ENGINES).filter((name) => results[name].signed[q] !== results.duckdb.signed[q]);
    if (different.length)
      throw new Error(
        `Q${q}: ${different.join(', ')} differ from DuckDB: ${JSON.stringify(Object.keys(ENGINES).map((name) => results[name].signed[q]))}`,
      );
  }
  console.log(
    `answers equal: ${QUESTIONS.map((q) => `Q${q} ${results.kernel.signed[q].split(' ')[0]} rows`).join(', ')}`,
  );
  return sum(results.kernel.cpu);
}

installPeers();
const glue = await import('../pkg/bench/godown_wasm.js');
glue.initSync({ module: readFileSync(new URL('../pkg/bench/godown_wasm_bg.wasm', import.meta.url)) });
const sums = [];
for (const lines of sizes.length ? sizes : [100_000, 1_000_000, 5_000_000]) {
  const made = { bytes: Buffer.from(glue.trade(lines)), delta: Buffer.from(glue.trade_delta(lines, 100)) };
  const server = serve(made);
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const results = {};
  for (const name of Object.keys(ENGINES))
    results[name] = await measure(`http://127.0.0.1:${server.address().port}/`, name);
  server.closeAllConnections();
  server.close();
  sums.push(print(lines, made, results));
}
if (sums.length > 1)
  console.log(
    `\ngrowth of the kernel's sum, last size to the one before: ${(sums.at(-1) / sums.at(-2)).toFixed(1)} times`,
  );

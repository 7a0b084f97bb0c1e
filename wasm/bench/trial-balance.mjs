// A trial balance of a million postings in headless Chromium, by the module that the page loads, over the frames that
// `cargo bench --bench money` left.
// node wasm/bench/trial-balance.mjs [folder of the package]
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROUNDS = 20;
const MOST_MS = 50;
const TODAY = '2026-11-20';
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.argv[2] ?? 'wasm/pkg/report';
const frames = join(resolve(root, process.env.CARGO_TARGET_DIR ?? 'target'), 'books.frames');
const { chromium } = createRequire(join(root, 'web', 'package.json'))('@playwright/test');
const FILES = {
  '/module.js': ['text/javascript', join(root, folder, 'godown_wasm.js')],
  '/module.wasm': ['application/wasm', join(root, folder, 'godown_wasm_bg.wasm')],
  '/frames': ['application/octet-stream', frames],
};

const server = createServer(({ url }, response) => {
  if (url === '/')
    return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>books</title>');
  if (!(url in FILES)) return response.writeHead(404).end();
  const [type, path] = FILES[url];
  return response.writeHead(200, { 'content-type': type }).end(readFileSync(path));
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const browser = await chromium.launch({
  executablePath: process.env.GODOWN_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const { loaded, times, lines } = await page.evaluate(
    async ([rounds, today]) => {
      const glue = await import('/module.js');
      await glue.default({ module_or_path: '/module.wasm' });
      const bytes = new Uint8Array(await (await fetch('/frames')).arrayBuffer());
      const begun = performance.now();
      const snapshot = glue.Snapshot.load(bytes);
      const loaded = performance.now() - begun;
      let lines = 0;
      const times = [];
      for (let round = 0; round < rounds; round++) {
        // Another period each time, so that nothing is answered from what was worked out before.
        const day = new Date(Date.UTC(2025, 9, 16 - round)).toISOString().slice(0, 10);
        const asked = JSON.stringify({ from: day, to: today });
        const start = performance.now();
        const told = snapshot.report(false, 'trial_balance', asked, today, 100);
        times.push(performance.now() - start);
        lines = JSON.parse(told).lines;
      }
      return { loaded, times, lines };
    },
    [ROUNDS, TODAY],
  );
  const sorted = times.toSorted((a, b) => a - b);
  const at = (percent) => sorted[Math.ceil((ROUNDS * percent) / 100) - 1].toFixed(1);
  console.log(
    `\na trial balance of 1 million postings in Chromium, ${ROUNDS} periods; load average ${loadavg()[0].toFixed(1)}`,
  );
  console.log(
    `${lines} lines; first ${times[0].toFixed(1)} ms, p50 ${at(50)}, p99 ${at(99)}, of ${MOST_MS} ms; loaded once in ${loaded.toFixed(0)} ms`,
  );
} finally {
  await browser.close();
  server.close();
}

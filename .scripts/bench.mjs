// Prints the tables of the benches, then what a browser has to load.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { main, root, run, server, web } from './lib.mjs';
import { SHIPPED, buildApp, buildReportBench, buildServer } from './parts.mjs';
import { setUpBrowser } from './setup.mjs';

function sizes() {
  const assets = join(web, 'dist', 'assets');
  const first = readFileSync(join(web, 'dist', 'index.html'), 'utf8');
  const rows = [
    ...['form', 'decide', 'sheet', 'print', 'folder', 'report', 'report-scalar'].map((name) => {
      const file = `wasm/pkg/${name}/godown_wasm_bg.wasm`;
      return [file, gzip(join(root, file)), ''];
    }),
    ...readdirSync(assets)
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => [
        `web/dist/assets/${name}`,
        gzip(join(assets, name)),
        first.includes(name) ? 'named by index.html' : '',
      ]),
  ];
  console.log('\nBytes after gzip');
  for (const [name, bytes, note] of rows.sort((a, b) => b[1] - a[1])) {
    console.log(`${String(bytes).padStart(10)}  ${name}${note ? `   ${note}` : ''}`);
  }
}

function gzip(path) {
  return gzipSync(readFileSync(path), { level: 9 }).length;
}

/** `npm run bench -- masters`: a file of customers in the app, and their list under the wheel. */
async function masters() {
  process.env.GODOWN_CHROMIUM = await setUpBrowser();
  await buildApp(SHIPPED);
  buildServer();
  run('node', [join(web, 'bench', 'masters.mjs'), server]);
}

/** `npm run bench -- bulk`: one step over a thousand ticked rows of a list. */
async function bulk() {
  process.env.GODOWN_CHROMIUM = await setUpBrowser();
  await buildApp(SHIPPED);
  buildServer();
  run('node', [join(web, 'bench', 'bulk.mjs'), server]);
}

/**
 * `npm run bench -- reports [lines ...]`: only the reports, beside their peers; and the same trade as files of an
 * earlier system through import, server and kernel, compared with SQLite.
 */
async function reports(lines) {
  process.env.GODOWN_CHROMIUM = await setUpBrowser();
  await buildReportBench(SHIPPED);
  buildServer();
  run('node', [join(root, 'wasm', 'bench', 'reports.mjs'), ...lines]);
  run('node', [join(root, 'wasm', 'bench', 'history.mjs'), server, '1000000']);
}

/**
 * `npm run bench -- pages [lines] [directory]`: every report in the app, over a site of an earlier system's rows, which
 * is kept in the directory for the next time.
 */
async function pages(rest) {
  process.env.GODOWN_CHROMIUM = await setUpBrowser();
  await buildApp(SHIPPED);
  buildServer();
  run('node', [join(web, 'bench', 'reports.mjs'), server, ...rest]);
}

/**
 * `npm run bench -- scan [rounds]`: batch suggestions in a large yard, cutting plans, a label from the scanner to its
 * line, and a counting sheet of ten thousand batches that scrolls.
 */
async function scan(rest) {
  process.env.GODOWN_CHROMIUM = await setUpBrowser();
  await buildApp(SHIPPED);
  buildServer();
  run('node', [join(root, 'wasm', 'bench', 'picks.mjs')]);
  run('node', [join(root, 'wasm', 'bench', 'cuts.mjs')]);
  run('node', [join(web, 'bench', 'scan.mjs'), server, ...rest]);
  run('node', [join(web, 'bench', 'sheet.mjs'), server]);
}

/** `npm run bench -- slow [rounds]`: the app on a slow network and a slow processor. */
async function slow(rest) {
  process.env.GODOWN_CHROMIUM = await setUpBrowser();
  await buildApp(SHIPPED);
  buildServer();
  run('node', [join(web, 'bench', 'slow.mjs'), server, ...rest]);
}

/** `npm run bench -- paper [rounds]`: an invoice as a PDF, by the server and by the browser. */
async function paper(rest) {
  process.env.GODOWN_CHROMIUM = await setUpBrowser();
  await buildApp(SHIPPED);
  buildServer();
  run('node', [join(web, 'bench', 'paper.mjs'), server, ...rest]);
}

/** `npm run bench -- desk`: a thousand cards under the pointer, a theme, and what each page of the desk loads. */
async function desk(rest) {
  process.env.GODOWN_CHROMIUM = await setUpBrowser();
  await buildApp(SHIPPED);
  buildServer();
  run('node', [join(web, 'bench', 'desk.mjs'), server, ...rest]);
}

/**
 * `npm run bench -- stores [commands] [rounds]`: the store beside two whose index rests on another database, in a crate
 * of its own that the product does not know.
 */
function stores(numbers) {
  const cwd = join(root, 'server', 'benches', 'stores');
  run('cargo', ['run', '--release', '--locked', '--', ...numbers], { cwd });
}

/**
 * `npm run bench -- attacks [binary] [words of an attack's name ...]`: what an honest person feels beside each
 * attack, at the shipped binary or another one.
 */
async function attacks([first, ...words]) {
  await buildApp(SHIPPED);
  const asked = first && existsSync(first) ? [resolve(first), ...words] : [first, ...words].filter(Boolean);
  run('cargo', ['bench', '--locked', '--bench', 'attacks', '--', ...asked]);
}

await main(async () => {
  const [only, ...lines] = process.argv.slice(2);
  if (only === 'stores') return stores(lines);
  if (only === 'reports') return reports(lines);
  if (only === 'masters') return masters();
  if (only === 'bulk') return bulk();
  if (only === 'pages') return pages(lines);
  if (only === 'scan') return scan(lines);
  if (only === 'slow') return slow(lines);
  if (only === 'paper') return paper(lines);
  if (only === 'desk') return desk(lines);
  if (only === 'attacks') return attacks(lines);
  process.env.GODOWN_CHROMIUM = await setUpBrowser();
  await buildApp(SHIPPED);
  buildServer();
  run('cargo', ['bench', '--locked', '--bench', '*']);
  run('node', [join(root, 'wasm', 'bench.mjs')]);
  run('node', [join(root, 'wasm', 'bench', 'picks.mjs')]);
  run('node', [join(root, 'wasm', 'bench', 'cuts.mjs')]);
  run('node', [join(root, 'wasm', 'bench', 'reversal.mjs')]);
  run('node', [join(root, 'wasm', 'bench', 'trial-balance.mjs')]);
  run('node', [join(web, 'bench', 'masters.mjs'), server]);
  run('node', [join(web, 'bench', 'bulk.mjs'), server]);
  run('node', [join(web, 'bench', 'paper.mjs'), server]);
  sizes();
  run('node', [join(web, 'bench', 'desk.mjs'), server]);
});

// Brings a machine that has rustup, Node and (for missing Debian packages) apt to where Godown builds and tests.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, atLeast, digest, output, root, run, runQuietly, together, web, which } from './lib.mjs';

const WASM_PACK = '0.15.1';
export const WASM_TARGET = 'wasm32-unknown-unknown';

/** The tools run for seconds: their own builds are not worth the optimiser's minutes. */
const QUICKLY = { CARGO_PROFILE_RELEASE_OPT_LEVEL: '1', CARGO_PROFILE_RELEASE_LTO: 'off' };

/** What building needs. A tool is built, and beside it the web's packages come. */
export async function setUp() {
  checkNode();
  linker();
  rust([WASM_TARGET], []);
  const bindgen = () => cargoTool('wasm-bindgen', 'wasm-bindgen-cli', lockedVersion('wasm-bindgen'), []);
  await together([bindgen, webPackages]);
}

/** What packing the modules as they are shipped needs beyond that. */
export function setUpPacker() {
  return cargoTool('wasm-pack', 'wasm-pack', WASM_PACK, ['--locked']);
}

/** What looking at the code needs beyond that. */
export async function setUpLint() {
  await setUp();
  rust([], ['clippy', 'rustfmt']);
}

/** What tests in a browser need beyond that; answers where it is. */
export async function setUpBrowser() {
  await setUp();
  pdfReader();
  return chromium();
}

function checkNode() {
  const { node } = JSON.parse(read('package.json')).engines;
  const fits = node.split('||').some((range) => {
    const [, caret, wanted] = /^(?:(\^)|>=)(.+)$/.exec(range.trim());
    const majors = [process.versions.node, wanted].map((version) => version.split('.')[0]);
    return atLeast(process.versions.node, wanted) && (!caret || majors[0] === majors[1]);
  });
  if (!fits) throw new Failure(`Node ${node} is needed; this is ${process.versions.node}. See https://nodejs.org.`);
}

function linker() {
  if (!which('cc')) aptInstall('A C linker', () => ['gcc', 'libc6-dev']);
}

function rust(targets, components) {
  if (!which('rustup') || !which('cargo')) {
    throw new Failure('Rust by rustup is needed. See https://rustup.rs, then run this again.');
  }
  // Only where there is none: the same command would bring an existing toolchain up to date.
  if (!output('rustup', ['toolchain', 'list'])?.includes('stable')) {
    run('rustup', ['toolchain', 'install', 'stable', '--profile', 'minimal']);
  }
  const version = output('rustc', ['--version'])?.split(' ')[1];
  if (!version) throw new Failure('rustc is there but does not run. See: rustc --version');
  const wanted = /^rust-version = "(.+)"/m.exec(read('Cargo.toml'))[1];
  if (!atLeast(version, wanted)) {
    throw new Failure(`Rust ${wanted} or newer is needed; this is ${version}. Run: rustup update stable`);
  }
  addMissing('target', targets);
  addMissing('component', components);
}

function addMissing(kind, wanted) {
  const installed = wanted.length ? (output('rustup', [kind, 'list', '--installed'])?.split('\n') ?? []) : [];
  const missing = wanted.filter((name) => !installed.some((line) => line.startsWith(name)));
  if (missing.length) run('rustup', [kind, 'add', ...missing]);
}

/**
 * wasm-pack needs wasm-bindgen of exactly the crate's version on PATH, else it builds its own at every new checkout.
 */
async function cargoTool(command, crate, version, flags) {
  if (output(command, ['--version'])?.split(' ')[1] === version) return;
  console.log(`${command} ${version} is not on PATH: building it, once on this machine (a minute or two).`);
  await runQuietly('cargo', ['install', crate, '--version', version, ...flags], { env: QUICKLY });
  if (output(command, ['--version'])?.split(' ')[1] !== version) {
    throw new Failure(
      `Another ${command} (${which(command)}) stands before the one in Cargo's folder: take it off PATH.`,
    );
  }
}

function lockedVersion(crate) {
  const found = new RegExp(`^name = "${crate}"\nversion = "(.+)"`, 'm').exec(read('Cargo.lock'));
  if (!found) throw new Failure(`Cargo.lock does not name ${crate}.`);
  return found[1];
}

async function webPackages() {
  const stamp = join(web, 'node_modules', '.godown-installed');
  const now = digest(['web/package.json', 'web/package-lock.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  // Not `npm ci`: it refuses a lock whose registry holds an optional package for this platform only.
  await runQuietly('npm', ['install', '--no-save', '--no-audit', '--no-fund'], {
    cwd: web,
    env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  });
  writeFileSync(stamp, now);
}

/** Draws a PDF by other code than made it. */
function pdfReader() {
  if (!which('pdftoppm')) aptInstall('A reader of PDFs, for the end-to-end tests,', () => ['poppler-utils']);
}

/** The browser without its own windows, which take two fifths of its time; where there is none, the whole one. */
const SHELL = 'chromium-headless-shell';

function chromium() {
  const find = () => which(SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome');
  if (!find()) aptInstall('Chromium, for the end-to-end tests,', () => [aptKnows(SHELL) ? SHELL : 'chromium']);
  return find();
}

const aptKnows = (name) => !!output('apt-cache', ['show', '--no-all-versions', name]);

function aptInstall(what, packages) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const may = which('apt-get') && (!asRoot.length || output('sudo', ['-n', 'true']) !== null);
  if (!may)
    throw new Failure(
      `${what} is missing. Install it (Debian: apt-get install ${packages().join(' ')}), then run this again.`,
    );
  const [command, ...before] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  run(command, [...before, 'update']);
  run(command, [...before, 'install', '-y', ...packages()]);
}

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

// What the scripts share: where things are, how a command runs, when a step may be left out, how a failure reads.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const web = join(root, 'web');
export const target = resolve(root, process.env.CARGO_TARGET_DIR ?? 'target');
/** The shipped binary, and the one that tests, `npm start` and `npm run dev` build. */
export const server = join(target, 'release', 'godown');
export const debugServer = join(target, 'debug', 'godown');

// wasm-pack finds wasm-opt only on PATH; a shell opened before rustup was installed lacks Cargo's folder.
const cargoBin = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'bin');
process.env.PATH = [join(web, 'node_modules', '.bin'), process.env.PATH, cargoBin].join(delimiter);

// rustup adds what is missing only by a command that the set-up runs and shows, never behind a call of cargo.
process.env.RUSTUP_AUTO_INSTALL = '0';

/** A failure that its message explains: no stack is printed. */
export class Failure extends Error {}

/** Runs a script's body and ends the process with the code that the outcome deserves. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Failure ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** The first of the names that is a program on PATH, as a full path. */
export function which(...names) {
  for (const name of names) {
    for (const folder of process.env.PATH.split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        if (statSync(path).isFile()) return path;
      } catch {
        // Not in this folder: the next may have it.
      }
    }
  }
  return null;
}

/** Runs a command in sight of the person, without stdin, so that nothing can wait for an answer. */
export function run(command, args, { cwd = root, env = {} } = {}) {
  console.log(shown(command, args, cwd));
  const done = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (done.error) throw new Failure(`${command} could not be started: ${done.error.message}`);
  if (done.status !== 0)
    throw new Failure(`${command} ${args[0] ?? ''} failed (${done.signal ?? `exit code ${done.status}`}).`);
}

/** Does the work side by side; waits for what has begun even where one fails. */
export async function together(work, most = availableParallelism()) {
  const rest = [...work];
  const lane = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) await next();
  };
  const lanes = Array.from({ length: Math.min(most, work.length) }, lane);
  const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/** Runs a command beside others: what it said is shown when it ended. */
export function runQuietly(command, args, { cwd = root, env = {} } = {}) {
  return new Promise((done, failed) => {
    const said = [];
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part));
    child.on('error', (error) => failed(new Failure(`${command} could not be started: ${error.message}`)));
    child.on('close', (code, signal) => {
      console.log(`${shown(command, args, cwd)}\n${Buffer.concat(said)}`);
      if (code === 0) done();
      else failed(new Failure(`${command} ${args[0] ?? ''} failed (${signal ?? `exit code ${code}`}).`));
    });
  });
}

function shown(command, args, cwd) {
  return `$ ${[command, ...args].join(' ')}${cwd === root ? '' : `   (in ${relative(root, cwd)})`}`;
}

/** What a command prints, or null when it is missing or fails. */
export function output(command, args) {
  const done = spawnSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return done.status === 0 ? done.stdout.trim() : null;
}

/** True when version a (`1.95.0`) is at least version b (`1.90`). */
export function atLeast(a, b) {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (const [i, part] of right.entries()) {
    if ((left[i] ?? 0) !== part) return (left[i] ?? 0) > part;
  }
  return true;
}

export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** Does the work unless its inputs' contents are those of the last time and its result still stands. */
export async function step(name, { inputs, result, work }) {
  const now = digest(inputs);
  const stamp = join(target, 'stamps', name);
  if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) {
    console.log(`${name}: up to date`);
    return;
  }
  const start = Date.now();
  console.log(`\n${name}: building`);
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
  console.log(`${name}: built in ${seconds(start)}`);
}

const built = new Set(['node_modules', 'dist', 'e2e', 'test-results', 'playwright-report', '.vite']);

/** One hash over the files and folders named, by path and content: a new checkout changes times, not contents. */
export function digest(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      for (const name of readdirSync(path).sort()) if (!built.has(name)) add(join(path, name));
    } else {
      hash
        .update(`${relative(root, path)}\0`)
        .update(stat ? readFileSync(path) : 'absent')
        .update('\0');
    }
  };
  for (const path of paths) add(resolve(root, path));
  return hash.digest('hex');
}

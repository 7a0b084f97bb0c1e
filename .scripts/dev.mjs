// Server and app while both are worked on: a saved file of Rust builds what it belongs to and starts the server again,
// a saved file of the app is in the browser at once. It serves a demo of its own: ./data.dev.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { demoOnFirstStart } from './demo.mjs';
import { debugServer, main, root, seconds, web } from './lib.mjs';
import { DEBUG_SERVER, FAST, buildDebugServer, buildModules } from './parts.mjs';
import { setUp } from './setup.mjs';

const data = join(root, 'data.dev');
const ADDR = process.env.GODOWN_ADDR ?? '127.0.0.1:8081';
/** A save is often several writes. */
const SETTLED_MS = 100;

const children = new Set();
let stopping = false;

/** A process that ends with this one; in a group of its own, so that Ctrl+C reaches it once, and from here. */
function begin(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    ...options,
  });
  children.add(child);
  child.ended = new Promise((done) => {
    child.on('error', (error) => done(`${command}: ${error.message}`));
    child.on('exit', (code, signal) => done(signal ?? code));
  }).finally(() => children.delete(child));
  return child;
}

async function end(child) {
  if (!child || !children.has(child)) return;
  process.kill(-child.pid, 'SIGTERM');
  await child.ended;
}

let server;

async function restart() {
  await end(server);
  if (stopping) return;
  server = begin(debugServer, ['serve'], { env: { ...process.env, GODOWN_DATA: data, GODOWN_ADDR: ADDR } });
}

/** What is to be done for a file: the rules run on both sides. */
const PARTS = {
  core: ['server', 'modules'],
  server: ['server'],
  wasm: ['modules'],
  'Cargo.toml': ['server', 'modules'],
};

const wanted = new Set();
let working = false;

/**
 * Builds what was saved, the server first: it is what most saves are waited for with. What does not compile changes
 * nothing.
 */
async function work() {
  if (working) return;
  working = true;
  while (wanted.size && !stopping) {
    const part = wanted.has('server') ? 'server' : 'modules';
    wanted.delete(part);
    const start = Date.now();
    try {
      if (part === 'modules') await buildModules(FAST);
      else if ((await begin(...DEBUG_SERVER).ended) === 0) await restart();
      else continue;
      console.log(`dev: ${part} new after ${seconds(start)}`);
    } catch (error) {
      console.error(error.message);
    }
  }
  working = false;
}

function look() {
  let timer;
  for (const place of ['core/Cargo.toml', 'core/src', 'server/Cargo.toml', 'server/src', 'wasm/src', 'Cargo.toml']) {
    watch(join(root, place), { recursive: true }, (_, name) => {
      if (name && !/\.(rs|ts|toml|json|csv|md)$/.test(name)) return;
      for (const part of PARTS[place.split('/')[0]]) wanted.add(part);
      clearTimeout(timer);
      timer = setTimeout(work, SETTLED_MS);
    });
  }
}

async function stop() {
  if (stopping) return;
  stopping = true;
  await Promise.all([...children].map(end));
  process.exit();
}

await main(async () => {
  await setUp();
  await buildModules(FAST);
  buildDebugServer();
  demoOnFirstStart(data);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  await restart();
  const vite = begin('npx', ['vite'], { cwd: web, env: { ...process.env, GODOWN_ADDR: ADDR } });
  look();
  await vite.ended;
  await stop();
});

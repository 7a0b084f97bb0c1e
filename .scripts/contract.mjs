// Every call of openapi.json under generated requests, as one person after another, against a server of its own.
// `npm run contract -- 500 ADMIN SALES` asks so many examples of each call as these people.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Failure, digest, main, root, seconds, server, target, which } from './lib.mjs';
import { SHIPPED, buildApp, buildServer } from './parts.mjs';
import { setUp } from './setup.mjs';

const place = join(root, 'server', 'tests', 'contract');
const tool = join(target, 'schemathesis');
const st = join(tool, 'bin', 'st');

/** One person of every part, as the demo names them. */
export const PEOPLE = 'ADMIN SALES BM PCT CREDIT YARD LOGI ACC PURCH AUDIT SALES2 BM2 YARD2 SUPPLIER VENDOR'.split(' ');

/** Puts the pinned tool into the target folder; why it cannot be had, if it cannot. */
function install() {
  const wanted = join(place, 'requirements.txt');
  const stamp = join(tool, 'installed');
  const now = digest([wanted]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return null;
  if (!which('python3')) return 'there is no python3';
  rmSync(tool, { recursive: true, force: true });
  const quiet = { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' };
  if (spawnSync('python3', ['-m', 'venv', tool], quiet).status !== 0) return 'python3 has no venv';
  const pip = spawnSync(join(tool, 'bin', 'pip'), ['install', '--quiet', '--requirement', wanted], quiet);
  if (pip.status !== 0) return `the package registry cannot be reached: ${pip.stderr.trim().split('\n').at(-1)}`;
  mkdirSync(tool, { recursive: true });
  writeFileSync(stamp, now);
  return null;
}

/** Serves a demo of its own at a free port, in a folder that goes with it. */
async function demo(binary) {
  const data = mkdtempSync(join(tmpdir(), 'godown-contract-'));
  const made = spawnSync(binary, ['demo', '--data', data], { stdio: 'ignore' });
  if (made.status !== 0) throw new Failure('The demo could not be made.');
  const child = spawn(binary, ['serve', '--data', data, '--addr', '127.0.0.1:0', '--log', 'error'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => child.on('close', done));
  const stop = async () => {
    child.kill('SIGTERM');
    const code = await ended;
    rmSync(data, { recursive: true, force: true });
    if (code !== 0) throw new Failure(`The server ended with ${code}.`);
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /serves (http:\S+)/.exec(line)?.[1];
    if (url) {
      child.stdout.resume();
      return { url, stop, data };
    }
  }
  throw new Failure('The server did not start.');
}

// Each on a connection of its own: the server ends one that is silent while the tool runs.
const headers = { connection: 'close' };

async function token(url, who) {
  const body = new URLSearchParams({ emailId: who, password: 'godown-demo' });
  const answer = await fetch(`${url}/api/login/signIn`, { method: 'POST', body, headers });
  return (await answer.json()).accesstoken;
}

/**
 * What is described once for each type: it gets a tenth of the examples, which is more than ten times as many in all.
 */
const BY_TYPE = '^/api/(docs|records)/[a-z_]+(/[{]id[}])?$';

/** One run of the tool; how many requests it made. */
function tried(url, who, examples, tokens, more) {
  const args = [
    '--config-file',
    join(place, 'schemathesis.toml'),
    'run',
    `${url}/api/openapi.json`,
    '--checks',
    'all',
    '--max-examples',
    String(examples),
    '--seed',
    '1',
  ];
  args.push('--continue-on-failure', '--warnings', 'off', ...more);
  console.log(`$ st ${args.slice(2).join(' ')}   (as ${who})`);
  const done = spawnSync(st, args, {
    cwd: tool,
    env: { ...process.env, ...tokens },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const cases = Number(/([\d,]+) generated/.exec(done.stdout)?.[1].replaceAll(',', '') ?? 0);
  if (done.status === 0 && cases > 0) {
    // What the tool says of itself, for whoever does not take our word.
    console.log(done.stdout.slice(done.stdout.lastIndexOf('SUMMARY ')).replace(/^SUMMARY =*\s*/, ''));
    return cases;
  }
  console.log(done.stdout, done.stderr);
  throw new Failure(`${who}: answers that openapi.json does not promise, named above.`);
}

/** As one person, over a demo of its own. A session that ended on the way would make the rest say little. */
async function asPerson(binary, who, examples, phases) {
  const { url, stop } = await demo(binary);
  try {
    const own = await token(url, who);
    const tokens = { GODOWN_TOKEN: own, GODOWN_OTHER_TOKEN: await token(url, who) };
    const once = tried(url, who, examples, tokens, ['--phases', phases.join(), '--exclude-path-regex', BY_TYPE]);
    const few = Math.ceil(examples / 10);
    const each = tried(url, who, few, tokens, [
      '--phases',
      [...phases, 'stateful'].join(),
      '--include-path-regex',
      BY_TYPE,
    ]);
    const still = await fetch(`${url}/api/menu`, { headers: { ...headers, authorization: `Bearer ${own}` } });
    if (still.status !== 200)
      throw new Failure(`${who}'s session ended on the way: the rest of the answers say nothing.`);
    return once + each;
  } finally {
    await stop();
  }
}

/** Rows of the table of proofs; of `examples`, people beside ADMIN are given a tenth. */
export async function contract(binary, examples, people, phases = ['coverage', 'fuzzing']) {
  const missing = install();
  if (missing) {
    console.log(`contract: left out, because ${missing}. See SECURITY.md.`);
    return [['T14 every call by generated requests', '0', `left out: ${missing}`, '0 deviations', '-']];
  }
  const rows = [];
  for (const who of people) {
    const begun = Date.now();
    const count = who === 'ADMIN' ? examples : Math.max(1, Math.round(examples / 10));
    const cases = await asPerson(binary, who, count, phases);
    rows.push([
      `T14 every call as ${who}`,
      String(count),
      `${cases} requests, 0 deviations`,
      '0 deviations',
      seconds(begun),
    ]);
    console.log(rows.at(-1).join(' | '));
  }
  return rows;
}

if (resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [examples = '10', ...people] = process.argv.slice(2);
  await main(async () => {
    await setUp();
    await buildApp(SHIPPED);
    buildServer();
    await contract(server, Number(examples), people.length ? people : PEOPLE);
  });
}

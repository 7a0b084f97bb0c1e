// The proofs at full size: the same tests that `npm test` runs small, and one table of what they found.
// `npm run prove` plays whatever is missing; `npm run prove -- 0.05` a twentieth more of each row;
// `npm run prove -- 0.05 T1 T14` of those rows, `npm run prove -- 1 'T17 rules crowd::'` of one of them;
// `npm run prove -- table` shows what was played.
// Rounds count while the code that they prove is the same: `.scripts/proofs.json` keeps them for the next run.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { PEOPLE, contract } from './contract.mjs';
import { Failure, main, root, run, seconds, server, web } from './lib.mjs';
import { Kept } from './proofs.mjs';
import { SHIPPED, buildApp, buildServer } from './parts.mjs';
import { setUpBrowser } from './setup.mjs';

// What a row proves, its test binary, and which of its tests. Most tell figures of their own; where a row has a name,
// the figure is how many of its tests passed. Rows whose rounds are seeds are played part by part.
const PROOFS = [
  ['T1 T2 T27', 'shipped', 'crash::'],
  ['T3', 'shipped', 'failing::'],
  ['T4', 'shipped', 'full:: small_disk::'],
  ['T5 T25', 'store', 'altered::'],
  ['T5 T25', 'shipped', 'damage::'],
  ['T5', 'store', 'recovery::', 'starts over torn and altered files'],
  ['T6 T7', 'shipped', 'race::'],
  ['T7', 'shipped', 'skus::'],
  ['T7', 'store', 'midnight::'],
  ['T7', 'store', 'returns::'],
  ['T8 T9 T10 T24 T26', 'load', ''],
  ['T10', 'api', 'bodies::', 'hostile requests'],
  ['T11', 'api', 'session:: access::', 'forged, expired and ended sessions'],
  ['T12 T13', 'api', 'walk:: fields::'],
  ['T12', 'rules', 'paths::'],
  ['T15', 'api', 'observatory::'],
  ['T16', 'rules', 'hostile::', 'workbooks that mean harm'],
  ['T16', 'rules', 'tables::', 'cells in and out'],
  ['T17', 'rules', 'crowd::'],
  ['T17', 'rules', 'properties::'],
  ['T17', 'demo', 'reports::'],
  ['T17', 'store', 'simulate::'],
  ['T18', 'api', 'fuzz::'],
  ['T1 T20', 'shipped', 'mail::'],
  ['T21', 'shipped', 'upgrade::'],
  ['T22', 'shipped', 'backup::'],
  ['T22', 'store', 'crowd::'],
];
/** Rows of which a part may be played by itself, behind the parts before. */
const IN_PARTS = new Set([
  'crash::',
  'altered::',
  'race::',
  'midnight::',
  'returns::',
  'failing::',
  'full:: small_disk::',
  'properties::',
  'crowd::',
  'simulate::',
  'mail::',
]);
/** Examples of each call as ADMIN, and people of whom a tenth is asked. */
const EXAMPLES = 500;

/** Runs a command in sight of the person; what it said, line by line. */
async function watched(command, args, env, each, cwd = root) {
  console.log(`\n$ ${[command, ...args].join(' ')}`);
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  const show = async (from, to) => {
    for await (const line of createInterface({ input: from })) {
      to.write(`${line}\n`);
      each(line);
    }
  };
  await Promise.all([show(child.stdout, process.stdout), show(child.stderr, process.stderr)]);
  const code = await ended;
  if (code !== 0) throw new Failure(`${command} ${args[0]} failed (exit code ${code}).`);
}

/** Runs the tests of one row, behind the share of it that was played before: its rows, each with its time. */
async function prove([what, binary, only, name], from, share) {
  const chosen = only.split(' ').filter(Boolean);
  // Not by the name of a package: only so are crates built with the same features as everywhere else.
  const args = ['test', '--locked', '--release', '--test', binary];
  args.push('--', ...chosen, '--nocapture', '--test-threads=1');
  const rows = [];
  let begun = Date.now();
  let passed = 0;
  await watched('cargo', args, { PROVE: String(share), PROVE_FROM: String(from) }, (line) => {
    if (line.trimStart().startsWith('Running ')) begun = Date.now();
    passed += Number(/test result: ok\. (\d+) passed/.exec(line)?.[1] ?? 0);
    if (!line.startsWith('proof | ')) return;
    rows.push([...line.split(' | ').slice(1), seconds(begun)]);
    begun = Date.now();
  });
  if (passed === 0) throw new Failure(`${binary} ${only} played no test.`);
  if (name) rows.push([`${what} ${name}`, String(passed), `${passed} tests passed`, 'all', seconds(begun)]);
  return rows;
}

/** What is played in the browser, at full size: its row, the figure and the target. */
const STORIES = {
  T12: [['walk'], 'T12 every route as every role', (passed) => `${passed} roles walked`, 'as written down'],
  themes: [
    ['themes', 'touch'],
    'every theme on the main pages and the gallery, at a desk and on a phone; every page on a phone',
    (passed) => `${passed} walks`,
    '0 serious findings of axe',
  ],
  markup: [
    ['markup'],
    'markup in what people type, on every page of the menu, with a document, and of a feature',
    (passed) => `${passed} walks`,
    'text everywhere, nothing run',
  ],
  T23: [
    ['offline', 'unsent', 'session', 'masters', 'workbench'],
    'T23 offline, two tabs, ended sessions, two people at one document',
    (passed) => `${passed} stories passed`,
    '0 lost, 0 doubled',
  ],
};

async function stories(chromium, [specs, name, figure, target]) {
  const begun = Date.now();
  let passed = '0';
  const env = { CI: 'true', GODOWN_CHROMIUM: chromium, GODOWN_BIN: server, GODOWN_PROVE: '1' };
  const told = (line) => {
    passed = /^\s*(\d+) passed/.exec(line)?.[1] ?? passed;
  };
  await watched('npx', ['playwright', 'test', ...specs.map((one) => `e2e/${one}.spec.ts`)], env, told, web);
  return [[name, passed, figure(passed), target, seconds(begun)]];
}

/** Every row, what it rests on, and how its next part is played. */
function plays(chromium) {
  const tests = PROOFS.map((proof) => ({
    key: proof.slice(0, 3).join(' '),
    names: proof[0].split(' '),
    kind: proof[1],
    inParts: IN_PARTS.has(proof[2]),
    play: (from, share) => prove(proof, from, share),
  }));
  const calls = (_from, share) => contract(server, Math.ceil(EXAMPLES * share), PEOPLE);
  return [
    ...tests,
    { key: 'T14', names: ['T14'], kind: 'contract', inParts: false, play: calls },
    ...Object.entries(STORIES).map(([name, row]) => ({
      key: `${name} ${row[0][0]}`,
      names: [name],
      kind: 'browser',
      inParts: false,
      play: () => stories(chromium, row),
      whole: true,
    })),
  ];
}

/** One of the rows, as far as a share of the whole is missing; whether it failed. */
async function playOne(one, share, kept) {
  const { reached } = kept.of(one);
  const part = one.whole ? 1 : Math.min(share, one.inParts ? 1 - reached : 1);
  if (reached >= 1 || (!one.inParts && reached >= part)) return false;
  const from = one.inParts ? reached : 0;
  try {
    kept.add(one, from, part, await one.play(from, part));
    return false;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // Hours of proofs are not thrown away for one that fails: it is a row too, and the command fails at its end.
    console.error(`${one.key} FAILED: ${error.message}`);
    kept.failed(one, error.message);
    return true;
  }
}

await main(async () => {
  const begun = Date.now();
  const [first = '1', ...only] = process.argv.slice(2);
  const kept = new Kept();
  if (first === 'table') return console.log(kept.table(plays()));
  const share = Number(first);
  if (!(share > 0 && share <= 1)) throw new Failure(`A share is more than 0 and at most 1: ${first}`);
  const chromium = await setUpBrowser();
  const isWanted = ({ key, names }) => [key, ...names].some((name) => only.includes(name));
  const wanted = plays(chromium).filter((one) => !only.length || isWanted(one));
  if (!wanted.length) throw new Failure(`No row is named ${only.join(' ')}.`);
  await buildApp(SHIPPED);
  buildServer();
  run('node', ['--test', 'wasm/tests/modules.shipped.mjs', 'wasm/tests/vectors.test.mjs']);
  let failed = 0;
  for (const one of wanted) failed += Number(await playOne(one, share, kept));
  console.log(`\n${kept.table(plays())}\n\nin all ${seconds(begun)}`);
  if (failed) throw new Failure(`${failed} of the proofs above failed.`);
});

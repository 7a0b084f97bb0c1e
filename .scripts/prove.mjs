// The proofs at full size: the same tests that `npm test` runs small, and one table of what they found.
// `npm run prove -- 0.05` plays that share of it; `npm run prove -- 0.05 T1 T14` only those rows.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { PEOPLE, contract } from './contract.mjs';
import { Failure, main, root, run, seconds, server, web } from './lib.mjs';
import { SHIPPED, buildApp, buildServer } from './parts.mjs';
import { setUpBrowser } from './setup.mjs';

// What a row proves, its test binary, and which of its tests. Most tell figures of their own; where a row has a name,
// the figure is how many of its tests passed.
const PROOFS = [
  ['T1 T2 T27', 'shipped', 'crash::'],
  ['T3 T4', 'shipped', 'failing::'],
  ['T5 T25', 'store', 'altered::'],
  ['T5 T25', 'shipped', 'damage::'],
  ['T5', 'store', 'recovery::', 'starts over torn and altered files'],
  ['T6 T7', 'shipped', 'race::'],
  ['T7', 'shipped', 'skus::'],
  ['T8 T9 T10 T24 T26', 'load', ''],
  ['T10', 'api', 'bodies::', 'hostile requests'],
  ['T11', 'api', 'session:: access::', 'forged, expired and ended sessions'],
  ['T12 T13', 'api', 'walk:: fields::'],
  ['T15', 'api', 'observatory::'],
  ['T16', 'rules', 'hostile::', 'workbooks that mean harm'],
  ['T16', 'rules', 'tables::', 'cells in and out'],
  ['T17', 'rules', 'properties::'],
  ['T17', 'demo', 'reports::'],
  ['T17', 'store', 'simulate::'],
  ['T18', 'api', 'fuzz::'],
  ['T1 T20', 'shipped', 'mail::'],
  ['T21', 'shipped', 'upgrade::'],
  ['T22', 'shipped', 'backup::'],
];
/** Examples of each call as ADMIN, and people of whom a tenth is asked. */
const EXAMPLES = 500;
const HEAD = ['test', 'rounds (seeds: from 0)', 'figure', 'target', 'took'];

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

/** Runs the tests of one row, and adds the rows it reports, each with the time since the one before. */
async function prove([what, binary, only, name], share, rows) {
  const chosen = only.split(' ').filter(Boolean);
  // Not by the name of a package: only so are crates built with the same features as everywhere else.
  const args = ['test', '--locked', '--release', '--test', binary];
  args.push('--', ...chosen, '--nocapture', '--test-threads=1');
  let begun = Date.now();
  let passed = 0;
  await watched('cargo', args, { PROVE: share }, (line) => {
    if (line.trimStart().startsWith('Running ')) begun = Date.now();
    passed += Number(/test result: ok\. (\d+) passed/.exec(line)?.[1] ?? 0);
    if (!line.startsWith('proof | ')) return;
    rows.push([...line.split(' | ').slice(1), seconds(begun)]);
    begun = Date.now();
  });
  if (passed === 0) throw new Failure(`${binary} ${only} played no test.`);
  if (name) rows.push([`${what} ${name}`, String(passed), `${passed} tests passed`, 'all', seconds(begun)]);
}

/** The app without its server and with two people at one document, in the browser. */
async function offline(chromium) {
  const begun = Date.now();
  let passed = '0';
  const env = { CI: 'true', GODOWN_CHROMIUM: chromium, GODOWN_BIN: server };
  const specs = ['offline', 'unsent', 'session', 'masters', 'workbench'].map((name) => `e2e/${name}.spec.ts`);
  await watched(
    'npx',
    ['playwright', 'test', ...specs],
    env,
    (line) => {
      passed = /^\s*(\d+) passed/.exec(line)?.[1] ?? passed;
    },
    web,
  );
  return [
    [
      'T23 offline, two tabs, ended sessions, two people at one document',
      passed,
      `${passed} stories passed`,
      '0 lost, 0 doubled',
      seconds(begun),
    ],
  ];
}

function table(rows) {
  const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

await main(async () => {
  const begun = Date.now();
  const [share = '1', ...only] = process.argv.slice(2);
  if (!(Number(share) > 0 && Number(share) <= 1)) throw new Failure(`A share is more than 0 and at most 1: ${share}`);
  const wanted = (what) => !only.length || what.split(' ').some((one) => only.includes(one));
  const chromium = await setUpBrowser();
  await buildApp(SHIPPED);
  buildServer();
  run('node', ['--test', 'wasm/tests/modules.shipped.mjs', 'wasm/tests/vectors.test.mjs']);
  const rows = [HEAD];
  let failed = 0;
  // Hours of proofs are not thrown away for one that fails: it is a row too, and the command fails at its end.
  const played = async (what, play) => {
    const since = Date.now();
    try {
      await play();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failed += 1;
      rows.push([what, '-', `FAILED: ${error.message}`, '-', seconds(since)]);
    }
  };
  for (const proof of PROOFS)
    if (wanted(proof[0])) await played(`${proof[0]} ${proof[1]} ${proof[2]}`, () => prove(proof, share, rows));
  if (wanted('T14'))
    await played('T14', async () =>
      rows.push(...(await contract(server, Math.ceil(EXAMPLES * Number(share)), PEOPLE))),
    );
  if (wanted('T23')) await played('T23', async () => rows.push(...(await offline(chromium))));
  if (rows.length === 1) throw new Failure(`No row is named ${only.join(' ')}.`);
  console.log(`\n${table(rows)}\n\nin all ${seconds(begun)}${share === '1' ? '' : `, at ${share} of the full size`}`);
  if (failed) throw new Failure(`${failed} of the proofs above failed.`);
});

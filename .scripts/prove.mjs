// The proofs at full size: the same tests that `npm test` runs small, and one table of what they found.
// `npm run prove -- 0.05` plays that share of it.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Failure, main, root, seconds } from './lib.mjs';
import { buildApp, buildServer } from './parts.mjs';
import { setUp } from './setup.mjs';

const PROOFS = [
  ['godown-core', 'properties'],
  ['godown-server', 'race'],
  ['godown-server', 'skus'],
  ['godown-server', 'crash'],
  ['godown-server', 'mail'],
  ['godown-server', 'damage'],
];
const HEAD = ['test', 'rounds', 'figure', 'target', 'took'];

/** Runs one test file; the rows it reports, each with the time since the one before. */
async function prove(crate, test, share) {
  const args = ['test', '--locked', '--release', '-p', crate, '--test', test, '--', '--nocapture', '--test-threads=1'];
  console.log(`\n$ PROVE=${share} cargo ${args.join(' ')}`);
  const cargo = spawn('cargo', args, { cwd: root, env: { ...process.env, PROVE: share }, stdio: ['ignore', 'inherit', 'pipe'] });
  const ended = new Promise((resolve, reject) => cargo.on('error', reject).on('close', resolve));
  const rows = [];
  let begun = Date.now();
  for await (const line of createInterface({ input: cargo.stderr })) {
    console.error(line);
    if (line.trimStart().startsWith('Running ')) begun = Date.now();
    if (!line.startsWith('proof | ')) continue;
    rows.push([...line.split(' | ').slice(1), seconds(begun)]);
    begun = Date.now();
  }
  const code = await ended;
  if (code !== 0) throw new Failure(`${crate}: ${test} failed (exit code ${code}).`);
  return rows;
}

function table(rows) {
  const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at])).join('  ').trimEnd()).join('\n');
}

await main(async () => {
  const begun = Date.now();
  const share = process.argv[2] ?? '1';
  if (!(Number(share) > 0 && Number(share) <= 1)) throw new Failure(`A share is more than 0 and at most 1: ${share}`);
  setUp();
  buildApp();
  buildServer();
  const rows = [HEAD];
  for (const [crate, test] of PROOFS) rows.push(...(await prove(crate, test, share)));
  console.log(`\n${table(rows)}\n\nin all ${seconds(begun)}${share === '1' ? '' : `, at ${share} of the full size`}`);
});

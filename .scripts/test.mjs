// Every test there is, in one order, the same on every machine. `npm test -- rust web` runs only the stages named.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from './contract.mjs';
import { Failure, main, root, run, seconds, target, web } from './lib.mjs';
import { buildApp, buildReportBench } from './parts.mjs';
import { setUpTests } from './setup.mjs';
import { audit } from './supply.mjs';

// Tools that watch, ask or colour for a person at a terminal do the same here as on a machine without one.
process.env.CI = 'true';

let chromium;

const cargo = (...args) => run('cargo', args);
const npm = (script, env) => run('npm', ['run', script], { cwd: web, env });

const STAGES = {
  setup: () => {
    chromium = setUpTests();
  },
  build: buildApp,
  supply: audit,
  format: () => cargo('fmt', '--all', '--check'),
  clippy: () => cargo('clippy', '--locked', '--workspace', '--all-targets', '--', '-D', 'warnings'),
  rust: () => cargo('test', '--locked', '--workspace'),
  wasm: () => run('node', ['--test', ...testsIn('wasm/tests')]),
  history: async () => {
    // The same features as the stage `rust`, so that nothing is compiled twice.
    cargo('test', '--locked', '--workspace', '--no-run');
    await buildReportBench();
    run('node', [join(root, 'wasm', 'bench', 'history.mjs'), join(target, 'debug', 'godown'), '5000']);
  },
  check: () => {
    run('node', [join(root, '.scripts', 'declared.mjs'), '--check']);
    npm('check');
  },
  web: () => npm('test'),
  e2e: () => {
    // The same features as the stage `rust`, so that nothing is compiled twice.
    cargo('test', '--locked', '--workspace', '--no-run');
    npm('e2e', { GODOWN_CHROMIUM: chromium, GODOWN_BIN: join(target, 'debug', 'godown') });
  },
  contract: async () => {
    cargo('test', '--locked', '--workspace', '--no-run');
    await contract(join(target, 'debug', 'godown'), 10, ['ADMIN', 'SALES'], ['fuzzing']);
  },
};
const ALWAYS = ['setup', 'build'];

function testsIn(folder) {
  const files = readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.test.mjs'))
    .sort();
  if (!files.length) throw new Failure(`There is no test in ${folder}.`);
  return files.map((name) => join(folder, name));
}

function chosen(names) {
  const unknown = names.find((name) => !(name in STAGES));
  if (unknown) throw new Failure(`There is no stage ${unknown}. The stages: ${Object.keys(STAGES).join(' ')}`);
  return Object.keys(STAGES).filter((name) => !names.length || ALWAYS.includes(name) || names.includes(name));
}

await main(async () => {
  const begun = Date.now();
  const took = [];
  for (const name of chosen(process.argv.slice(2))) {
    const start = Date.now();
    console.log(`\n=== ${name}`);
    try {
      await STAGES[name]();
    } catch (error) {
      console.error(error instanceof Failure ? error.message : error);
      console.log(`--- ${name} failed after ${seconds(start)}\n\n${took.length} passed, 1 failed`);
      process.exitCode = 1;
      return;
    }
    took.push(`${name} ${seconds(start)}`);
    console.log(`--- ${took.at(-1)}`);
  }
  console.log(`\n${took.join(', ')}; in all ${seconds(begun)}\n\n${took.length} passed, 0 failed`);
});

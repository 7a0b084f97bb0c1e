// Every test there is, in stages, the same on every machine: `npm test`. `npm test -- rust web` plays only those named,
// as do `npm run check`, `quick` and `smoke`; `npm test -- --shipped` plays them with the modules as they are shipped.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from './contract.mjs';
import { Failure, debugServer, main, root, run, runQuietly, seconds, together, web } from './lib.mjs';
import { FAST, SHIPPED, buildApp, buildDebugServer, buildModules, buildReportBench } from './parts.mjs';
import { setUp, setUpBrowser, setUpLint } from './setup.mjs';
import { audit } from './supply.mjs';

// Tools that watch, ask or colour for a person at a terminal do the same here as on a machine without one.
process.env.CI = 'true';

/** `--shipped`: with the modules as they are shipped, in place of the fast one. */
const shipped = process.argv.includes('--shipped');
const kind = shipped ? SHIPPED : FAST;

/** What stages need; each is made at most once in a run, and only where a stage asks for it. */
const NEEDS = {
  setup: setUp,
  lint: setUpLint,
  browser: async () => {
    process.env.GODOWN_CHROMIUM = await setUpBrowser();
  },
  modules: () => buildModules(kind),
  // What the linter and the compiler read of the modules; an older one says the same to them, or it does not compile.
  glue: () => existsSync(join(root, 'wasm', 'pkg', 'form')) || buildModules(kind),
  app: () => buildApp(kind),
  binary: buildDebugServer,
};

const cargo = (...args) => run('cargo', args);
const npm = (script, env) => run('npm', ['run', '--silent', script], { cwd: web, env });

const STAGES = {
  supply: { needs: ['setup'], work: audit },
  check: { needs: ['lint', 'glue'], work: check },
  core: { needs: ['setup', 'modules'], work: () => cargo('test', '--locked', '--test', 'rules') },
  rust: { needs: ['setup', 'app'], work: () => cargo('test', '--locked', '--workspace') },
  wasm: { needs: ['setup', 'modules'], work: () => run('node', ['--test', ...testsIn('wasm/tests')]) },
  history: {
    needs: ['setup', 'binary'],
    work: async () => {
      await buildReportBench(kind);
      run('node', [join(root, 'wasm', 'bench', 'history.mjs'), debugServer, '5000']);
    },
  },
  web: { needs: ['setup', 'modules'], work: () => npm('test') },
  e2e: { needs: ['browser', 'app', 'binary'], work: () => npm('e2e', { GODOWN_BIN: debugServer }) },
  smoke: { needs: ['browser', 'app', 'binary'], work: () => npm('smoke', { GODOWN_BIN: debugServer }) },
  contract: {
    needs: ['setup', 'binary'],
    work: () => contract(debugServer, 10, ['ADMIN', 'SALES'], ['fuzzing']),
  },
};

/** Everything that is said of the code without running it. */
function check() {
  const each = [
    ['cargo', ['fmt', '--all', '--check']],
    ['cargo', ['clippy', '--locked', '--workspace', '--all-targets', '--', '-D', 'warnings']],
    // What is shipped without deciding, and reports, is compiled without the rest of the core.
    ...['', 'report'].map((features) => [
      'cargo',
      [
        ...['clippy', '--locked', '--package', 'godown-wasm', '--no-default-features', '--features', features],
        ...['--', '-D', 'warnings'],
      ],
    ]),
    ['cargo', ['test', '--locked', '--test', 'house']],
    ['npm', ['run', '--silent', 'check'], { cwd: web }],
  ];
  return together(each.map((one) => () => runQuietly(...one)));
}

/** Those of the modules as they are shipped ask what they leave out, too. */
function testsIn(folder) {
  const ends = shipped ? ['.test.mjs', '.shipped.mjs'] : ['.test.mjs'];
  const files = readdirSync(join(root, folder))
    .filter((name) => ends.some((end) => name.endsWith(end)))
    .sort();
  if (!files.length) throw new Failure(`There is no test in ${folder}.`);
  return files.map((name) => join(folder, name));
}

/** Parts of other stages, played when they are named. */
const PARTS = ['core', 'smoke'];

function chosen() {
  const named = process.argv.slice(2).filter((name) => !name.startsWith('--'));
  const unknown = named.find((name) => !(name in STAGES));
  if (unknown) throw new Failure(`There is no stage ${unknown}. The stages: ${Object.keys(STAGES).join(' ')}`);
  return Object.keys(STAGES).filter((name) => (named.length ? named.includes(name) : !PARTS.includes(name)));
}

/** The stages with what they need before them, each once. */
function steps() {
  const all = new Map();
  for (const name of chosen()) {
    for (const need of STAGES[name].needs) all.set(need, NEEDS[need]);
    all.set(name, STAGES[name].work);
  }
  return [...all];
}

await main(async () => {
  const begun = Date.now();
  const took = [];
  for (const [name, work] of steps()) {
    const start = Date.now();
    console.log(`\n=== ${name}`);
    try {
      await work();
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

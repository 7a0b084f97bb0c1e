// The parts of the binary: the rules as WebAssembly, the app around them, the server with the app inside.
// The order is not free: a server compiled before web/dist exists has no app in it.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, runQuietly, step, target, together, web } from './lib.mjs';
import { WASM_TARGET, setUpPacker } from './setup.mjs';

const RULES = [
  'core/Cargo.toml',
  'core/src',
  'wasm/Cargo.toml',
  'wasm/src',
  'Cargo.toml',
  'Cargo.lock',
  'rust-toolchain.toml',
];

// One crate, its modules: what every form needs, behind it what a preview needs, what reads files of rows, papers, the
// auditor's folder, which the server holds and no page of the app loads, and reports, which a browser without SIMD runs
// by a module of their own.
const REPORT = ['--no-default-features', '--features', 'report'];
const SIMD = ['--config', `target.${WASM_TARGET}.rustflags=["-Ctarget-feature=+simd128"]`];
const MODULES = [
  ['form', 'form', ['--no-default-features']],
  ['decide', 'decide', []],
  ['sheet', 'sheet', ['--no-default-features', '--features', 'sheet']],
  ['print', 'sheet', ['--no-default-features', '--features', 'print']],
  ['folder', 'sheet', ['--no-default-features', '--features', 'folder']],
  ['report', 'simd', [...REPORT, ...SIMD]],
  ['report-scalar', 'scalar', REPORT],
];

/** What a build is for. `fast` stands in the place of `shipped` wherever its size and speed do not matter. */
export const FAST = 'fast';
export const SHIPPED = 'shipped';

const made = (kind, name) => join(target, 'pkg', kind, name);
const wasm = (folder) => join(folder, 'godown_wasm_bg.wasm');

function pack(out, profile, features) {
  const fixed = ['--target', 'web', '--out-dir', out, '--mode', 'no-install'];
  return ['wasm-pack', ['build', 'wasm', ...fixed, ...profile, '--', '--locked', ...features]];
}

/**
 * Modules of different profiles side by side, for the last steps of each take one core. Those of one profile leave the
 * same file, which must be packed before the next is built.
 */
function modules() {
  return step('wasm', {
    inputs: RULES,
    result: wasm(made(SHIPPED, MODULES.at(-1)[0])),
    work: async () => {
      await setUpPacker();
      const profiles = new Set(MODULES.map(([, profile]) => profile));
      const chains = [...profiles].map((profile) => async () => {
        for (const [name, of, more] of MODULES)
          if (of === profile) await runQuietly(...pack(made(SHIPPED, name), ['--profile', profile], more));
      });
      await together(chains);
    },
  });
}

/**
 * One module with everything in it, soon built and not too large: no link-time optimisation, and nothing left to pack
 * that a new machine would first build the packer for.
 */
function everything() {
  const features = ['--features', 'sheet,print,folder,bench'];
  return step('wasm-fast', {
    inputs: RULES,
    result: wasm(made(FAST, 'all')),
    work: () => {
      run('cargo', [
        'build',
        '--locked',
        '--target',
        WASM_TARGET,
        '--profile',
        'fast',
        '-p',
        'godown-wasm',
        ...features,
      ]);
      const built = join(target, WASM_TARGET, 'fast', 'godown_wasm.wasm');
      run('wasm-bindgen', ['--target', 'web', '--out-dir', made(FAST, 'all'), built]);
    },
  });
}

/**
 * Puts a module where the app, the tests and the benches look for it; over the one that is there, for whoever watches.
 */
function place(name, from) {
  cpSync(from, join(root, 'wasm', 'pkg', name), { recursive: true });
}

/** wasm/pkg. */
export async function buildModules(kind) {
  await (kind === FAST ? everything() : modules());
  for (const [name] of MODULES) place(name, made(kind, kind === FAST ? 'all' : name));
}

/** The reports' module with the bench's data and questions in it: wasm/pkg/bench. */
export async function buildReportBench(kind) {
  const bench = ['--no-default-features', '--features', 'bench', ...SIMD];
  if (kind === SHIPPED)
    await step('wasm-bench', {
      inputs: RULES,
      result: wasm(made(SHIPPED, 'bench')),
      work: async () => {
        await setUpPacker();
        run(...pack(made(SHIPPED, 'bench'), ['--profile', 'simd'], bench));
      },
    });
  else await everything();
  place('bench', made(kind, kind === FAST ? 'all' : 'bench'));
}

/** What the browser loads: wasm/pkg, then web/dist. */
export async function buildApp(kind) {
  await buildModules(kind);
  await step('web', {
    inputs: ['web', ...MODULES.map(([name]) => `wasm/pkg/${name}`)],
    result: join(web, 'dist', 'index.html'),
    work: () => run('npm', ['run', 'bundle'], { cwd: web }),
  });
}

// Cargo itself knows whether these are up to date.

/** target/release/godown, with the app inside. */
export function buildServer() {
  run('cargo', ['build', '--locked', '--release', '-p', 'godown-server']);
}

/**
 * target/debug/godown, which reads the app from web/dist. By way of the smallest test that starts it: so every crate
 * has the features that it has in tests, and none is compiled twice.
 */
export const DEBUG_SERVER = ['cargo', ['test', '--locked', '--no-run', '--test', 'load']];
export const buildDebugServer = () => run(...DEBUG_SERVER);

// The parts of the shipped binary: the rules as WebAssembly, the app around them, the server with the app inside.
// The order is not free: a server compiled before web/dist exists has no app in it.
import { join } from 'node:path';
import { root, run, runTogether, step, web } from './lib.mjs';

const RULES = [
  'core/Cargo.toml',
  'core/src',
  'wasm/Cargo.toml',
  'wasm/src',
  'Cargo.toml',
  'Cargo.lock',
  'rust-toolchain.toml',
];

// One crate, its modules: what every form needs, behind it what a preview needs, what reads files of rows, and
// reports, which a browser without SIMD runs by a module of their own.
const REPORT = ['--no-default-features', '--features', 'report'];
const SIMD = ['--config', 'target.wasm32-unknown-unknown.rustflags=["-Ctarget-feature=+simd128"]'];
const MODULES = [
  ['form', 'form', ['--no-default-features']],
  ['decide', 'wasm', []],
  ['sheet', 'sheet', ['--no-default-features', '--features', 'sheet']],
  ['report', 'simd', [...REPORT, ...SIMD]],
  ['report-scalar', 'scalar', REPORT],
];

function pack(name, profile, features) {
  const out = ['--target', 'web', '--out-dir', `pkg/${name}`, '--profile', profile, '--mode', 'no-install'];
  return ['wasm-pack', ['build', 'wasm', ...out, '--', '--locked', ...features]];
}

/** The reports' module with the bench's data and questions in it: wasm/pkg/bench. */
export function buildReportBench() {
  return step('wasm-bench', {
    inputs: RULES,
    result: join(root, 'wasm', 'pkg', 'bench', 'godown_wasm_bg.wasm'),
    work: () => run(...pack('bench', 'simd', ['--no-default-features', '--features', 'bench', ...SIMD])),
  });
}

/** What the browser loads: wasm/pkg, then web/dist. */
export async function buildApp() {
  await step('wasm', {
    inputs: RULES,
    result: join(root, 'wasm', 'pkg', 'report-scalar', 'godown_wasm_bg.wasm'),
    // Each has a profile of its own, and so a folder that no other build waits for; the last steps of each take one core.
    work: () => runTogether(MODULES.map((module) => pack(...module))),
  });
  await step('web', {
    inputs: [...RULES, 'web'],
    result: join(web, 'dist', 'index.html'),
    work: () => run('npm', ['run', 'bundle'], { cwd: web }),
  });
}

/** target/release/godown, with the app inside. Cargo itself knows whether it is up to date. */
export function buildServer() {
  run('cargo', ['build', '--locked', '--release', '-p', 'godown-server']);
}

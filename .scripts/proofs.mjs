// What proofs were played, part by part, and over which code: kept beside this file from one run to the next.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { output, root } from './lib.mjs';

const KEPT = join(root, '.scripts', 'proofs.json');
/** The sources that every proof rests on, and those of each binary of tests. */
const SOURCES = ['Cargo.lock', 'core/src', 'core/tests/proof', 'core/tests/site'];
const OWN = {
  rules: ['core/tests', 'wasm/src'],
  store: ['server/src', 'server/tests/store', 'core/tests'],
  shipped: ['server/src', 'server/tests/shipped', 'server/tests/support'],
  load: ['server/src', 'server/tests/load.rs', 'server/tests/support'],
  api: ['server/src', 'server/tests/api', 'server/tests/support'],
  demo: ['server/src', 'server/tests/demo'],
  contract: ['server/src', 'server/tests/contract', 'server/openapi.json'],
  browser: ['server/src', 'wasm/src', 'web/src', 'web/e2e'],
};
const HEAD = ['proof', 'share', 'rounds', 'figure (of the last part)', 'target', 'took', 'commit'];

const git = (...args) => output('git', ['-C', root, ...args]).trim();

/** Which code a kind of proof rests on, and whether it stands in a commit as it is. */
function codeOf(kind) {
  const paths = [...SOURCES, ...OWN[kind]];
  const tree = git('ls-tree', '-r', 'HEAD', '--', ...paths);
  const changed = git('status', '--porcelain', '--', ...paths) !== '';
  return { code: createHash('sha256').update(tree).digest('hex').slice(0, 16), changed };
}

const share = (value) => `${Math.round(value * 1000) / 10} %`;

export class Kept {
  #rows = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {};
  #codes = new Map();

  #code(kind) {
    if (!this.#codes.has(kind)) this.#codes.set(kind, codeOf(kind));
    return this.#codes.get(kind);
  }

  /** The parts of a proof that were played over the code as it is, and the share of it that they come to. */
  of({ key, kind, inParts }) {
    const row = this.#rows[key];
    const parts = row?.code === this.#code(kind).code ? row.parts : [];
    const shares = parts.map((part) => part.share);
    const reached = inParts ? shares.reduce((sum, one) => sum + one, 0) : Math.max(0, ...shares);
    return { parts, reached: Math.min(1, Math.round(reached * 1e6) / 1e6) };
  }

  /** Counts a part that was played; over code that stands in no commit it is only shown. */
  add(one, from, part, rows) {
    const { code, changed } = this.#code(one.kind);
    const { parts } = this.of(one);
    const played = {
      from,
      share: part,
      commit: git('rev-parse', '--short', 'HEAD'),
      on: new Date().toISOString(),
      rows,
    };
    this.#rows[one.key] = { code, parts: [...parts, played] };
    if (changed) return console.error(`${one.key} is not kept: its code stands in no commit yet.`);
    writeFileSync(KEPT, `${JSON.stringify(this.#rows, null, 1)}\n`);
  }

  failed(one, message) {
    const row = [one.key, '-', `FAILED: ${message}`, '-', '-'];
    const failed = { from: 0, share: 0, commit: git('rev-parse', '--short', 'HEAD'), rows: [row] };
    this.#rows[one.key] = { code: this.#code(one.kind).code, parts: [...this.of(one).parts, failed] };
  }

  /** What was reached of each, as a table. */
  table(all) {
    const lines = all.flatMap((one) => this.#lines(one));
    const rows = [HEAD, ...lines];
    const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => row[at].length)));
    const line = (row) => row.map((cell, at) => cell.padEnd(widths[at])).join('  ');
    return rows.map((row) => line(row).trimEnd()).join('\n');
  }

  #lines(one) {
    const { parts, reached } = this.of(one);
    const last = parts.at(-1);
    if (!last) return [[one.key, share(0), '-', 'not played over this code', '-', '-', '-']];
    const rounds = (what) => {
      const counts = parts.flatMap(({ rows }) => rows.filter((row) => row[0] === what).map((row) => Number(row[1])));
      return one.inParts ? counts.reduce((sum, count) => sum + count, 0) : Math.max(...counts);
    };
    return last.rows.map(([what, count, figure, target, took]) => {
      const played = Number.isNaN(Number(count)) ? count : String(rounds(what));
      return [what, share(reached), played, figure, target, took, last.commit];
    });
  }
}

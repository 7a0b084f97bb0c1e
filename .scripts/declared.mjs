// For each declared type: the lines of its declaration, and the lines elsewhere that name it: those of the
// mechanism (what lists, forms, checks, keeps and serves every type), and those of the business (rules and
// queries of documents that are about it).
//
// Not counted: the file that declares it, links to it from other declarations, own pages, generated
// files, tests, demo data, what a site is seeded with, and the tables of routes.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './lib.mjs';

const files = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.some((end) => entry.name.endsWith(end)))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

const LEFT_OUT = [/server\/src\/demo\//, /web\/src\/features\//, /web\/src\/routes/, /web\/src\/paths\.ts/, /\.gen\.ts$/, /\.test\.ts$/, /\/tests?(\.rs|\/)/, /core\/src\/docs\/(seed\w*|mod)\.rs$/, /core\/src\/docs\/formats\.rs$/];
const read = (file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n') });
const rust = files('core/src', ['.rs']).map(read);
const all = [...rust, ...files('server/src', ['.rs']).map(read), ...files('web/src', ['.ts', '.tsx']).map(read)].filter(({ file }) => !LEFT_OUT.some((one) => one.test(file)));

/** Where what a document is about is known: everything else knows declarations alone. */
const BUSINESS = /^core\/src\/(docs|ledger|cart|gst|query\/(setup|stock|credit|facts|queue|skus|access)|invariant|menu)/;

/** A line of a declaration that links to the type, or brings its name in. */
const links = (file, line) => file.startsWith('core/src/docs/') && /\b(link|many|rows|group|use|static \w+: Kind|const \w+: Kind|pub use)\b|^\s*(\w+, )*\w+(, \w+)*,?$|^pub static/.test(line.trim());

const types = rust.flatMap(({ file, lines }) =>
  lines.flatMap((line, at) => {
    const name = /^pub static (\w+): DocType/.exec(line)?.[1];
    if (!name) return [];
    const length = lines.slice(at).findIndex((one) => one.startsWith('}')) + 1;
    const key = lines.slice(at, at + length).map((one) => /^ {4}key: "(\w+)"/.exec(one)?.[1]).find(Boolean);
    return key ? [{ key, name, file, length }] : [];
  }));

let more = 0;
console.log('type                  declared  mechanism  business');
for (const { key, name, file, length } of types) {
  const named = new RegExp(`\\b${name}\\b|["'\`]${key}["'\`]`);
  const elsewhere = all.filter((one) => one.file !== file).flatMap((one) => one.lines.filter((line) => named.test(line) && !/^\s*\/\//.test(line) && !links(one.file, line)).map((line) => `${one.file}: ${line.trim()}`));
  const business = elsewhere.filter((line) => BUSINESS.test(line));
  const mechanism = elsewhere.filter((line) => !BUSINESS.test(line));
  if (mechanism.length > 2) more += 1;
  console.log(`${key.padEnd(22)}${String(length).padStart(8)}${String(mechanism.length).padStart(11)}${String(business.length).padStart(10)}`);
  if (process.argv.includes('--lines')) for (const line of mechanism) console.log(`    ${line.slice(0, 150)}`);
}
console.log(`\n${types.length} types, ${more} named more than twice by the mechanism`);

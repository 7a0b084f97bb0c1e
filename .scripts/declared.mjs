// For each declared type: the lines of its declaration, and the lines elsewhere that name it: those of the
// mechanism (what lists, forms, checks, keeps and serves every type), and those of the business (rules, reports and
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

/** In so many lines the mechanism may name a type: `--check` fails where there are more. */
const MOST = 2;

const LEFT_OUT = [
  /server\/src\/demo\//,
  /server\/src\/places\.rs$/,
  /web\/src\/features\//,
  /web\/src\/routes/,
  /web\/src\/paths\.ts/,
  /\.gen\.ts$/,
  /\.test\.ts$/,
  /\/tests?(\.rs|\/)/,
  /core\/src\/docs\/(seed\w*|mod)\.rs$/,
  /core\/src\/docs\/formats\.rs$/,
];
const read = (file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n') });
const rust = files('core/src', ['.rs']).map(read);
const all = [...rust, ...files('server/src', ['.rs']).map(read), ...files('web/src', ['.ts', '.tsx']).map(read)].filter(
  ({ file }) => !LEFT_OUT.some((one) => one.test(file)),
);

/** Where what a document is about is known: everything else knows declarations alone. */
const BUSINESS =
  /^core\/src\/(docs|ledger|cart|gst|report|earlier|calls|access\/pages|query\/(setup|stock|credit|facts|queue|skus|access)|invariant|menu)|^server\/src\/api\/(own|reports)|^web\/src\/(shell|api\/stock)/;

/** A line of a declaration that links to the type, or brings its name in. */
const links = (file, line) =>
  file.startsWith('core/src/docs/') &&
  /\b(link|many|rows|group|use|static \w+: Kind|const \w+: Kind|pub use)\b|^\s*(\w+, )*\w+(, \w+)*,?$|^pub static/.test(
    line.trim(),
  );

const types = rust.flatMap(({ file, lines }) =>
  lines.flatMap((line, at) => {
    const name = /^pub static (\w+): DocType/.exec(line)?.[1];
    if (!name) return [];
    const length = lines.slice(at).findIndex((one) => one.startsWith('}')) + 1;
    const key = lines
      .slice(at, at + length)
      .map((one) => /^ {4}key: "(\w+)"/.exec(one)?.[1])
      .find(Boolean);
    return key ? [{ key, name, file, length }] : [];
  }),
);

/** The lines above a file's own tests. */
function untested(lines) {
  const tests = lines.indexOf('#[cfg(test)]');
  return tests < 0 ? lines : lines.slice(0, tests);
}

/** A constant of the same name is something else, and so is what stands in a text or behind code as a comment. */
const code = (line) => line.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\/\/.*$/, '');

/**
 * Whether a line names a type: in Rust the static that declares it, elsewhere its key in quotes.
 *
 * The same word is something else as the name of a property (`"state": now.state`, or a line `("reason", ...)` in a
 * list of them), as a kind of field (`Kind::Reason`, `case 'reason':` over them), as what a kept entry was once spelt
 * (`serde(alias)`), and in the attributes by which a page is read out (`aria-haspopup="menu"`).
 */
function names({ key, name }, file, line) {
  if (/^\s*(\/\/|\/\*|\*)/.test(line)) return false;
  if (file.endsWith('.rs') && new RegExp(`\\b${name}\\b`).test(code(line))) return true;
  const word = new RegExp(`["'\`]${key}["'\`]`);
  const rest = file.endsWith('.rs')
    ? line
        .replace(new RegExp(`"${key}":`), '')
        .replace(new RegExp(`^\\s*\\("${key}", .*\\),$`), '')
        .replace(/^.*\bKind::.*$/, '')
        .replace(/serde\(alias = "\w+"\)/, '')
    : line
        .replace(/\b(aria-\w+|role)="\w+"/g, '')
        .replace(KINDS.includes(key) ? new RegExp(`case '${key}':`) : /$^/, '');
  return word.test(rest);
}

/** What the kinds of fields are called. */
const KINDS = rust
  .find(({ file }) => file === 'core/src/schema/describe.rs')
  .lines.flatMap((line) => /Kind::\w+.* => "(\w+)",/.exec(line)?.[1] ?? []);

const table = types.map((type) => {
  const namesake = new RegExp(`\\bconst ${type.name}\\b`);
  const others = all.filter((one) => one.file !== type.file && !one.lines.some((line) => namesake.test(line)));
  const elsewhere = others.flatMap((one) =>
    untested(one.lines)
      .filter((line) => names(type, one.file, line) && !links(one.file, line))
      .map((line) => `${one.file}: ${line.trim()}`),
  );
  return {
    ...type,
    business: elsewhere.filter((line) => BUSINESS.test(line)),
    mechanism: elsewhere.filter((line) => !BUSINESS.test(line)),
  };
});
const more = table.filter(({ mechanism }) => mechanism.length > MOST);

const quiet = process.argv.includes('--check');
if (!quiet) console.log('type                  declared  mechanism  business');
for (const { key, length, mechanism, business } of quiet ? more : table) {
  console.log(
    `${key.padEnd(22)}${String(length).padStart(8)}${String(mechanism.length).padStart(11)}${String(business.length).padStart(10)}`,
  );
  if (quiet || process.argv.includes('--lines')) for (const line of mechanism) console.log(`    ${line.slice(0, 150)}`);
}
console.log(`${types.length} types, ${more.length} named more than twice by the mechanism`);
if (quiet && more.length) process.exitCode = 1;

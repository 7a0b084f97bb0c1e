// What the product is made of: advisories against it, and its bill of materials (`npm run sbom`).
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure, main, output, root, run, target, web } from './lib.mjs';

const DENY = '0.20.2';
const ADVISORIES = 'https://github.com/RustSec/advisory-db';

/** Looks for advisories against what the lock files name; where they cannot be had, says so and goes on. */
export function audit() {
  const reached = spawnSync('git', ['ls-remote', ADVISORIES, 'HEAD'], {
    stdio: 'ignore',
    timeout: 20_000,
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
  });
  if (reached.status === 0) deny();
  else leftOut('Cargo.lock', ADVISORIES);
  const asked = spawnSync('npm', ['audit', '--json'], { cwd: web, encoding: 'utf8', maxBuffer: 1 << 26 });
  const told = read(asked.stdout);
  if (!told?.auditReportVersion) return leftOut('package-lock.json', "the registry's audit");
  console.log(`npm audit: ${JSON.stringify(told.metadata.vulnerabilities)}`);
  if (asked.status !== 0)
    throw new Failure(`npm packages with advisories: ${Object.keys(told.vulnerabilities).join(' ')}`);
}

function deny() {
  if (output('cargo-deny', ['--version'])?.split(' ')[1] !== DENY) {
    console.log(`cargo-deny ${DENY} is not on PATH: building it, once on this machine (some minutes).`);
    run('cargo', ['install', 'cargo-deny', '--version', DENY, '--locked']);
  }
  run('cargo', ['deny', '--locked', 'check']);
}

function leftOut(what, where) {
  console.log(`${what}: not looked at for advisories, because ${where} cannot be reached. See SECURITY.md.`);
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Crates and npm packages, each with its licence and checksum, as one CycloneDX document. */
function sbom() {
  const npm = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: web,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const packages = read(npm.stdout);
  if (!packages) throw new Failure(`npm could not make its part: ${npm.stderr}`);
  const crates = cargoComponents();
  return {
    bomFormat: 'CycloneDX',
    specVersion: packages.specVersion,
    version: 1,
    metadata: { component: crates.product },
    components: [...crates.components, ...packages.components],
    dependencies: [...crates.dependencies, ...packages.dependencies],
  };
}

/** The crates under the server and the rules in the browser; those that only tests use are optional. */
function cargoComponents() {
  const metadata = spawnSync('cargo', ['metadata', '--locked', '--format-version', '1'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const told = read(metadata.stdout);
  if (!told) throw new Failure(`cargo metadata failed: ${metadata.stderr}`);
  const sums = checksums();
  const nodes = new Map(told.resolve.nodes.map((node) => [node.id, node]));
  const shipped = new Set();
  const add = (id) => {
    if (shipped.has(id)) return;
    shipped.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id).deps) if (dep_kinds.some(({ kind }) => kind !== 'dev')) add(pkg);
  };
  told.workspace_members.forEach(add);
  const purls = new Map(told.packages.map(({ id, name, version }) => [id, `pkg:cargo/${name}@${version}`]));
  const component = ({ id, name, version, license }) => {
    const hash = sums.get(`${name} ${version}`);
    return {
      'bom-ref': purls.get(id),
      type: 'library',
      name,
      version,
      scope: shipped.has(id) ? 'required' : 'optional',
      purl: purls.get(id),
      ...(hash && { hashes: [{ alg: 'SHA-256', content: hash }] }),
      ...(license && { licenses: [{ expression: license.replaceAll(/\s*\/\s*/g, ' OR ') }] }),
    };
  };
  const server = told.packages.find(({ name }) => name === 'godown-server');
  return {
    product: { ...component(server), type: 'application', name: 'godown', scope: undefined },
    components: told.packages.filter((one) => one !== server).map(component),
    dependencies: told.resolve.nodes.map((node) => ({
      ref: purls.get(node.id),
      dependsOn: node.dependencies.map((id) => purls.get(id)),
    })),
  };
}

/** The lock file's checksums, by name and version. */
function checksums() {
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8');
  const found = lock.matchAll(/^name = "(.+)"\nversion = "(.+)"\nsource = .+\nchecksum = "(.+)"/gm);
  return new Map([...found].map(([, name, version, sum]) => [`${name} ${version}`, sum]));
}

if (resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(() => {
    const bill = sbom();
    const path = join(target, 'godown.cdx.json');
    mkdirSync(target, { recursive: true });
    writeFileSync(path, `${JSON.stringify(bill, null, 2)}\n`);
    const crates = bill.components.filter(({ purl }) => purl.startsWith('pkg:cargo/')).length;
    console.log(`${path}: ${crates} crates, ${bill.components.length - crates} npm packages`);
  });
}

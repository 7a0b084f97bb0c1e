// The proofs at full size: the same tests that `npm test` runs small, with everything they print.
import { main, run, seconds } from './lib.mjs';
import { buildApp, buildServer } from './parts.mjs';
import { setUp } from './setup.mjs';

const PROOFS = [
  ['godown-core', 'properties'],
  ['godown-server', 'race'],
  ['godown-server', 'crash'],
];

await main(() => {
  setUp();
  buildApp();
  buildServer();
  for (const [crate, test] of PROOFS) {
    const start = Date.now();
    console.log(`\n=== ${crate}: ${test}`);
    run('cargo', ['test', '--locked', '--release', '-p', crate, '--test', test, '--', '--nocapture'], { env: { PROVE: '1' } });
    console.log(`--- ${crate}: ${test} ${seconds(start)}`);
  }
});

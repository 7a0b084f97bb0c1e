// Builds the shipped binary from a fresh checkout.
import { main, run, server, web } from './lib.mjs';
import { SHIPPED, buildApp, buildServer } from './parts.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  await setUp();
  await buildApp(SHIPPED);
  run('npm', ['run', '--silent', 'types'], { cwd: web });
  buildServer();
  console.log(`\nBuilt ${server}`);
});

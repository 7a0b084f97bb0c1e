// Builds the shipped binary from a fresh checkout.
import { main, server } from './lib.mjs';
import { buildApp, buildServer } from './parts.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  setUp();
  await buildApp();
  buildServer();
  console.log(`\nBuilt ${server}`);
});

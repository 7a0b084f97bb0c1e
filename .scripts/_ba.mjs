import { main } from './lib.mjs';
import { FAST, buildApp, buildDebugServer } from './parts.mjs';
await main(async () => { await buildApp(FAST); await buildDebugServer(); });

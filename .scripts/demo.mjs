// A data directory with the demo's business in it.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { Failure, debugServer, run } from './lib.mjs';

/** Made beside its place and moved there whole, so that an interrupted first start leaves no half of it. */
export function demoOnFirstStart(data) {
  if (existsSync(data) && readdirSync(data).length > 0) return;
  const making = `${data}.making`;
  rmSync(making, { recursive: true, force: true });
  run(debugServer, ['demo'], { env: { GODOWN_DATA: making } });
  try {
    renameSync(making, data);
  } catch (error) {
    throw new Failure(`The demo data could not be moved from ${making} to ${data}: ${error.message}`);
  }
}

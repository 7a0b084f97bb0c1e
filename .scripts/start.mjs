// From a fresh checkout to a running Godown: set-up, the build that tests use, demo data on first start, serve.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { demoOnFirstStart } from './demo.mjs';
import { Failure, debugServer as server, main, root } from './lib.mjs';
import { FAST, buildApp, buildDebugServer } from './parts.mjs';
import { setUp } from './setup.mjs';

const data = resolve(root, process.env.GODOWN_DATA || 'data');

/** Serves until the server ends, and ends as it ended. */
function serve() {
  // A group of its own: one Ctrl+C reaches this process from the terminal and again through npm, and the server must
  // not take the echo for a second wish. The first signal asks it to stop; another, after a moment, ends it.
  const child = spawn(server, ['serve', ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, GODOWN_DATA: data },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  let asked = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!asked) child.kill('SIGTERM');
      else if (Date.now() - asked > 1000) child.kill('SIGKILL');
      asked ||= Date.now();
    });
  }
  return new Promise((done, failed) => {
    child.on('error', (error) => failed(new Failure(`${server} could not be started: ${error.message}`)));
    child.on('exit', (code, signal) => {
      process.exitCode = code ?? 128 + constants.signals[signal];
      done();
    });
  });
}

await main(async () => {
  await setUp();
  await buildApp(FAST);
  buildDebugServer();
  demoOnFirstStart(data);
  await serve();
});

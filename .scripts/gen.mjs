// Writes anew the checked-in files that follow from the declarations and tables; look at the diff before keeping it.
import { main, run } from './lib.mjs';

const env = { UPDATE: '1', INSTA_UPDATE: 'always' };

await main(() => {
  const written = ['generated', 'access', 'flows', 'vectors'].flatMap((test) => ['--test', test]);
  run('cargo', ['test', '-p', 'godown-core', ...written], { env });
  run('cargo', ['test', '-p', 'godown-server', '--test', 'openapi'], { env });
});

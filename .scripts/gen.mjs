// Writes anew the checked-in files that follow from the declarations and tables; look at the diff before keeping it.
import { main, run } from './lib.mjs';

const env = { UPDATE: '1', INSTA_UPDATE: 'always' };

await main(() => {
  run('cargo', ['test', '-p', 'godown-core', '--test', 'generated'], { env });
  run('cargo', ['test', '-p', 'godown-server', '--test', 'openapi'], { env });
});

// Writes anew the checked-in files that follow from the declarations and tables; look at the diff before keeping it.
import { main, run } from './lib.mjs';

const env = { UPDATE: '1', INSTA_UPDATE: 'always' };

await main(() => {
  // Not by the name of a package: only so are crates built with the same features as everywhere else.
  const machines = [
    'transfers',
    'work_orders',
    'sales_returns::people',
    'receipts::people',
    'audits',
    'limit_requests',
    'reversals',
    'notes::people',
    'trips',
  ];
  const own = ['additional::', 'closings::', 'dumps::', ...machines.map((machine) => `${machine}::the_matrix`)];
  const written = ['generated::', 'access::', 'flows::', ...own, 'planting::', 'reports::', 'vectors::'];
  run('cargo', ['test', '--locked', '--test', 'rules', '--', ...written], { env });
  run('cargo', ['test', '--locked', '--test', 'house', '--', 'refusals::'], { env });
  run('cargo', ['test', '--locked', '--test', 'api', '--', 'openapi::', 'walk::'], { env });
});

// Makes a small data directory with a document of every type by a given binary, to be checked in under
// server/tests/golden: `node .scripts/golden.mjs <binary> <empty directory>`.
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Failure, main } from './lib.mjs';
import { Site, day, gstin } from './site.mjs';

const PEOPLE = ['SALES', 'BM', 'PCT', 'CREDIT', 'YARD', 'LOGI', 'ACC', 'PURCH', 'AUDIT'];

function environment(data) {
  return { ...process.env, GODOWN_DATA: data, GODOWN_ADDR: '127.0.0.1:0', GODOWN_RESERVE: '0', GODOWN_LOG: 'error' };
}

function godown(binary, data, ...args) {
  const done = spawnSync(binary, args, { env: environment(data), encoding: 'utf8' });
  if (done.status !== 0) throw new Failure(`godown ${args.join(' ')}: ${done.stderr}`);
  return done.stdout;
}

/** Starts the server, does the work with its address, and stops it. */
async function serving(binary, data, work) {
  const child = spawn(binary, ['serve'], { env: environment(data), stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((done) => child.on('exit', done));
  try {
    const address = await new Promise((found, failed) => {
      let said = '';
      child.stdout.on('data', (bytes) => {
        said += bytes;
        const line = /Godown serves (\S+)/.exec(said);
        if (line) found(line[1]);
      });
      child.on('exit', () => failed(new Failure(`it did not serve: ${said}`)));
    });
    await work(address);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** The last entry of the seed: behind it stand the places, which would be most of the directory. */
function endOfSeed(data) {
  const journal = readFileSync(join(data, 'journal', '0001.log'), 'latin1');
  const titles = journal.matchAll(
    /"seq":(\d+),"prev":"[0-9a-f]+","time":\d+,[^{}]*"did":\{"deed":"create","doc_type":"country"/g,
  );
  const [, world] = [...titles];
  if (!world) throw new Failure('no country follows the seed');
  return Number(world[1]) - 1;
}

/** What stands in no seed: places, the company, people, goods. */
async function found(site) {
  const at = { state: await site.find('state', 'Maharashtra'), term: await site.find('payment_term', 'CR30') };
  const make = async (type, record) => (at[type] = await site.make('ADMIN', type, record));
  await make('region', { name: 'West' });
  await make('district', { name: 'Pune', state: at.state, region: at.region });
  await make('city', { name: 'Chakan', district: at.district, pincodes: ['410501'] });
  await make('country', { name: 'Nepal', iso2: 'NP', dial: '+977' });
  await make('company', {
    name: 'Golden Steel Private Limited',
    pan: 'AAPFU0939F',
    address: 'Chakan MIDC, Pune',
    aato_paise: 1_000_000_000,
  });
  await make('branch', {
    code: 'PUN',
    name: 'Pune',
    gstin: gstin('27', 'AAPFU0939F'),
    address: 'Chakan MIDC, Pune',
    state: at.state,
    pin: '410501',
    series_prefix: 'PN',
  });
  await make('yard', {
    code: 'PUN1',
    name: 'Chakan',
    branch: at.branch,
    address: 'Godown road, Chakan',
    city: at.city,
    state: at.state,
    pin: '410501',
  });
  await make('zone', { yard: at.yard, name: 'Rack A' });
  const year = Number(day(0).slice(0, 4)) - (day(0).slice(5) < '04' ? 1 : 0);
  const fy = `${String(year).slice(2)}-${String(year + 1).slice(2)}`;
  await make('number_series', { doc_type: 'invoice', branch: at.branch, fy, width: 6 });
  await make('period_lock', { branch: at.branch, locked_to: day(-700) });
  await make('holiday', { date: '2030-01-26', name: 'Republic Day' });
  await make('time_rule', {
    name: 'The yard loads until eight',
    kind: 'loading',
    role: 'YARD',
    from: '00:00',
    to: '23:59',
  });
  await make('uom', { code: 'COIL', name: 'Coil', uqc: 'ROL', dimension: 'count', decimals: 0, num: 1, den: 1 });
  await make('truck_type', { name: 'Half trailer', wheels: 14, max_g: 24_000_000, max_length_mm: 9_000, body: 'open' });
  await make('payment_term', {
    code: 'CR21',
    name: 'Credit 21 days',
    kind: 'credit',
    days: 21,
    basis: 'invoice',
    needs_credit_check: true,
  });
  await make('reason', { code: 'DENT', name: 'Dented', kind: 'return' });
  await make('role', {
    code: 'REGIONAL',
    name: 'Regional manager',
    acts_as: 'BM',
    login_type: 'bm',
    home: '/dashboard/default',
    rights: [{ page: 'order', view: 'all', export: 'all' }],
  });
  await make('menu', { menu_name: 'Weather', kind: 'link', menu_page_url: '/weather', icon: 'cloud', sort: 900 });
  await make('tally_ledger', { account: 'sales', name: 'Sales GST' });
  for (const [at_, who] of PEOPLE.entries()) {
    await make('employee', {
      emp_id: who,
      name: `Person ${who}`,
      mobile: `98220110${10 + at_}`,
      email: `${who.toLowerCase()}@golden.example`,
      roles: [who],
      branch: at.branch,
      designation: 'Executive',
      joined_on: '2024-04-01',
      password: 'first-of-nine-lorries',
      ...(who === 'YARD' && { yards: [at.yard] }),
    });
    await site.signIn(who, 'first-of-nine-lorries');
  }
  return at;
}

async function goods(site, at) {
  const make = async (type, record) => (at[type] = await site.make('ADMIN', type, record));
  await make('hsn', {
    code: '73063090',
    name: 'Welded tubes and pipes',
    gst_rates: [{ rate_bp: 1_800, from: '2017-07-01' }],
  });
  await make('product_group', {
    name: 'MS ERW Pipe',
    hsn: at.hsn,
    rate_uom: 'MT',
    stock_mode: 'pcs_kg',
    section: 'pipe',
    nominal: true,
    name_template: '{group} {od}OD × {thk} × {len} m {make}',
  });
  const property = (code, label, more) =>
    site.make('ADMIN', 'sku_property', { code, label, kind: 'number', in_name: true, in_formula: true, ...more });
  const od = await property('OD', 'Outside diameter', { unit: 'mm', min: '6', max: '660', step: '0.1' });
  const thk = await property('THK', 'Thickness', { unit: 'mm', min: '0.3', max: '60', step: '0.1' });
  const len = await property('LEN', 'Length', { unit: 'mm', min: '1000', max: '18000', step: '1' });
  const brand = await property('MAKE', 'Make', { kind: 'list', in_formula: false });
  await make('sku_property_value', { property: brand, value: 'Trishul', sort: 0 });
  const mapped = [od, thk, len, brand].map((id, index) => ({
    property: id,
    form_sequence: index + 1,
    is_searchable: true,
    search_sequence: index + 1,
    is_mandatory: true,
  }));
  await make('sku_mapping', { product_group: at.product_group, properties: mapped });
  await make('formula', {
    code: 'PIPE_ERW',
    name: 'Pipes',
    product_group: at.product_group,
    per: 'm',
    from: '2025-09-22',
    expression: '0.0246615 * (od - thk) * thk',
    tests: [
      { inputs: 'od = 60.3, thk = 3.6', expected_g: 5_034 },
      { inputs: 'od = 21.3, thk = 2.6', expected_g: 1_199 },
    ],
  });
  await site.step('PURCH', 'formula', at.formula, 'activate');
  const values = [
    [od, '60.3'],
    [thk, '3.6'],
    [len, '6000'],
    [brand, 'Trishul'],
  ];
  await make('sku', {
    product_group: at.product_group,
    values: values.map(([id, value]) => ({ property: id, value })),
    pcs_per_bundle: 20,
  });
  await make('price', {
    sku: at.sku,
    rate_uom: 'MT',
    rate_paise: 5_875_000,
    floor_paise: 5_700_000,
    from: day(-30),
  });
  await make('driver', {
    name: 'Ramesh',
    mobile: '9822000001',
    licence_no: 'MH1220110012345',
    licence_to: '2099-12-31',
  });
  await make('vehicle', {
    reg_no: 'MH12AB1234',
    truck_type: at.truck_type,
    owned_by: 'own',
    capacity_g: 16_000_000,
    insurance_to: '2099-12-31',
  });
}

async function parties(site, at) {
  const billing = { line1: '12 Station Road', state: at.state, district: at.district, city: at.city, pin: '410501' };
  const firm = (name, pan, mobile) => ({
    name,
    gst_category: 'Regular',
    gstin: gstin('27', pan),
    pan,
    contact_person: 'A. Sharma',
    mobile,
    billing,
  });
  const bank = { bank: 'State Bank of India', ifsc: 'SBIN0001234', account: '31200345001', holder: 'The firm' };
  at.supplier = await site.make('PURCH', 'supplier', {
    ...firm('Mill of Chakan', 'AABCM1234K', '9233440000'),
    kind: 'Mill',
    bank,
  });
  await site.step('PURCH', 'supplier', at.supplier, 'submit');
  await site.step('ACC', 'supplier', at.supplier, 'approve');
  at.vendor = await site.make('LOGI', 'vendor', {
    ...firm('Shree Transport', 'AABFS1234K', '9144120000'),
    kind: 'Transporter',
    bank,
  });
  await site.step('LOGI', 'vendor', at.vendor, 'submit');
  await site.step('ACC', 'vendor', at.vendor, 'approve');
  at.customer = await site.make('SALES', 'customer', {
    ...firm('Sharma Tubes', 'AABFT1234K', '9325110000'),
    kind: 'Dealer',
    payment_term: at.term,
  });
  await site.step('SALES', 'customer', at.customer, 'submit');
  await site.step('BM', 'customer', at.customer, 'approve');
  await site.step('CREDIT', 'customer', at.customer, 'set_credit', {
    limit_paise: 100_000_000,
    remarks: 'Opening limit',
  });
}

/** Whoever is told of an order that waits, by every way there is. */
async function told(site, at) {
  await site.edit('ADMIN', 'setting', 'setting', { message_channels: ['sms'], load_tolerance_bp: 400 });
  at.trigger = await site.make('ADMIN', 'trigger', {
    name: 'An order waits for the branch manager',
    event: 'status',
    doc_type: 'order',
    in_status: 'BM Approval Pending',
    recipients: [{ kind: 'role', role: 'BM' }],
    channels: ['app', 'mail', 'sms'],
    title: '{{doc_no}} waits',
    body: '{{party}} waits.',
  });
}

async function trade(site, at) {
  const inward = await site.make('PURCH', 'inward', {
    date: day(0),
    yard: at.yard,
    supplier: at.supplier,
    supplier_invoice_no: 'SI/1',
    supplier_invoice_date: day(-1),
    vehicle_no: 'MH12TR1234',
    tare_g: 8_000_000,
    gross_g: 11_020_400,
    lines: [{ sku: at.sku, pcs: 100, weight_g: 3_020_400, rate_paise: 5_500_000, zone: at.zone }],
  });
  await site.step('PURCH', 'inward', inward, 'submit');
  await site.step('BM', 'inward', inward, 'approve', { remarks: 'Weights and papers checked' });
  const { rows: batches } = await site.call('BM', 'GET', '/api/docs/batch');
  const order = async (pcs) => {
    const id = await site.make('SALES', 'order', {
      customer: at.customer,
      yard: at.yard,
      payment_term: at.term,
      price_basis: 'ex_yard',
      delivery_by: day(5),
      lines: [{ sku: at.sku, pcs, weight_g: pcs * 30_204 }],
    });
    await site.step('SALES', 'order', id, 'submit');
    return id;
  };
  const sold = await order(20);
  await site.step('BM', 'order', sold, 'approve');
  await site.step('PCT', 'order', sold, 'forward', { recommendation: 'approve' });
  await site.step('CREDIT', 'order', sold, 'credit_approve');
  const waiting = await order(10);
  const reason = { reason: 'PAYMENT_AWAITED', remarks: 'Part payment promised', hold_until: day(3) };
  await site.step('BM', 'order', waiting, 'hold', reason);
  const record = {
    vehicle: at.vehicle,
    driver: at.driver,
    mobile: '9822000001',
    slip_no: 'W1',
    tare_g: 8_000_000,
    gross_g: 8_604_080,
    lines: [{ order_line: 0, batch: batches[0].id, pcs: 20, weight_g: 604_080 }],
  };
  await site.step('YARD', 'order', sold, 'load', { loading_record: record });
  const { rows: loadings } = await site.call('ACC', 'GET', '/api/docs/loading');
  const invoice = await site.make('ACC', 'invoice', {
    date: day(0),
    loadings: [loadings[0].id],
    ewb_no: '270000000977',
  });
  await site.step('ACC', 'invoice', invoice, 'post');
  const receipt = await site.make('SALES', 'receipt', {
    date: day(0),
    customer: at.customer,
    mode: 'bank_transfer',
    amount_paise: 1_000_000,
    utr: 'HDFCR00000000001',
    bank: 'HDFC Bank',
  });
  await site.step('ACC', 'receipt', receipt, 'confirm');
  const hold = await site.make('BM', 'stock_hold', {
    yard: at.yard,
    sku: at.sku,
    pcs: 5,
    kind: 'quality',
    to: day(7),
    reason: 'DAMAGE',
    remarks: 'White rust on the top layer',
  });
  await site.step('BM', 'stock_hold', hold, 'release', { remarks: 'Wiped and counted' });
  const people = await site.find('employee', 'Person', (row) => row.emp_id === 'AUDIT');
  const audit = await site.make('AUDIT', 'stock_audit', {
    yard: at.yard,
    counted: 'yard',
    counters: [people],
    planned_on: day(9),
    blind: true,
  });
  await site.step('AUDIT', 'stock_audit', audit, 'cancel', { remarks: 'Yard is closed for the fair' });
  await site.make('ACC', 'tally_export', {
    from: day(0),
    to: day(0),
    branch: at.branch,
    file: 'tally.xml',
    vouchers: 1,
    until: 1,
    hash: '0'.repeat(64),
  });
  await site.make('SALES', 'report_view', { name: 'Mine', report: 'sales_export', question: '?days=7', roles: ['BM'] });
}

/** What the administrator made of the program's own rows. */
async function changed(site) {
  const rust = await site.find('reason', 'Rust', (row) => row.kind === 'return');
  const { version } = await site.get('ADMIN', 'reason', rust);
  await site.call('ADMIN', 'DELETE', `/api/docs/reason/${rust}?command_id=${randomUUID()}&version=${version}`);
  const orders = await site.find('menu', 'Orders', (row) => row.menu_page_url === '/order');
  await site.edit('ADMIN', 'menu', orders, { menu_name: 'Sales orders' });
  const bend = await site.find('reason', 'Bent', (row) => row.kind === 'return');
  await site.step('ADMIN', 'reason', bend, 'deactivate');
}

await main(async () => {
  const [binary, out] = process.argv.slice(2).map((path) => resolve(path));
  if (!out) throw new Failure('node .scripts/golden.mjs <binary> <empty directory>');
  const work = mkdtempSync(join(tmpdir(), 'golden-'));
  try {
    const [whole, backup, made] = ['whole', 'backup', 'made'].map((name) => join(work, name));
    await serving(binary, whole, () => undefined);
    godown(binary, whole, 'backup', backup);
    godown(binary, whole, 'restore', backup, made, '--seq', String(endOfSeed(whole)));
    const said = godown(
      binary,
      made,
      'user',
      'add',
      'ADMIN',
      '--name',
      'Administrator',
      '--mobile',
      '9000000000',
      '--role',
      'ADMIN',
    );
    await serving(binary, made, async (address) => {
      const site = new Site(address);
      await site.signIn('ADMIN', said.split(': ')[1].trim());
      const at = await found(site);
      await goods(site, at);
      await parties(site, at);
      await told(site, at);
      await trade(site, at);
      await changed(site);
      const { paths } = await site.call('ADMIN', 'GET', '/api/openapi.json');
      const types = new Set(
        Object.keys(paths)
          .map((path) => /^\/api\/docs\/(\w+)$/.exec(path)?.[1])
          .filter(Boolean),
      );
      for (const type of types) {
        // A saved view is shown to whoever saved it.
        const who = type === 'report_view' ? 'SALES' : 'ADMIN';
        const { total } = await site.call(who, 'GET', `/api/docs/${type}?limit=1`);
        if (total === 0) throw new Failure(`there is no ${type}`);
      }
      console.log(`${types.size} types`);
    });
    console.log(godown(binary, made, 'verify'));
    // The index follows from the journal, and keys of tokens are nobody's business.
    mkdirSync(join(out, 'journal'), { recursive: true });
    cpSync(join(made, 'journal', 'head'), join(out, 'journal', 'head'));
    writeFileSync(join(out, 'journal', '0001.log.gz'), gzipSync(readFileSync(join(made, 'journal', '0001.log'))));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

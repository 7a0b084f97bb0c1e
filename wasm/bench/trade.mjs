// Trade of the shape and counts of TPC-H, as the files of an earlier system and as rows for a database: 25 categories
// and districts, 20 yards, a fifth of the orders bought, one in seven of a branch that questions leave out. The same
// numbers on every machine.
import { closeSync, openSync, writeSync } from 'node:fs';

const DAYS = 2_406;
const FIRST_DAY = 8_035;

/** Mulberry: 32 bits at a time. */
function dice(seed) {
  let state = seed;
  return (end) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % end;
  };
}

const named = (word, number, width) => `${word} ${String(number).padStart(width, '0')}`;
const date = (day) => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Calls `line` with every order line and `receipt` with every receipt, in order of their days. */
export function trade(lines, { line, receipt }) {
  const orders = Math.ceil((lines * 24_993) / 100_000);
  const receipts = Math.ceil((lines * 136_413) / 1_000_000);
  const [customers, skus] = [Math.ceil(lines / 10), Math.ceil(lines / 5)];
  const master = dice(1);
  const district = Uint8Array.from({ length: customers + 1 }, () => 1 + master(25));
  const category = Uint8Array.from({ length: skus + 1 }, () => 1 + master(25));
  const roll = dice(2);
  for (let order = 1, made = 0; order <= orders; order++) {
    const left = lines - made;
    const count = order === orders ? left : Math.min(1 + roll(7), left - (orders - order));
    const [customer, kind] = [1 + roll(customers), roll(5) === 0 ? 1 : 0];
    const [day, status] = [FIRST_DAY + Math.floor(((order - 1) * DAYS) / orders), 1 + roll(7)];
    for (let i = 0; i < count; i++, made++) {
      const [sku, supplier] = [1 + roll(skus), 1 + roll(100)];
      const pieces = 1 + roll(50);
      const price = 90_000 + (((sku / 10) | 0) % 20_001) + 100 * (sku % 1_000);
      line({
        order: named('O', order, 8),
        kind,
        status,
        day,
        customer: named('Customer', customer, 7),
        district: district[customer],
        supplier: named('Supplier', supplier, 3),
        sku: named('SKU', sku, 7),
        category: category[sku],
        godown: 1 + ((sku + supplier * 7) % 20),
        pieces,
        qty: pieces * 1_000,
        amount: Math.floor((pieces * price * (100 - roll(11)) + 50) / 100),
      });
    }
  }
  const pay = dice(3);
  for (let at = 1; at <= receipts; at++) {
    const customer = 1 + pay(customers);
    receipt({
      number: named('R', at, 8),
      day: FIRST_DAY + Math.floor(((at - 1) * DAYS) / receipts),
      customer: named('Customer', customer, 7),
      district: district[customer],
      amount: pay(40_000_000),
    });
  }
}

export const category = (number) => named('Category', number, 2);
export const district = (number) => named('District', number, 2);
export const godown = (number) => named('Godown', number, 2);
export const branch = (number) => named('Branch', number, 1);

const money = (paise) => `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
const weight = (grams) => `${Math.floor(grams / 1_000)}.${String(grams % 1_000).padStart(3, '0')}`;

/** A file that rows are written into one by one. */
function file(path, head) {
  const handle = openSync(path, 'w');
  let open = `${head}\n`;
  return {
    row(cells) {
      open += `${cells.join(',')}\n`;
      if (open.length > 1 << 20) {
        writeSync(handle, open);
        open = '';
      }
    },
    end() {
      writeSync(handle, open);
      closeSync(handle);
    },
  };
}

/** Writes sales.csv, purchases.csv and receipts.csv as `godown import --history` reads them; answers their paths. */
export function files(folder, lines) {
  const paths = ['sales', 'purchases', 'receipts'].map((name) => `${folder}/${name}.csv`);
  const sales = file(
    paths[0],
    'Date,Invoice,Customer,District,Branch,Yard,SKU,Product type,Pcs,Weight (kg),Amount (₹)',
  );
  const purchases = file(paths[1], 'Date,Purchase,Supplier,Branch,Yard,SKU,Product type,Pcs,Weight (kg),Amount (₹)');
  const receipts = file(paths[2], 'Date,Receipt,Customer,District,Amount (₹)');
  const suppliers = new Map();
  trade(lines, {
    line(one) {
      const goods = [
        branch(one.status),
        godown(one.godown),
        one.sku,
        category(one.category),
        one.pieces,
        weight(one.qty),
        money(one.amount),
      ];
      if (one.kind === 0) return sales.row([date(one.day), one.order, one.customer, district(one.district), ...goods]);
      // A purchase is of one supplier: that of its first line.
      if (!suppliers.has(one.order)) suppliers.clear();
      suppliers.set(one.order, suppliers.get(one.order) ?? one.supplier);
      return purchases.row([date(one.day), one.order, suppliers.get(one.order), ...goods]);
    },
    receipt(one) {
      receipts.row([date(one.day), one.number, one.customer, district(one.district), money(one.amount)]);
    },
  });
  [sales, purchases, receipts].forEach((one) => one.end());
  return paths;
}

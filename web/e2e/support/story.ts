// What a story needs before it begins: goods of the domain's own example, somebody who buys them, and a truck.
import type { DocView } from '../../src/core/types.gen'
import { signIn, type Person, type Values } from './api'

/** 36 pieces that weigh 1,020.500 kg, at ₹58,750.00 per MT. */
export const LINE = { pcs: 36, weight_g: 1_020_500, rate_paise: 5_875_000, rate: '58,750.00' }

/** Long before and long after any day on which the tests run. */
const [LONG_AGO, FAR_OFF] = ['2026-04-01', '2099-12-31']

export interface Buyer {
  name: string
  gstin: string
  stateCode: string
  pin: string
  mobile: string
}

export interface Goods {
  sku: string
  batch: string
  vehicle: string
  driver: string
  mobile: string
  customer: string
}

/** The day in India as the server's own clock has it. */
export async function today(url: string): Promise<string> {
  const said = (await fetch(`${url}/healthz`)).headers.get('date')
  if (!said) throw new Error('the server does not say what day it is')
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' }).format(new Date(said))
}

async function stock(
  person: (id: string) => Promise<Person>,
  day: string,
  yard: string,
  sku: string,
  no: string,
): Promise<string> {
  const [purch, bm] = [await person('PURCH'), await person('BM')]
  const supplier = await purch.one('supplier', 'status:eq:Active')
  const tare_g = 8_000_000
  const inward = await purch.create('inward', {
    date: day,
    yard,
    supplier: supplier.id,
    supplier_invoice_no: no,
    supplier_invoice_date: day,
    supplier_invoice_paise: 5_500_000,
    vehicle_no: 'MH12TR4521',
    ewb_no: '271234567890',
    tare_g,
    gross_g: tare_g + LINE.weight_g,
    unloading_by: 'Yard crew',
    lines: [{ sku, pcs: LINE.pcs, weight_g: LINE.weight_g, supplier_weight_g: LINE.weight_g, rate_paise: 5_500_000 }],
  })
  const approved = await bm.act(await purch.act(inward, 'submit'), 'approve', { remarks: 'Weights and papers checked' })
  const [line] = approved.record.lines as Values[]
  return (await bm.doc('batch', String(line?.batch))).record.batch_no as string
}

/** A customer whom the branch manager approved, without a limit. */
export async function buyerOf(person: (id: string) => Promise<Person>, buyer: Buyer): Promise<DocView> {
  const [sales, bm] = [await person('SALES'), await person('BM')]
  const state = await sales.one('state', `gst_code:eq:${buyer.stateCode}`)
  const term = await sales.one('payment_term', 'code:eq:CR30')
  const made = await sales.create('customer', {
    name: buyer.name,
    kind: 'Dealer',
    gst_category: 'Regular',
    gstin: buyer.gstin,
    pan: buyer.gstin.slice(2, 12),
    contact_person: 'A. Sharma',
    mobile: buyer.mobile,
    billing: { line1: '12 Station Road', state: state.id, pin: buyer.pin },
    payment_term: term.id,
  })
  return bm.act(await sales.act(made, 'submit'), 'approve')
}

/** Everything that the example's order names; `mark` tells one story's things from another's. */
export async function prepare(
  url: string,
  person: (id: string) => Promise<Person>,
  buyer: Buyer,
  mark: string,
): Promise<Goods> {
  const [admin, bm] = [await person('ADMIN'), await person('BM')]
  const pipes = await admin.doc('product_group', (await admin.one('product_group', 'name:eq:MS ERW Pipe')).id)
  // A group without properties: its SKUs are named and weighed by whoever makes them.
  const group = await admin.create('product_group', {
    ...pipes.record,
    name: `Water pipe ${mark}`,
    name_template: null,
    section: null,
  })
  const yard = await admin.one('yard', 'code:eq:PUN1')
  const sku = await admin.create('sku', {
    name: `Water pipe 50 NB ${mark}`,
    product_group: group.id,
    length_mm: 6_000,
    theo_g_per_pc: 28_347,
  })
  await bm.create('price', {
    sku: sku.id,
    rate_uom: 'MT',
    rate_paise: LINE.rate_paise,
    floor_paise: 5_700_000,
    from: LONG_AGO,
  })
  const batch = await stock(person, await today(url), yard.id, sku.id, `SI-${mark}`)
  const truck = await admin.one('truck_type', 'name:eq:Truck 10 wheels')
  const vehicle = await admin.create('vehicle', {
    reg_no: `MH12ZZ${mark}`,
    truck_type: truck.id,
    owned_by: 'own',
    capacity_g: 16_000_000,
    insurance_to: FAR_OFF,
  })
  const driver = await admin.create('driver', {
    name: `Ramesh Pawar ${mark}`,
    mobile: `98220${mark}1`,
    licence_no: `MH1220110${mark}56`,
    licence_to: FAR_OFF,
  })
  const [active, credit] = [await buyerOf(person, buyer), await person('CREDIT')]
  await credit.act(active, 'set_credit', { limit_paise: 100_000_000, reason: 'OPENING', remarks: 'Opening limit' })
  return {
    sku: sku.record.name as string,
    batch,
    vehicle: vehicle.record.reg_no as string,
    driver: driver.record.name as string,
    mobile: driver.record.mobile as string,
    customer: buyer.name,
  }
}

/** An order of SALES over the whole batch, as far as a status. */
export async function orderOf(
  url: string,
  person: (id: string) => Promise<Person>,
  goods: Goods,
  until: 'Draft' | 'BM Approval Pending' | 'Waiting for Loading',
): Promise<DocView> {
  const [sales, bm, pct, credit] = [
    await person('SALES'),
    await person('BM'),
    await person('PCT'),
    await person('CREDIT'),
  ]
  const customer = await sales.one('customer', `name:eq:${goods.customer}`)
  const [yard, sku, term] = [
    await sales.one('yard', 'code:eq:PUN1'),
    (await sales.get<{ rows: { id: string }[] }>(`/api/docs/sku?q=${encodeURIComponent(goods.sku)}&limit=1`)).rows[0]!,
    await sales.one('payment_term', 'code:eq:CR30'),
  ]
  let doc = await sales.create('order', {
    customer: customer.id,
    yard: yard.id,
    payment_term: term.id,
    price_basis: 'ex_yard',
    delivery_by: await today(url),
    lines: [{ sku: sku.id, pcs: LINE.pcs, weight_g: LINE.weight_g }],
  })
  const steps: [Person, string, Values][] = [
    [sales, 'submit', {}],
    [bm, 'approve', {}],
    [pct, 'forward', { recommendation: 'approve' }],
    [credit, 'credit_approve', {}],
  ]
  for (const [who, action, inputs] of steps) {
    if (doc.status === until) break
    doc = await who.act(await who.doc('order', doc.id), action, inputs)
  }
  return doc
}

/** The six belong to one branch, so that an order of another branch has no place in any of their browsers. */
export async function narrow(url: string, ids: string[]): Promise<void> {
  const admin = await signIn(url, 'ADMIN')
  for (const id of ids) {
    const row = await admin.one('employee', `emp_id:eq:${id}`)
    const employee = await admin.doc('employee', row.id)
    if (employee.record.branches) await admin.save(employee, { branches: null })
  }
}

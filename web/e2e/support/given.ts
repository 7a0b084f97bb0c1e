// Documents that the pages of a walk are opened over: of the demo where it has one in such a status, else made.
import type { Where } from '../../src/core/records'
import type { DocView } from '../../src/core/types.gen'
import { signIn, type Person } from './api'
import { today } from './story'

export interface Given {
  admin: Person
  customer: string
  customerId: string
  customerName: string
  today: string
  /** Orders by what waits in them. */
  draft: string
  bm: string
  bmNo: string
  pct: string
  credit: string
  waiting: string
  loaded: string
  completed: string
  /** A loading of the loaded order, one that stands on no invoice, and an order's number that a vehicle may be for. */
  loading: string
  billable: string
  waitingNo: string
  vehicle: string
  invoice: string
  posted: string
  /** A posted credit note and a draft. */
  reversal: string
  note: string
  noteDraft: string
  /** A message in the administrator's inbox. */
  letter: string
  inward: string
  batch: string
  submitted: string
  sku: string
  skuName: string
  group: string
  formula: string
  role: string
  /** Transfers by what waits in them: of the last, goods are missing. */
  requested: string
  accepted: string
  assigned: string
  transit: string
  accounts: string
  /** What a yard takes off its books, and whoever keeps that yard. */
  keeper: Person
  closing: string
  closingDraft: string
  closingWaits: string
  dumped: string
  dumpWaits: string
  /** Work orders by what waits in them. */
  workApproved: string
  workRunning: string
  returnAsked: string
  returnApproved: string
  returnReceived: string
  /** A vehicle that is on no trip; a trip on the road with stops to call at, and what it brings to the first. */
  lorry: string
  road: string
  roadOrder: string
  roadLoading: string
  /** Credit limit requests before the branch manager and the credit manager. */
  limitBm: string
  limitCredit: string
  /** An audit whose sheet is counted. */
  counting: string
  /** A receipt whose money is on account, of a customer who has an invoice to pay. */
  receipt: string
}

interface Stop {
  loading: string
  transfer?: string
  order: string
  state: string
  ewb_no?: string
}
export const stopsOf = ({ record }: DocView) => record.stops as Stop[]

/** A trip of the demo that has called nowhere yet, at more than one stop. */
export async function onTheRoad(admin: Person): Promise<DocView> {
  const { rows } = await admin.list('trip', ['status:eq:Dispatched'])
  const docs = await Promise.all(rows.map(({ id }) => admin.doc('trip', id)))
  const fresh = docs.find((doc) => stopsOf(doc).length > 1 && stopsOf(doc).every((stop) => stop.state === 'waiting'))
  if (!fresh) throw new Error('the demo has a trip on the road that has called nowhere yet')
  return fresh
}

const plain = ({ record }: DocView, keys: string[]) => Object.fromEntries(keys.map((key) => [key, record[key]]))

export async function given(admin: Person, url: string): Promise<Given> {
  const order = (status: string) => admin.one('order', `status:eq:${status}`)
  const [customer, yard, bm, pct, credit, waiting, loaded, completed] = await Promise.all([
    admin.one('customer', 'status:eq:Active'),
    admin.one('yard', 'code:eq:PUN1'),
    order('BM Approval Pending'),
    order('Preliminary Credit Team'),
    order('Credit Approval Pending'),
    order('Waiting for Loading'),
    order('Order Loaded'),
    order('Order Completed'),
  ])
  const [loading, billable, next, vehicle, posted, active, formula] = await Promise.all([
    admin.one('loading', `order:eq:${loaded.id}`),
    admin.list('order', ['status:eq:Order Loaded']),
    admin.list('order', ['status:eq:Waiting for Loading']),
    admin.one('vehicle', 'status:eq:Active'),
    admin.one('invoice', 'status:eq:Posted'),
    admin.one('sku', 'status:eq:Active'),
    admin.one('formula', 'status:eq:Active'),
  ])
  const [mine, other] = await Promise.all(
    billable.rows.slice(1, 3).map(({ id }) => admin.one('loading', `order:eq:${id}`, 'invoice:eq:')),
  )
  if (!mine || !other) throw new Error('the demo has three loaded orders without an invoice')
  const day = await today(url)
  const supplier = await admin.one('supplier', 'status:eq:Active')
  const owing = (await admin.doc('invoice', posted.id)).record
  const inward = (no: string) =>
    admin.create('inward', {
      date: day,
      yard: yard.id,
      supplier: supplier.id,
      supplier_invoice_no: no,
      supplier_invoice_date: day,
      supplier_invoice_paise: 5_500_000,
      vehicle_no: 'MH12TR4521',
      ewb_no: '271234567890',
      tare_g: 8_000_000,
      gross_g: 9_000_000,
      unloading_by: 'Yard crew',
      lines: [{ sku: active.id, pcs: 10, weight_g: 1_000_000, supplier_weight_g: 1_000_000, rate_paise: 5_500_000 }],
    })
  const [draft, invoice, kept, submitted, version] = [
    await admin.create('order', { customer: customer.id, yard: yard.id }),
    await admin.create('invoice', { loadings: [other.id] }),
    await inward('SI-8801'),
    await admin.act(await inward('SI-8802'), 'submit'),
    await admin.create('formula', {
      ...plain(await admin.doc('formula', formula.id), ['code', 'name', 'product_group', 'per', 'expression', 'tests']),
      from: '2099-01-01',
    }),
  ]
  const transfer = async (...where: string[]) => (await admin.one('transfer', ...where)).id
  const trips = await Promise.all((await admin.list('trip', [])).rows.map(({ id }) => admin.doc('trip', id)))
  const carried = new Set(trips.flatMap((trip) => stopsOf(trip).map((stop) => stop.transfer)))
  const untripped = async (where: Where<'transfer'>) => {
    const free = (await admin.list('transfer', [where])).rows.find(({ id }) => !carried.has(id))
    if (!free) throw new Error(`the demo has a transfer that no trip takes along: ${where}`)
    return free.id
  }
  const accepted = await admin.one('transfer', 'status:eq:From-Yard Accepted')
  // Its vehicle is entered with it only while no trip takes it along.
  const takenBy = trips.find((trip) => stopsOf(trip).some((stop) => stop.transfer === accepted.id))
  if (takenBy) await admin.act(takenBy, 'cancel', { remarks: 'The transfer goes by itself' })
  const atAccounts = (await admin.list('transfer', ['status:eq:Account Pending'])).rows
  const ofAccounts = await Promise.all(atAccounts.map(({ id }) => admin.doc('transfer', id)))
  const missing = ofAccounts.find(({ record }) => record.road_pcs)
  if (!missing) throw new Error('the demo has a transfer at accounts of which goods are missing')
  const truck = await admin.one('truck_type', 'name:eq:Trailer 18 wheels')
  const lorry = await admin.create('vehicle', {
    reg_no: 'MH12ZZ7001',
    truck_type: truck.id,
    owned_by: 'own',
    capacity_g: 60_000_000,
    body_length_mm: 14_000,
    insurance_to: '2099-12-31',
    driver: (await admin.one('driver', 'status:eq:Active')).id,
  })
  const road = await onTheRoad(admin)
  const stop = stopsOf(road)[0]!
  const [keeper, accounts] = [await signIn(url, 'YARD'), await signIn(url, 'ACC')]
  const advance = await accounts.act(
    await admin.act(
      await admin.create('receipt', {
        date: day,
        customer: owing.customer,
        mode: 'cash',
        amount_paise: 100_000,
        spread: 'none',
      }),
      'submit',
    ),
    'confirm',
  )
  const taken = async (type: 'batch_closing' | 'dump_stock', status: string) =>
    (await keeper.one(type, `status:eq:${status}`)).id
  return {
    admin,
    requested: await transfer('status:eq:Requested'),
    accepted: accepted.id,
    assigned: await untripped('status:eq:Logistic Assigned'),
    transit: await transfer('status:eq:In Transit'),
    accounts: missing.id,
    keeper,
    closing: await taken('batch_closing', 'Approved'),
    closingDraft: await taken('batch_closing', 'Draft'),
    closingWaits: await taken('batch_closing', 'Pending Approval'),
    dumped: await taken('dump_stock', 'Approved'),
    dumpWaits: await taken('dump_stock', 'BM Pending'),
    workApproved: (await admin.one('work_order', 'status:eq:Approved')).id,
    lorry: String(lorry.record.reg_no),
    road: road.id,
    roadOrder: stop.order,
    roadLoading: stop.loading,
    counting: (await admin.one('stock_audit', 'status:eq:Counting')).id,
    workRunning: (await admin.one('work_order', 'status:eq:In Process')).id,
    returnAsked: (await admin.one('sales_return', 'status:eq:BM Approval Pending')).id,
    returnApproved: (await admin.one('sales_return', 'status:eq:Approved', 'late:eq:false')).id,
    returnReceived: (await admin.one('sales_return', 'status:eq:Received at Yard')).id,
    limitBm: (await admin.one('credit_limit_request', 'status:eq:BM Pending')).id,
    limitCredit: (await admin.one('credit_limit_request', 'status:eq:Credit Pending')).id,
    customer: String(customer.name),
    customerId: customer.id,
    customerName: String((await admin.doc('customer', customer.id)).record.name),
    today: day,
    reversal: (await admin.one('reversal', 'status:eq:Approved')).id,
    note: (await admin.one('credit_note', 'status:eq:Posted')).id,
    noteDraft: (await admin.one('credit_note', 'status:eq:Draft')).id,
    letter: (await admin.one('inbox_message', 'folder:eq:inbox')).id,
    draft: draft.id,
    bm: bm.id,
    bmNo: String(bm.doc_no),
    pct: pct.id,
    credit: credit.id,
    waiting: waiting.id,
    loaded: loaded.id,
    completed: completed.id,
    loading: loading.id,
    billable: mine.id,
    waitingNo: String(next.rows.at(-1)?.doc_no),
    vehicle: String(vehicle.reg_no),
    invoice: invoice.id,
    posted: posted.id,
    inward: kept.id,
    batch: (await admin.one('batch', 'status:eq:Open')).id,
    submitted: submitted.id,
    sku: active.id,
    skuName: String(active.name),
    group: String(active.product_group),
    formula: version.id,
    receipt: advance.id,
    role: (await admin.one('role', 'name:eq:Purchase desk')).id,
  }
}

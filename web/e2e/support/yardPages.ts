// The pages of the yards and of what leaves them that something is typed into.
import type { Page } from '@playwright/test'
import { paths } from '../../src/docs/paths'
import type { Person, Values } from './api'
import { stopsOf, type Given } from './given'
import { open } from './typing'
import { NEW, STEP, WORDS, boxed, bySave, choose, named, pick, press, type Walked } from './walked'

type Place = 'requested' | 'accepted' | 'assigned' | 'transit' | 'accounts'

/** Another takes a step of a transfer. */
const takes = (
  key: Place,
  action: string,
  inputs: (record: Values, admin: Person) => Values | Promise<Values>,
): Walked['another'] => [
  (given) => `/api/docs/transfer/${given[key]}`,
  async ({ admin, ...given }) => {
    const doc = await admin.doc('transfer', given[key])
    return admin.act(doc, action, await inputs(doc.record, admin))
  },
]

interface Lot {
  pcs: number
  short_pcs?: number
  short_g?: number
}
const lotsOf = (record: Values) => record.lots as Lot[]

/** A step that is entered in its lane's own card. */
const lane = (label: string, row: Omit<Walked, 'send' | 'still'> & Partial<Pick<Walked, 'send'>>): Walked => ({
  send: (page) => page.getByRole('form', { name: label }).locator('button[type=submit]').click(),
  ...row,
  still: STEP,
})

/** A box over a batch closing or a dump; another decides it meanwhile. */
const decided = (type: 'batch_closing' | 'dump_stock', key: 'closingWaits' | 'dumpWaits'): Walked['another'] => [
  (given) => `/api/docs/${type}/${given[key]}`,
  async ({ admin, ...given }) =>
    admin.act(await admin.doc(type, given[key]), 'reject', { remarks: 'Weigh the racks beside it first' }),
]

const opened = (path: (given: Given) => string, ready: (page: Page) => ReturnType<Walked['open']>): Walked['open'] => {
  return async (page, given) => {
    await open(page, path(given))
    return ready(page)
  }
}

export const TRANSFERS: Walked[] = [
  lane('Accept', {
    page: 'what is picked for a transfer',
    modules: ['transfers/TransferLane'],
    open: opened(
      ({ requested }) => paths.transferLane('from', requested),
      async (page) => named(page, /^(Pieces|Kilograms) from /).first(),
    ),
    types: ['1', '2', '3'],
    another: takes('requested', 'reject', () => ({ remarks: 'All of it is promised' })),
  }),
  lane('Assign vehicle', {
    page: 'the vehicle of a transfer',
    modules: ['transfers/TransferLogisticView'],
    open: opened(
      ({ accepted }) => `/IntergodownLogisticView/view/${accepted}`,
      async (page) => named(page, 'LR number'),
    ),
    another: takes('accepted', 'assign', async (_, admin) => ({
      vendor: (await admin.one('vendor', 'status:eq:Active')).id,
      vehicle_no: 'MH12AB1234',
      freight_paise: 500_000,
    })),
  }),
  lane('Gate out', {
    page: 'a transfer at the gate',
    modules: ['transfers/TransferLane'],
    open: opened(
      ({ assigned }) => paths.transferLane('from', assigned),
      async (page) => {
        await named(page, 'Tare').fill('8000')
        await named(page, 'Gross').fill('9000')
        return named(page, 'Weighbridge slip')
      },
    ),
    another: takes('assigned', 'assign', ({ vehicle, vendor }) => ({ vehicle, vendor, freight_paise: 510_000 })),
  }),
  lane('Receive', {
    page: 'what is received of a transfer',
    modules: ['transfers/TransferLane'],
    open: opened(
      ({ transit }) => paths.transferLane('to', transit),
      async (page) => named(page, 'Received pieces').first(),
    ),
    types: ['1', '2', '3'],
    files: true,
    another: takes('transit', 'receive', (record) => ({
      batches: lotsOf(record).map(({ pcs }, lot) => ({ lot, pcs })),
    })),
  }),
  lane('Settle', {
    page: 'what accounts decide on a transfer',
    modules: ['transfers/TransferView'],
    open: opened(
      ({ accounts }) => paths.view('transfer', accounts),
      async (page) => {
        await choose(page, 'Decision', 'Write-off')
        return named(page, 'Challan or invoice')
      },
    ),
    another: takes('accounts', 'settle', (record) => ({
      paper_no: 'DC/777',
      decisions: lotsOf(record).flatMap(({ short_pcs, short_g }, lot) =>
        short_pcs ? [{ lot, decision: 'write_off', pcs: short_pcs, weight_g: short_g }] : [],
      ),
    })),
  }),
]

export const LEAVING: Walked[] = [
  boxed({
    page: 'the box of a step of a batch closing',
    modules: ['stock/ClosingStep'],
    path: ({ closingDraft }) => paths.view('batch_closing', closingDraft),
    step: 'Send for approval',
    another: [
      ({ closingDraft }) => `/api/docs/batch_closing/${closingDraft}`,
      async ({ keeper, closingDraft }) => keeper.save(await keeper.doc('batch_closing', closingDraft), {}),
    ],
  }),
  boxed({
    page: 'the approval of a batch closing',
    modules: ['stock/ClosingApproval'],
    path: ({ closingWaits }) => paths.stockApproval('batch_closing', closingWaits),
    step: 'Reject',
    another: decided('batch_closing', 'closingWaits'),
  }),
  boxed({
    page: 'the box of a step of a dump',
    modules: ['stock/DumpStep'],
    path: ({ dumped }) => paths.view('dump_stock', dumped),
    step: 'Restore to free stock',
    input: 'Inspection note',
    another: [
      ({ dumped }) => `/api/docs/dump_stock/${dumped}`,
      async ({ admin, dumped }) =>
        admin.act(await admin.doc('dump_stock', dumped), 'propose_write_off', { remarks: 'No offer in three months' }),
    ],
  }),
  boxed({
    page: 'the approval of a dump',
    modules: ['stock/DumpApproval'],
    path: ({ dumpWaits }) => paths.stockApproval('dump_stock', dumpWaits),
    step: 'Reject',
    another: decided('dump_stock', 'dumpWaits'),
  }),
]

/** Another puts the work off. */
const holds = (key: 'workApproved' | 'workRunning'): Walked['another'] => [
  (given) => `/api/docs/work_order/${given[key]}`,
  async ({ admin, ...given }) =>
    admin.act(await admin.doc('work_order', given[key]), 'hold', { remarks: 'The blade is to be changed first' }),
]

/** Another changes where a return stands. */
const returned = (
  key: 'returnAsked' | 'returnApproved' | 'returnReceived',
  action: string,
  inputs: Values,
): Walked['another'] => [
  (given) => `/api/docs/sales_return/${given[key]}`,
  async ({ admin, ...given }) => admin.act(await admin.doc('sales_return', given[key]), action, inputs),
]

export const RETURNS: Walked[] = [
  lane('Approve', {
    page: 'the approval of a return',
    modules: ['returns/ReturnApproval'],
    open: opened(
      ({ returnAsked }) => paths.returnApproval(returnAsked),
      async (page) => {
        await choose(page, 'Settlement', 'Credit note')
        return named(page, 'Pieces').first()
      },
    ),
    types: ['1', '2', '3'],
    another: returned('returnAsked', 'reject', { remarks: 'The goods are sound' }),
  }),
  lane('Receive', {
    page: 'what is received of a return',
    modules: ['returns/ReturnView'],
    open: opened(
      ({ returnApproved }) => paths.view('sales_return', returnApproved),
      async (page) => {
        await named(page, 'Tare').fill('8000')
        await named(page, 'Gross').fill('9000')
        return named(page, 'Weighbridge slip')
      },
    ),
    files: true,
    another: returned('returnApproved', 'refuse', { remarks: 'The lorry did not stop' }),
  }),
  lane('Inspect', {
    page: 'what becomes of returned goods',
    modules: ['returns/ReturnEdit'],
    open: opened(
      ({ returnReceived }) => `/sales-return/edit/yard/${returnReceived}`,
      async (page) => named(page, 'Pieces on hold').first(),
    ),
    types: ['1', '2', '3'],
    files: true,
    another: returned('returnReceived', 'refuse', { remarks: 'Not ours, they are of another mill' }),
  }),
]

export const LIMITS: Walked[] = [
  {
    page: 'a new credit limit request',
    modules: ['limits/LimitFields'],
    types: WORDS,
    open: async (page, { customerName }) => {
      await open(page, `${paths.add('credit_limit_request')}?amount_paise=50000000`)
      await pick(page, 'Customer', customerName)
      return named(page, 'Remarks')
    },
    another: NEW,
    files: 'its documents are sent as on every form',
    send: bySave,
  },
  lane('Approve', {
    page: 'the approval of a credit limit',
    modules: ['limits/LimitStep'],
    types: WORDS,
    open: opened(
      ({ limitBm }) => paths.limitStep('bm', limitBm),
      async (page) => named(page, 'Remarks'),
    ),
    another: [
      ({ limitBm }) => `/api/docs/credit_limit_request/${limitBm}`,
      async ({ admin, limitBm }) =>
        admin.act(await admin.doc('credit_limit_request', limitBm), 'reject', { remarks: 'Not before the season' }),
    ],
  }),
  boxed({
    page: 'the box of a step of a credit limit request',
    modules: ['limits/LimitView'],
    path: ({ limitCredit }) => paths.view('credit_limit_request', limitCredit),
    step: 'Reject',
    another: 'only the levels act on a request, and each only once',
  }),
]

export const WORKS: Walked[] = [
  lane('Issue material', {
    page: 'what is issued to a work order',
    modules: ['works/WorkOrder'],
    open: opened(
      ({ workApproved }) => paths.view('work_order', workApproved),
      async (page) => named(page, 'Pieces').first(),
    ),
    types: ['1', '2', '3'],
    another: holds('workApproved'),
  }),
  lane('Record output', {
    page: 'what a work order made',
    modules: ['works/WorkOrder'],
    open: opened(
      ({ workRunning }) => paths.view('work_order', workRunning),
      async (page) => named(page, 'Scrap'),
    ),
    types: ['1.000', '2.000', '3.000'],
    another: holds('workRunning'),
  }),
]

export const COUNTS: Walked[] = [
  lane('Save count', {
    page: 'what is counted of a batch',
    modules: ['audits/Counting'],
    as: 'YARD',
    open: opened(
      ({ counting }) => paths.counting(counting),
      async (page) => {
        await page.getByRole('region', { name: 'Batches of the sheet' }).getByRole('button').first().click()
        return named(page, 'Pieces')
      },
    ),
    types: ['1', '2', '3'],
    send: (page) => page.getByRole('button', { name: 'Save count' }).click(),
    another: [
      ({ counting }) => `/api/docs/stock_audit/${counting}`,
      async ({ admin, counting }) => {
        const doc = await admin.doc('stock_audit', counting)
        return admin.act(doc, 'name_counters', { counters: doc.record.counters })
      },
    ],
  }),
]

/** Another enters the bills of the trip. */
const billed: Walked['another'] = [
  ({ road }) => `/api/docs/trip/${road}`,
  async ({ admin, road }) => {
    const doc = await admin.doc('trip', road)
    const valid_to = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    return admin.act(doc, 'record_papers', {
      papers: [{ stop: 1, ewb_no: stopsOf(doc)[1]?.ewb_no ?? '271234567890', valid_to }],
    })
  },
]

/** A step at the first stop, entered in its card. */
const atStop = (
  label: string,
  button: string,
  input: string,
  row: Pick<Walked, 'page' | 'modules' | 'files'> & {
    path: (given: Given) => string
    /** What the step needs beside what is typed. */
    ready?: (page: Page) => Promise<unknown>
  },
): Walked =>
  lane(label, {
    page: row.page,
    modules: row.modules,
    files: row.files,
    open: opened(row.path, async (page) => {
      const stop = page.getByRole('region', { name: 'Stop 1' })
      await stop.getByRole('button', { name: button }).click()
      await row.ready?.(page)
      return stop.getByRole('textbox', { name: input })
    }),
    types: WORDS,
    another: billed,
  })

export const TRIPS: Walked[] = [
  {
    page: 'a trip that is planned',
    modules: ['trips/TripPlan'],
    open: async (page, { lorry }) => {
      await open(page, paths.add('trip'))
      // Not what is being loaded: its draft is deleted by another story.
      await press(/^Add (?!Draft).* for /)(page)
      await pick(page, 'Vehicle', lorry)
      await page.getByRole('textbox', { name: 'Leaves', exact: true }).fill('11-01-2027')
      await page.getByLabel('Leaves, time').fill('09:00')
      return named(page, 'LR number')
    },
    types: ['LR-1', 'LR-2', 'LR-3'],
    another: NEW,
    send: bySave,
  },
  atStop('Reached', 'Reached', 'Remarks', {
    page: 'that a trip reached a stop',
    modules: ['trips/TripView'],
    path: ({ road }) => paths.view('trip', road),
  }),
  atStop('Hand over', 'Hand over', 'Received by', {
    page: 'the proof of delivery of an order',
    modules: ['trips/HandOver'],
    path: ({ roadOrder }) => paths.handOver(roadOrder),
    files: true,
  }),
  atStop('Refused by the receiver', 'Refused…', 'Remarks', {
    page: 'why a loading was refused',
    modules: ['trips/HandOverLoading'],
    path: ({ roadLoading }) => paths.handOverLoading(roadLoading),
    ready: (page) => choose(page, 'Reason', 'Damaged on the way'),
    files: true,
  }),
]

// The pages of orders and of their loadings that something is typed into.
import { paths } from '../../src/docs/paths'
import { open } from './typing'
import {
  NEW,
  STEP,
  WORDS,
  boxed,
  bySave,
  choose,
  comes,
  comments,
  named,
  pick,
  press,
  saves,
  type Walked,
} from './walked'

export const ORDERS: Walked[] = [
  {
    page: 'a new order',
    modules: ['orders/OrderForm'],
    open: async (page, { customer }) => {
      await open(page, '/order/add')
      await pick(page, 'Customer', customer)
      await pick(page, 'Yard', 'PUN1 Chakan')
      return named(page, 'Purchase order').first()
    },
    another: NEW,
    send: bySave,
  },
  {
    page: 'an order that is changed',
    modules: ['orders/OrderForm'],
    open: async (page, { draft }) => {
      await open(page, paths.edit('order', draft))
      return named(page, 'Purchase order').first()
    },
    another: saves('order', 'draft'),
    send: bySave,
  },
  {
    page: 'the cart of the catalogue',
    modules: ['orders/OrderQuick'],
    open: async (page, { skuName }) => {
      await open(page, '/order/addNew')
      await pick(page, 'Yard', 'PUN1 Chakan')
      await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill(skuName)
      await page.getByRole('button', { name: `Pick ${skuName}`, exact: true }).click()
      return named(page, `Pieces of ${skuName}`)
    },
    another: [() => '/api/order/facts', async ({ admin, sku }) => admin.save(await admin.doc('sku', sku), {})],
    send: 'the cart goes on to the order’s form',
  },
  {
    page: 'the branch manager’s remarks',
    modules: ['orders/BmApproval'],
    open: async (page, { bm }) => {
      await open(page, paths.bmApproval(bm))
      return page.getByRole('region', { name: 'Your decision' }).getByRole('textbox', { name: 'Remarks' })
    },
    another: comments('bm'),
    send: (page) =>
      page
        .getByRole('region', { name: 'Actions' })
        .getByRole('button', { name: /^Approve/ })
        .click(),
    still: STEP,
  },
  {
    page: 'a line that the branch manager changes',
    modules: ['orders/BmApproval'],
    open: async (page, { bm }) => {
      await open(page, paths.bmApproval(bm))
      return named(page, 'Pieces, line 1')
    },
    another: comments('bm'),
    send: (page) =>
      page
        .getByRole('region', { name: 'Actions' })
        .getByRole('button', { name: /^Approve/ })
        .click(),
    still: STEP,
  },
  ...(['pct', 'credit'] as const).map((key): Walked => ({
    page: key === 'pct' ? 'what the preliminary team recommends' : 'the credit decision',
    modules: ['orders/CreditApproval'],
    open: async (page, given) => {
      await open(page, paths.creditApproval(given[key]))
      await page.getByRole('radio', { name: key === 'pct' ? 'Forward to credit' : 'Approve credit' }).check()
      if (key === 'pct') await choose(page, 'Recommendation', 'Approve')
      return page.getByRole('region', { name: 'Your decision' }).getByRole('textbox', { name: 'Remarks' })
    },
    types: WORDS,
    ...(key === 'pct' && { files: true }),
    another: comments(key),
    send: (page) =>
      page
        .getByRole('region', { name: 'Actions' })
        .getByRole('button', { name: /^(Forward to credit|Approve credit)/ })
        .click(),
    still: STEP,
  })),
  boxed({
    page: 'the box of a step of an order',
    modules: ['orders/OrderView'],
    path: ({ completed }) => paths.view('order', completed),
    step: 'Attach',
    files: true,
    another: comments('completed'),
  }),
  boxed({
    page: 'the box of a step on the page of an order’s steps',
    modules: ['orders/ChangeStatus'],
    path: ({ completed }) => paths.changeStatus(completed),
    step: 'Attach',
    files: true,
    another: comments('completed'),
  }),
  boxed({
    page: 'the box of a step of several orders',
    modules: ['orders/OrderList'],
    path: ({ bmNo }) => `/order?q=${encodeURIComponent(bmNo)}`,
    ready: (page) =>
      page
        .getByRole('checkbox', { name: /toggle row selection/ })
        .first()
        .check(),
    step: 'Approve',
    another: comes('/api/docs/order', 'bm'),
  }),
]

export const LOADINGS: Walked[] = [
  {
    page: 'what is picked from a batch',
    modules: ['yard/YardView'],
    open: async (page, { waiting }) => {
      await open(page, paths.yardView(waiting))
      return named(page, /^(Pieces|Kilograms) from /).first()
    },
    types: ['1', '2', '3'],
    another: comments('waiting'),
    send: 'the picks go on to the weighbridge',
  },
  {
    page: 'the papers of a vehicle at the weighbridge',
    modules: ['yard/YardView'],
    open: async (page, { waiting }) => {
      await open(page, `${paths.yardView(waiting)}?at=weigh`)
      return named(page, 'Weighbridge slip')
    },
    another: comments('waiting'),
    files: true,
    send: press('Keep draft'),
  },
  {
    page: 'a concern of the yard',
    modules: ['yard/YardView'],
    open: async (page, { waiting }) => {
      await open(page, `${paths.yardView(waiting)}?at=concern`)
      await page.getByRole('button', { name: 'Quality' }).click()
      return page.getByLabel('Remarks')
    },
    types: WORDS,
    another: comments('waiting'),
    files: true,
    send: press('Raise concern'),
    still: STEP,
  },
  {
    page: 'the vehicle of several loadings',
    modules: ['orders/LoadedAddNew'],
    open: async (page, { vehicle, waitingNo }) => {
      await open(page, '/order_loaded/addNew')
      await pick(page, 'Vehicle', vehicle)
      await page.getByRole('checkbox', { name: `Load ${waitingNo}` }).check()
      return named(page, 'Loaders')
    },
    another: comes('/api/docs/order?', 'waiting'),
    send: press(/^Start 1 loading/),
  },
  {
    page: 'the correction of a loading',
    modules: ['orders/LoadedEdit'],
    open: async (page, { loading }) => {
      await open(page, paths.edit('loading', loading))
      await page.getByRole('combobox', { name: 'Reason' }).click()
      await page.getByRole('option').nth(1).click()
      await named(page, 'Weight of line 1').fill('900')
      return named(page, 'Remarks')
    },
    types: WORDS,
    another: comments('loaded'),
    send: press('Correct the loading'),
    still: STEP,
  },
  boxed({
    page: 'the box of a step of a loading',
    modules: ['orders/LoadedView'],
    path: ({ loading }) => paths.view('loading', loading),
    another: comments('loaded'),
  }),
  boxed({
    page: 'the box of a step on the page of a loading’s steps',
    modules: ['orders/LoadedChangeStatus'],
    path: ({ loading }) => `/order_loaded/changestatus/${loading}`,
    another: comments('loaded'),
  }),
  boxed({
    page: 'the answer to accounts',
    modules: ['orders/LoadedBmApproval'],
    path: ({ loading }) => `/order_loaded/bmApproval/${loading}`,
    another: comments('loaded'),
  }),
]

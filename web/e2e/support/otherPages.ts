// The pages of goods, invoices, people, rights and rows that something is typed into, and those of signing in.
import { paths } from '../../src/docs/paths'
import type { OpenItems } from '../../src/net/answers.gen'
import { expect } from './test'
import { open } from './typing'
import { NEW, STEP, WORDS, box, boxed, bySave, choose, named, pick, press, saves, type Walked } from './walked'

export const GOODS: Walked[] = [
  {
    page: 'a new message',
    modules: ['desk/inbox/LetterFields'],
    types: WORDS,
    open: async (page) => {
      await open(page, paths.add('inbox_message'))
      await named(page, 'Subject').fill('Rates')
      return named(page, 'Text')
    },
    files: true,
    another: NEW,
    send: bySave,
  },
  {
    page: 'a new invoice',
    modules: ['invoices/InvoiceEditor'],
    open: async (page, { billable, admin }) => {
      await open(page, paths.add('invoice'))
      const { doc_no } = await admin.doc('loading', billable)
      await page.getByRole('checkbox', { name: `Select ${doc_no}` }).check()
      return named(page, 'Distance')
    },
    another: NEW,
    send: bySave,
  },
  {
    page: 'an invoice that is changed',
    modules: ['invoices/InvoiceEditor'],
    open: async (page, { invoice }) => {
      await open(page, paths.edit('invoice', invoice))
      return named(page, 'Distance')
    },
    another: saves('invoice', 'invoice'),
    send: bySave,
  },
  boxed({
    page: 'the papers of an invoice',
    modules: ['invoices/InvoiceEditor'],
    path: ({ posted }) => paths.view('invoice', posted),
    step: 'Record IRN and e-way bill',
    input: 'Transporter',
    another: 'whoever records its papers too is met by the version',
  }),
  {
    page: 'a new credit note',
    modules: ['invoices/NoteFields'],
    types: WORDS,
    open: async (page, { posted }) => {
      await open(page, paths.add('credit_note', { invoice: posted }))
      await choose(page, 'Reason', 'Discount')
      await press('Correct this line')(page)
      await named(page, 'Amount without tax').fill('1')
      return named(page, 'Remarks')
    },
    another: NEW,
    send: bySave,
  },
  {
    page: 'a credit note that is changed',
    modules: ['invoices/NoteFields'],
    types: WORDS,
    open: async (page, { noteDraft }) => {
      await open(page, paths.edit('credit_note', noteDraft))
      return named(page, 'Remarks')
    },
    another: saves('credit_note', 'noteDraft'),
    send: bySave,
  },
  {
    page: 'a new receipt',
    modules: ['receipts/ReceiptFields'],
    types: WORDS,
    open: async (page, { customerName, today }) => {
      await open(page, `${paths.add('receipt')}?mode=cash&amount_paise=120000&date=${today}`)
      await pick(page, 'Customer', customerName)
      return named(page, 'Narration')
    },
    another: NEW,
    files: 'its slip is sent as on every form',
    send: bySave,
  },
  {
    page: 'a new payment',
    modules: ['payments/PaymentFields'],
    types: WORDS,
    open: async (page, { admin, today }) => {
      const [supplier, branch] = [await admin.one('supplier', 'status:eq:Active'), await admin.one('branch')]
      const given = { party_kind: 'supplier', supplier: supplier.id, branch: branch.id, mode: 'cash', date: today }
      await open(page, paths.add('supplier_payment', { ...given, amount_paise: '120000' }))
      return named(page, 'Narration')
    },
    another: NEW,
    files: 'its slip is sent as on every form',
    send: bySave,
  },
  {
    page: 'what a receipt is set against',
    modules: ['receipts/ReceiptView'],
    open: async (page, { receipt }) => {
      await open(page, paths.view('receipt', receipt))
      await press(/^Pay this/)(page)
      return named(page, /^TDS, /)
    },
    types: ['1.00', '2.00', '3.00'],
    another: [
      ({ receipt }) => `/api/docs/receipt/${receipt}`,
      async ({ admin, receipt }) => {
        const doc = await admin.doc('receipt', receipt)
        const { rows } = await admin.get<OpenItems>(`/api/receipt/open/${String(doc.record.customer)}`)
        const { id: invoice } = rows.find((row) => row.field === 'invoice')!
        return admin.act(doc, 'allocate', { allocations: [{ invoice, amount_paise: 100 }] })
      },
    ],
    send: (page) => page.getByRole('form', { name: 'Set against invoices' }).locator('button[type=submit]').click(),
    still: STEP,
  },
  {
    page: 'a new stock inward',
    modules: ['stock/InwardForm'],
    open: async (page) => {
      await open(page, paths.add('inward'))
      await pick(page, 'Yard', 'PUN1 Chakan')
      await named(page, 'Date').first().fill('21-11-2026')
      return named(page, 'Number of the purchase order')
    },
    another: NEW,
    files: true,
    send: bySave,
  },
  {
    page: 'a stock inward that is changed',
    modules: ['stock/InwardForm'],
    open: async (page, { inward }) => {
      await open(page, paths.edit('inward', inward))
      return named(page, 'Number of the purchase order')
    },
    another: saves('inward', 'inward'),
    files: true,
    send: bySave,
  },
  ...(['stock/InwardView', 'stock/InwardApproval'] as const).map((module) =>
    boxed({
      page: module === 'stock/InwardView' ? 'a step of a stock inward' : 'the approval of a stock inward',
      modules: [module],
      path: ({ submitted }) =>
        module === 'stock/InwardView' ? paths.view('inward', submitted) : paths.inwardApproval(submitted),
      step: 'Send back',
      another: 'a stock inward takes no comments',
    }),
  ),
  {
    page: 'a new SKU by its properties',
    modules: ['skus/SkuBuilder'],
    open: async (page) => {
      await open(page, '/Sku/addnew')
      await press('MS RHS')(page)
      await expect(page.getByRole('region', { name: 'Properties' })).toContainText('MS RHS, ')
      await named(page, 'Width a').fill('100')
      await named(page, 'Height b').fill('50')
      return named(page, 'Thickness')
    },
    types: ['3.2', '3.6', '3.9'],
    another: [
      () => '/api/sku/kit/',
      async ({ admin }) => {
        const { id } = await admin.one('product_group', 'name:eq:MS RHS')
        return admin.save(await admin.doc('product_group', id), {})
      },
    ],
    send: bySave,
  },
  {
    page: 'an SKU that is changed by its properties',
    modules: ['skus/SkuBuilder'],
    open: async (page, { sku }) => {
      await open(page, paths.edit('sku', sku))
      await page.getByRole('button', { name: 'Bundle, barcode, sale, reorder levels' }).click()
      return named(page, 'Barcode')
    },
    another: saves('sku', 'sku'),
    files: true,
    send: bySave,
  },
  {
    page: 'a formula',
    modules: ['skus/FormulaFields'],
    open: async (page, { formula }) => {
      await open(page, paths.edit('formula', formula))
      return named(page, 'Name')
    },
    types: WORDS,
    another: saves('formula', 'formula'),
    send: bySave,
  },
]

export const OTHERS: Walked[] = [
  {
    page: 'one’s own profile',
    modules: ['profile/ProfileEdit'],
    as: 'SALES',
    open: async (page) => {
      await open(page, paths.profileEdit())
      return named(page, 'Mobile')
    },
    types: ['9822012301', '9822012302', '9822012303'],
    another: [
      () => '/api/docs/employee/',
      async ({ admin }) => {
        const { id } = await admin.one('employee', 'emp_id:eq:SALES')
        return admin.save(await admin.doc('employee', id), { designation: 'Sales lead' })
      },
    ],
    files: true,
    send: bySave,
  },
  {
    page: 'a role’s rights',
    modules: ['access/AccessManagement', 'access/MenuAccess'],
    open: async (page) => {
      await open(page, '/AccessManagement')
      await page.getByRole('button', { name: /^Purchase desk, Orders: / }).click()
      return box(page).getByRole('combobox', { name: 'View' })
    },
    types: ['own', 'branch', 'all'],
    chosen: true,
    another: [
      () => '/api/access',
      async ({ admin, role }) => {
        const doc = await admin.doc('role', role)
        const rights = (doc.record.rights as { page: string }[] | undefined) ?? []
        return admin.save(doc, { rights: [...rights, { page: 'order', view: 'all', export: 'all' }] })
      },
    ],
    send: (page) => box(page).getByRole('button', { name: 'Save rights' }).click(),
    still: STEP,
  },
  {
    page: 'the hash that a history is checked by',
    modules: ['audit/Audit'],
    open: async (page) => {
      await open(page, '/audit')
      return named(page, 'A hash that you noted earlier')
    },
    another: 'the history is read once, from its last entry backwards',
    send: 'the history is checked here',
  },
  {
    page: 'the name of a view of a report',
    modules: ['reports/ReportPage'],
    open: async (page) => {
      await open(page, '/ProductWiseReport')
      await press('Views')(page)
      await page.getByRole('menuitem', { name: 'Save this view' }).click()
      return named(page, 'Name')
    },
    types: WORDS,
    another: NEW,
    send: press('Save view'),
    still: STEP,
  },
  {
    page: 'rows that are pasted into an import',
    modules: ['docs/ImportPage'],
    open: async (page) => {
      await open(page, paths.import('truck_type'))
      await press('Paste rows')(page)
      return named(page, 'Rows copied from a spreadsheet, headings first')
    },
    another: NEW,
    files: 'it is read here, and sent with its rows',
    send: 'rows are looked at here, and go as a file',
  },
  {
    page: 'a cell of a workbench',
    modules: ['docs/workbench/Workbench'],
    open: async (page) => {
      await open(page, paths.workbench('truck_type'))
      await page.getByRole('gridcell', { name: 'LCV 14 ft', exact: true }).click()
      await page.keyboard.type('Light 14 ft')
      await page.keyboard.press('Enter')
      await expect(page.getByText('1 not saved')).toBeVisible()
      await page.getByRole('gridcell', { name: 'LCV 17 ft', exact: true }).click()
      await page.keyboard.press('F2')
      return named(page, /Input Editor/)
    },
    another: 'a workbench reads its rows once; who was first is met when they are saved',
    send: bySave,
  },
]

const ENTRANCE = 'the page ends with it'
const SIGNED_OUT = 'before anybody is signed in nothing comes anew'

export const ENTRANCES: Walked[] = [
  {
    page: 'signing in',
    modules: ['session/SignIn'],
    open: async (page) => {
      await page.goto(paths.signIn)
      await page.getByLabel('Employee id').fill('SALES')
      return page.getByLabel('Password', { exact: true })
    },
    outside: true,
    another: SIGNED_OUT,
    send: press(/^Sign in/),
    leaves: ENTRANCE,
  },
  {
    page: 'signing up',
    modules: ['session/SignUp'],
    open: async (page) => {
      await page.goto(paths.signUp)
      await page.getByLabel('E-mail').fill('typing@walk.example')
      await page.getByLabel('Password', { exact: true }).fill('nine quiet lorries')
      return page.getByLabel('Full name')
    },
    outside: true,
    another: SIGNED_OUT,
    send: press(/^Sign up/),
    leaves: ENTRANCE,
  },
  {
    page: 'asking for a code',
    modules: ['session/ForgotPassword'],
    open: async (page) => {
      await page.goto(paths.forgotPassword)
      return page.getByLabel('Employee id')
    },
    outside: true,
    another: SIGNED_OUT,
    send: press(/^Send the code/),
    leaves: ENTRANCE,
  },
  {
    page: 'setting a password by a code',
    modules: ['session/ForgotPassword'],
    open: async (page) => {
      await page.goto(`${paths.forgotPassword}?code`)
      await page.getByLabel('Employee id').fill('SALES')
      await page.getByLabel('New password', { exact: true }).fill('nine quiet lorries')
      return page.getByLabel('Code')
    },
    outside: true,
    another: SIGNED_OUT,
    send: press(/^Set the password/),
    leaves: ENTRANCE,
  },
  {
    page: 'changing one’s password',
    modules: ['session/ChangePassword'],
    as: 'SALES2',
    outside: true,
    open: async (page) => {
      await page.goto(paths.changePassword)
      await page.getByLabel('Current password').fill('not the one of the demo')
      await page.getByLabel('Confirm new password').fill('nine quiet lorries')
      return page.getByLabel('New password', { exact: true })
    },
    types: ['nine quiet lorries', 'nine loud lorries', 'ten'],
    another: 'a password is its person’s alone',
    send: press(/^Change password/),
    leaves: ENTRANCE,
  },
]

// What a new company brings along: its people, customers, goods and open bills, as the files that it imports.

const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The GSTIN of a PAN in a state, with its check character. */
export function gstinOf(state: string, pan: string): string {
  const body = `${state}${pan}1Z`
  const sum = [...body].reduce((total, sign, at) => {
    const worth = SIGNS.indexOf(sign) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(worth / SIGNS.length) + (worth % SIGNS.length)
  }, 0)
  return body + SIGNS[(SIGNS.length - (sum % SIGNS.length)) % SIGNS.length]
}

export const PEOPLE = [
  ['SALES', 'Meera Kulkarni', 'Sales'],
  ['BM', 'Vikram Patil', 'Branch manager'],
  ['PCT', 'Farah Shaikh', 'Preliminary credit team'],
  ['CREDIT', 'Anil Deshpande', 'Credit manager'],
  ['YARD', 'Santosh Jadhav', 'Yard'],
  ['LOGI', 'Prakash More', 'Logistics'],
  ['ACC', 'Sunita Joshi', 'Accounts'],
  ['PURCH', 'Ravi Nair', 'Purchase desk'],
] as const

export const mailOf = (id: string) => `${id.toLowerCase()}@acme.example`

const file = (heads: string[], rows: (string | number)[][]) => [heads, ...rows].map((row) => row.join(',')).join('\n')
const three = (at: number) => String(at + 1).padStart(3, '0')

export const peopleFile = () =>
  file(
    ['Employee id', 'Full name', 'Mobile', 'E-mail', 'Roles', 'Branch', 'Yards', 'Designation', 'Joined on'],
    PEOPLE.map(([id, name, role], at) => [
      id,
      name,
      `98220100${10 + at}`,
      mailOf(id),
      role,
      'Pune',
      id === 'YARD' ? 'Chakan' : '',
      role,
      '01-04-2024',
    ]),
  )

export const CUSTOMERS = 200
export const customerName = (at: number) => `Trader ${three(at)}`

/** Under the headings of the app’s own empty file. */
export const customersFile = () =>
  file(
    [
      'Firm name',
      'Type',
      'GST category',
      'GSTIN',
      'PAN',
      'Contact person',
      'Mobile',
      'Billing address: Address line 1',
      'Billing address: State',
      'Billing address: PIN code',
      'Payment terms',
    ],
    Array.from({ length: CUSTOMERS }, (_, at) => {
      const pan = `AAZFT${1000 + at}K`
      return [
        customerName(at),
        'Dealer',
        'Regular',
        gstinOf('27', pan),
        pan,
        `Owner ${three(at)}`,
        String(9_700_000_000 + at),
        `${at + 1} Market Road`,
        'Maharashtra',
        '411001',
        'Credit 30 days',
      ]
    }),
  )

export const limitsFile = () =>
  file(
    ['Customer', 'Type', 'Amount', 'Reason'],
    Array.from({ length: CUSTOMERS }, (_, at) => [
      customerName(at),
      'Permanent',
      500_000 + (at % 5) * 100_000,
      'MORE_BUSINESS',
    ]),
  )

/** Two bills of every other customer. */
export const billsFile = (asOf: string) =>
  file(
    ['Bill of', 'Customer', 'Type', 'Bill number', 'Bill date', 'Due', 'As of', 'Amount still open'],
    Array.from({ length: CUSTOMERS }, (_, at) => [
      'Customer',
      customerName(at - (at % 2)),
      'Bill',
      `OLD/${three(at)}`,
      asOf,
      '',
      asOf,
      10_000 + at,
    ]),
  )

export const SKUS = 150
const BARS = [8, 10, 12, 16, 20, 25, 28, 32, 36, 40, 45, 50, 56]
  .flatMap((d) =>
    [6, 9, 12].flatMap((len) =>
      ['Fe 500D', 'Fe 550D'].flatMap((grade) => ['Primary', 'Secondary'].map((make) => ({ d, len, grade, make }))),
    ),
  )
  .slice(0, SKUS)

type Bar = (typeof BARS)[number]

/** As the starter set names its bars. */
const nameOf = ({ d, len, grade, make }: Bar) => `TMT Bar ${d} mm × ${len} m ${grade} ${make}`

/** Kilograms of so many bars, by the rule of the trade: d² / 162 a metre. */
export const weightOf = ({ d, len }: Pick<Bar, 'd' | 'len'>, pcs: number) => Math.round(((d * d) / 162) * len * pcs)

export const skusFile = () =>
  file(
    ['Product group', ...[1, 2, 3, 4].flatMap((at) => [`Properties ${at}: Property`, `Properties ${at}: Value`])],
    BARS.map(({ d, len, grade, make }) => [
      'TMT Bar',
      'Diameter',
      d,
      'Length',
      len * 1000,
      'Grade',
      grade,
      'Make',
      make,
    ]),
  )

/** What lies in the yard on the first day, one SKU a row. */
export const stockFile = (day: string) =>
  file(
    ['Type', 'Date', 'Yard', 'Reason', 'Lines 1: SKU', 'Lines 1: Pieces', 'Lines 1: Weight', 'Lines 1: Rate'],
    BARS.map((bar, at) => [
      'Opening stock',
      day,
      'Chakan',
      'OPENING',
      nameOf(bar),
      100 + at,
      weightOf(bar, 100 + at),
      52_000,
    ]),
  )

// An example declaration with a field of every kind: the gallery draws each by the components of the declared types.
import type { FieldDef, FieldKind } from '../../core/types.gen'

const field = (kind: FieldKind, label: string, more: Partial<FieldDef> = {}): FieldDef => ({
  key: kind,
  label,
  kind,
  required: false,
  unique: false,
  immutable: false,
  readonly: false,
  listed: true,
  help: '',
  unit: 'none',
  min: null,
  max: null,
  choices: [],
  link: null,
  reason: null,
  fields: [],
  of: null,
  format: null,
  default: null,
  ...more,
})

const SHAPES = [
  { key: 'round', label: 'Round' },
  { key: 'square', label: 'Square' },
  { key: 'flat', label: 'Flat' },
]

/** A field of each kind, and a value that it may have; a new kind does not compile without one. */
export const KINDS: Record<FieldKind, { field: FieldDef; value: unknown; refusal: string }> = {
  text: {
    field: field('text', 'Name', { required: true, max: 80, help: 'As on the invoice' }),
    value: 'Bhavani Steels',
    refusal: 'Name is required',
  },
  code: {
    field: field('code', 'Mobile number', { format: 'mobile' }),
    value: '9822012345',
    refusal: 'Mobile number has 10 digits and begins with 6, 7, 8 or 9',
  },
  note: {
    field: field('note', 'Remarks', { max: 500 }),
    value: 'Unload from the side, the ramp is narrow.',
    refusal: 'Remarks are required',
  },
  int: {
    field: field('int', 'Rate', { unit: 'paise', min: 0 }),
    value: 5_500_000,
    refusal: 'Rate is below the floor ₹53,000.00',
  },
  bool: { field: field('bool', 'Paid in advance'), value: true, refusal: 'An advance is needed for this order' },
  date: { field: field('date', 'Delivery by'), value: '2026-12-04', refusal: 'Delivery by lies in the past' },
  time: { field: field('time', 'Gate opens at'), value: '09:30', refusal: 'The gate opens at 09:00 at the earliest' },
  instant: {
    field: field('instant', 'Weighed at'),
    value: Date.UTC(2026, 10, 21, 5, 34),
    refusal: 'Weighed at lies in the future',
  },
  choice: { field: field('choice', 'Shape', { choices: SHAPES }), value: 'square', refusal: 'Shape is required' },
  reason: {
    field: field('reason', 'Why it is held', { reason: 'hold' }),
    value: '',
    refusal: 'Select a reason',
  },
  link: { field: field('link', 'Country', { link: 'country' }), value: '', refusal: 'Country is required' },
  many: {
    field: field('many', 'Finishes', { of: field('choice', 'Finish', { choices: SHAPES }) }),
    value: ['round', 'flat'],
    refusal: 'Select at least one',
  },
  file: { field: field('file', 'Weighbridge slip'), value: '', refusal: 'Weighbridge slip is required' },
  secret: { field: field('secret', 'Password'), value: 'nine quiet lorries', refusal: 'Password is too easy to guess' },
  group: {
    field: field('group', 'Gate', {
      fields: [field('time', 'Opens', { key: 'opens' }), field('time', 'Closes', { key: 'closes' })],
    }),
    value: { opens: '09:30', closes: '18:00' },
    refusal: 'The gate closes after it opens',
  },
  rows: {
    field: field('rows', 'Lines', {
      fields: [
        field('text', 'Size', { key: 'size', required: true }),
        field('int', 'Pieces', { key: 'pcs', unit: 'pieces' }),
      ],
    }),
    value: [
      { size: 'SHS 50 × 50 × 3', pcs: 40 },
      { size: 'Angle 50 × 50 × 6', pcs: 12 },
    ],
    refusal: 'An order has at least one line',
  },
}

/** What a call answers that was not carried out. */
export const REFUSED = {
  status: 422,
  code: 'below_floor',
  title: 'Refused',
  detail: 'Rate ₹52,100/MT is below the floor ₹53,000. The branch manager may approve it with a reason.',
  errors: [],
  reference: null,
  retryAfter: null,
}

export const BROKEN = {
  ...REFUSED,
  status: 500,
  code: 'internal',
  detail: 'Something went wrong!',
  reference: 'K3F-209',
}

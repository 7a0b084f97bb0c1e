// An example declaration with a field of every kind: the gallery draws each by the components of the declared types.
import type { FieldDef, FieldKind } from '../../core/types.gen'
import { say } from '../../words/say'

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
  { key: 'round', label: say('Round') },
  { key: 'square', label: say('Square') },
  { key: 'flat', label: say('Flat') },
]

/** A field of each kind, and a value that it may have; a new kind does not compile without one. */
export const KINDS: Record<FieldKind, { field: FieldDef; value: unknown; refusal: string }> = {
  text: {
    field: field('text', say('Name'), { required: true, max: 80, help: say('As on the invoice') }),
    value: say('Bhavani Steels'),
    refusal: say('Name is required'),
  },
  code: {
    field: field('code', say('Mobile number'), { format: 'mobile' }),
    value: '9822012345',
    refusal: say('Mobile number has 10 digits and begins with 6, 7, 8 or 9'),
  },
  note: {
    field: field('note', say('Remarks'), { max: 500 }),
    value: say('Unload from the side, the ramp is narrow.'),
    refusal: say('Remarks are required'),
  },
  int: {
    field: field('int', say('Rate'), { unit: 'paise', min: 0 }),
    value: 5_500_000,
    refusal: say('Rate is below the floor ₹53,000.00'),
  },
  bool: {
    field: field('bool', say('Paid in advance')),
    value: true,
    refusal: say('An advance is needed for this order'),
  },
  date: { field: field('date', say('Delivery by')), value: '2026-12-04', refusal: say('Delivery by lies in the past') },
  time: {
    field: field('time', say('Gate opens at')),
    value: '09:30',
    refusal: say('The gate opens at 09:00 at the earliest'),
  },
  instant: {
    field: field('instant', say('Weighed at')),
    value: Date.UTC(2026, 10, 21, 5, 34),
    refusal: say('Weighed at lies in the future'),
  },
  choice: {
    field: field('choice', say('Shape'), { choices: SHAPES }),
    value: 'square',
    refusal: say('Shape is required'),
  },
  reason: {
    field: field('reason', say('Why it is held'), { reason: 'hold' }),
    value: '',
    refusal: say('Select a reason'),
  },
  link: { field: field('link', say('Country'), { link: 'country' }), value: '', refusal: say('Country is required') },
  many: {
    field: field('many', say('Finishes'), { of: field('choice', say('Finish'), { choices: SHAPES }) }),
    value: ['round', 'flat'],
    refusal: say('Select at least one'),
  },
  file: { field: field('file', say('Weighbridge slip')), value: '', refusal: say('Weighbridge slip is required') },
  secret: {
    field: field('secret', say('Password')),
    value: say('nine quiet lorries'),
    refusal: say('Password is too easy to guess'),
  },
  group: {
    field: field('group', say('Gate'), {
      fields: [field('time', say('Opens'), { key: 'opens' }), field('time', say('Closes'), { key: 'closes' })],
    }),
    value: { opens: '09:30', closes: '18:00' },
    refusal: say('The gate closes after it opens'),
  },
  rows: {
    field: field('rows', say('Lines'), {
      fields: [
        field('text', say('Size'), { key: 'size', required: true }),
        field('int', say('Pieces'), { key: 'pcs', unit: 'pieces' }),
      ],
    }),
    value: [
      { size: 'SHS 50 × 50 × 3', pcs: 40 },
      { size: 'Angle 50 × 50 × 6', pcs: 12 },
    ],
    refusal: say('An order has at least one line'),
  },
}

/** What a call answers that was not carried out. */
export const REFUSED = {
  status: 422,
  code: 'below_floor',
  title: say('Refused'),
  detail: say('Rate ₹52,100/MT is below the floor ₹53,000. The branch manager may approve it with a reason.'),
  errors: [],
  reference: null,
  retryAfter: null,
}

export const BROKEN = {
  ...REFUSED,
  status: 500,
  code: 'internal',
  detail: say('Something went wrong!'),
  reference: 'K3F-209',
}

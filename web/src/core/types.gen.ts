// The types of the core. Written by `npm run gen`.

export interface AboutFile {
  rows: number
  columns: string[]
  passed_over: string[]
  wanted: Record<string, string[]>
}

export interface AccessMatrix {
  roles: AccessRole[]
  types: AccessType[]
  verbs: Verb[]
  menus: AccessMenu[]
  people_without_role: AccessName[]
}

export interface AccessMenu {
  id: string
  menu_name: string
  menu_page_url: string | null
  kind: string
  parent: string | null
  sort: number
  needs: string | null
  status: string
  roles: string[]
}

export interface AccessName {
  id: string
  name: string
}

export interface AccessRight {
  reach?: Reach
  through?: string
  why?: string
  why_said?: Phrase
}

export interface AccessRole {
  id: string
  name: string
  acts_as: string
  version: number
  status: string
  record: Record<string, unknown>
  figures: Figures | null
  people: number
  departs: string[]
  cells: Record<string, Partial<Record<Verb, Reach>>>
}

export interface AccessType {
  key: string
  plural: string
  reaches: Reach[]
  steps: boolean
  verbs?: Verb[]
}

export interface ActionDef {
  action: string
  label: string
  inputs: FieldDef[]
}

export interface ActionView {
  action: string
  label: string
  inputs: FieldDef[]
  allowed: boolean
  why: string | null
  why_said?: Phrase
  onward: boolean
  concerns: boolean
}

export interface Again {
  cart: Cart
  changed: Changed[]
}

export interface Ageing {
  not_due_paise: number
  days_1_30_paise: number
  days_31_60_paise: number
  days_61_90_paise: number
  days_over_90_paise: number
}

export interface AuditRow {
  seq: number
  time: number
  actor: string
  actor_name: string
  what: string
  type: string | null
  type_label: string
  id: string | null
  name: string
  command_id: string
}

export interface BankAccount {
  bank?: string
  branch?: string
  ifsc?: string
  account?: string
}

export interface Built {
  name: string
  key: string
  values: SkuValue[]
  length_mm: number | null
  grade: string | null
  make: string | null
  g_per_m: number | null
  calc_g_per_pc: number | null
  formula: string | null
  theo_g_per_pc: number | null
  issues: Issue[]
  errors: Record<string, string>
  warnings: string[]
}

export interface Cart {
  lines: CartLine[]
}

export interface CartLine {
  sku: string
  pcs: number
  weight_g?: number
}

export interface Catalogue {
  rows: CatalogueRow[]
  total: number
  more: boolean
}

export interface CatalogueRow {
  sku: string
  name: string
  code: string | null
  sku_type: string
  type_name: string
  rate_uom: string | null
  rate_paise: number | null
  floor_paise: number | null
  price_from: string | null
  free_pcs: number
  free_g: number
  reserved_pcs: number
  reserved_g: number
  theo_g_per_pc: number | null
  length_mm: number | null
  pcs_per_bundle: number | null
  stock_mode: string
  nominal: boolean
  hsn: string | null
  gst_rate_bp: number | null
  cost_paise?: number | null
}

export type CellFormat =
  | 'text'
  | 'day'
  | 'instant'
  | 'count'
  | 'pieces'
  | 'grams'
  | 'paise'
  | 'paise_per_tonne'
  | 'basis_points'
  | 'days'

export interface CellsRead {
  values: unknown[]
  wanted: Record<string, string[]>
}

export interface Chain {
  seq: number
  hash: string
  time: number
  told: number
  asked: string | null
  found: number | null
  wrong: string | null
}

export type Changed = {
  kind: 'discontinued'
  sku: string
} | {
  kind: 'price'
  sku: string
  before_paise: number
  now_paise: number | null
} | {
  kind: 'weight_per_piece'
  sku: string
  before_g: number
  now_g: number
} | {
  kind: 'short'
  sku: string
  free_pcs: number
}

export type ChartKind =
  | 'bars'
  | 'columns'
  | 'parts'
  | 'figures'
  | 'road'

export interface CheckedRows {
  checked: number
  issues: RowIssue[]
  unfinished: RowIssue[]
}

export interface Cheque {
  receipt: string
  doc_no: string | null
  cheque_no: string | null
  date: string | null
  status: string
  amount_paise: number
}

export interface ChoiceDef {
  key: string
  label: string
}

export type Code =
  | 'required'
  | 'input'
  | 'malformed'
  | 'auth_bad'
  | 'auth_expired'
  | 'forbidden'
  | 'scope'
  | 'not_found'
  | 'stale'
  | 'duplicate'
  | 'bad_state'
  | 'four_eyes'
  | 'approval_slab'
  | 'stock_short'
  | 'res_expired'
  | 'credit_short'
  | 'customer_blocked'
  | 'below_floor'
  | 'tolerance'
  | 'over_return'
  | 'period_locked'
  | 'backdate'
  | 'batch_closed'
  | 'vehicle_doc'
  | 'overload'
  | 'ewb_needed'
  | 'irn_live'
  | 'irn_needed'
  | 'irn_due'
  | 'referenced'
  | 'unmapped'
  | 'command_id_reused'
  | 'rule'
  | 'rate_limit'

export interface ColumnDef {
  key: string
  label: string
}

export interface Commitment {
  id: string
  doc_no: string | null
  status: string | null
  committed_paise: number
}

export interface Credit {
  limit_paise: number
  temporary_paise: number
  temporary_until: string | null
  for_orders_paise: number
  granted_paise: number
  committed_paise: number
  receivable_paise: number
  on_account_paise: number
  utilised_paise: number
  cheques_paise: number
  counted_paise: number
  available_paise: number
  outstanding_paise: number
  overdue_paise: number
  overdue_days: number
  overdue_invoices: number
  overdue_opening: boolean
  allowed_overdue_days: number
  open_invoices: number
  bounces: number
  bounces_days: number
  customer: string
  name: string
  status: string
  order?: CreditOfOrder
  facts: LimitFacts
  request?: string
  ageing?: Ageing
  invoices?: OpenInvoice[]
  orders?: Commitment[]
  limits?: LimitInForce[]
  receipts?: Record<string, unknown>[]
  group?: CreditOfFirm[]
  months?: CreditMonth[]
  promises?: PromisesKept
  cheques?: Cheque[]
  bounced?: Cheque[]
  links?: Record<string, Record<string, string>>
}

export interface CreditFacts {
  limit_paise: number
  used_paise: number
  available_paise: number
  own_paise: number
  overdue_days: number
  allowed_overdue_days: number
}

export interface CreditMonth {
  month: string
  sold_paise: number
  received_paise: number
}

export interface CreditOfFirm {
  limit_paise: number
  temporary_paise: number
  temporary_until: string | null
  for_orders_paise: number
  granted_paise: number
  committed_paise: number
  receivable_paise: number
  on_account_paise: number
  utilised_paise: number
  cheques_paise: number
  counted_paise: number
  available_paise: number
  outstanding_paise: number
  overdue_paise: number
  overdue_days: number
  overdue_invoices: number
  overdue_opening: boolean
  allowed_overdue_days: number
  open_invoices: number
  bounces: number
  bounces_days: number
  customer: string
  name: string
  status: string
}

export interface CreditOfOrder {
  id: string
  further_paise: number
  takes_request: boolean
  needed_paise: number | null
  short: string | null
  short_said?: Phrase
}

export interface CustomerFacts {
  name: string
  city: string
  barred: string
  barred_said: Phrase | null
  category: string
  bill_state: string
  ship_state: string | null
  terms: string[]
}

export interface Dashboard {
  tiles: DashboardTile[]
  charts: DashboardChart[]
}

export interface DashboardChart {
  key: string
  title: string
  drawn: ChartKind
  table: ReportTable
  lead: DashboardLead
}

export type DashboardLead = ListLead | ReportLead

export interface DashboardTile {
  key: string
  label: string
  figures: TileFigure[]
  before: number | null
  lead: DashboardLead
}

export interface Deadline {
  label: string
  until: number
}

export interface Decided {
  changes: DecidedChanges
}

export interface DecidedChanges {
  writes: Record<string, unknown>
  answer: unknown
}

export interface Difference {
  path: string
  before: unknown
  after: unknown
}

export interface DimensionDef {
  key: string
  label: string
  free: boolean
}

export interface DimensionValues {
  values: [string, string][]
  more: boolean
}

export interface DocDef {
  key: string
  label: string
  plural: string
  title: string
  fields: FieldDef[]
  statuses: string[]
  under_way: string[]
  figures: FieldDef[]
  sorts: string[]
  default_sort: string | null
  filters: string[]
  searchable: boolean
  dated: ColumnDef
  groups: ColumnDef[]
  totals: string[]
  single: boolean
  warns: boolean
  actions: ActionDef[]
  steps: StepDef[]
  waits: WaitsDef[]
  copies: ChoiceDef[]
  sizes: ChoiceDef[]
  reports: ReportLinkDef[]
  after: string[]
}

export type DocKey =
  | 'company'
  | 'branch'
  | 'setting'
  | 'number_series'
  | 'period_lock'
  | 'time_rule'
  | 'holiday'
  | 'trigger'
  | 'notification'
  | 'mail'
  | 'text_message'
  | 'hsn'
  | 'country'
  | 'state'
  | 'region'
  | 'district'
  | 'city'
  | 'yard'
  | 'zone'
  | 'uom'
  | 'product_group'
  | 'sku_property'
  | 'sku_property_value'
  | 'sku_mapping'
  | 'formula'
  | 'sku'
  | 'price'
  | 'truck_type'
  | 'vehicle'
  | 'driver'
  | 'payment_term'
  | 'reason'
  | 'role'
  | 'menu'
  | 'employee'
  | 'customer'
  | 'supplier'
  | 'vendor'
  | 'tally_ledger'
  | 'tally_export'
  | 'report_view'
  | 'list_view'
  | 'batch'
  | 'purchase_order'
  | 'inward'
  | 'additional_inward'
  | 'supplier_bill'
  | 'supplier_note'
  | 'supplier_payment'
  | 'stock_hold'
  | 'stock_audit'
  | 'stock_count'
  | 'batch_closing'
  | 'dump_stock'
  | 'transfer'
  | 'work_recipe'
  | 'work_order'
  | 'order'
  | 'loading'
  | 'invoice'
  | 'receipt'
  | 'opening_bill'
  | 'sales_return'
  | 'trip'
  | 'credit_note'
  | 'debit_note'
  | 'credit_limit_request'
  | 'reversal'
  | 'product'
  | 'cart'
  | 'board'
  | 'todo_list'
  | 'calendar_event'
  | 'contact'
  | 'inbox_message'
  | 'proforma'
  | 'chat_room'
  | 'chat_message'
  | 'chat_marks'

export interface DocView {
  id: string
  type: string
  version: number
  status: string
  since: number
  doc_no: string | null
  branch: string | null
  yard: string | null
  owner: string | null
  created_by: string
  created_at: number
  updated_by: string
  updated_at: number
  editable: boolean
  record: Record<string, unknown>
  actions: ActionView[]
  awaits: string[]
  history: HistoryEntry[]
  links: Record<string, Record<string, string>>
  warnings: Issue[]
  deadlines?: Deadline[]
  paper?: PaperFacts
}

export interface DocsWant {
  want: WantedDoc[]
}

export type DrillStep = [string, string]

export interface Fact {
  name: string
  rate_paise: number | null
  free_pcs: number
  theo_g_per_pc: number
  active: boolean
}

export interface FieldDef {
  key: string
  label: string
  kind: FieldKind
  required: boolean
  unique: boolean
  immutable: boolean
  readonly: boolean
  listed: boolean
  internal?: boolean
  only?: OnlyDef
  help: string
  unit: Unit
  min: number | null
  max: number | null
  choices: ChoiceDef[]
  link: string | null
  reason: string | null
  fields: FieldDef[]
  of: FieldDef | null
  format: string | null
  default: unknown
  today?: boolean
}

export type FieldKind =
  | 'text'
  | 'note'
  | 'int'
  | 'bool'
  | 'date'
  | 'time'
  | 'instant'
  | 'choice'
  | 'link'
  | 'reason'
  | 'rows'
  | 'group'
  | 'many'
  | 'code'
  | 'secret'
  | 'file'

export type FigureKind =
  | 'count'
  | 'pieces'
  | 'grams'
  | 'paise'
  | 'paise_per_tonne'
  | 'basis_points'
  | 'days'
  | 'day'

export type Figures =
  | 'none'
  | 'rates'
  | 'all'

export interface FileColumn {
  head: string
  column: string | null
  sample: string[]
}

export interface FileColumns {
  columns: FileColumn[]
  offered: string[]
  required: string[]
}

export interface Finding {
  path: string
  severity: Severity
  code: Code
  message: string
  said?: Phrase
}

export interface Foreseen {
  doc: unknown
  checked: boolean
  want: WantedDoc[]
}

export interface HistoryEntry {
  at: number
  by: string
  by_name: string
  role: string
  action: string
  from: string
  to: string
  remarks: string | null
  reason: string | null
  diff: Difference[]
  version: number
}

export interface InForce {
  id: string
  title: string
  edition: number
  expression: string
  per: string
  from: string
  tests: number
}

export interface IncomingRow {
  doc_type: string
  id: string | null
  doc_no: string | null
  status: string
  date: string | null
  yard: string
  sku: string
  name: string | null
  zone: string | null
  pcs: number
  g: number
}

export interface Issue {
  path: string
  code: Code
  message: string
  said?: Phrase
}

export interface Kit {
  group: string
  name: string
  stock_mode: string
  section: string
  template: string
  properties: Mapped[]
  mapped: boolean
  formula: InForce | null
  preset: string
  preset_per: string
}

export interface KnownSku {
  id: string
  name: string
  code: string | null
  status: string
  key: string | null
  values: SkuValue[]
  length_mm: number | null
  grade: string | null
  make: string | null
  theo_g_per_pc: number | null
}

export interface Labels {
  count: number
  width_um: number
  height_um: number
  pages: string[]
  zpl: string
}

export interface LimitEffect {
  limit_before_paise: number
  limit_after_paise: number
  used_paise: number
  free_before_paise: number
  free_after_paise: number
  short_paise: number
  management: boolean
  stops: boolean
  issues: Issue[]
}

export interface LimitFacts {
  today: string
  limit_paise: number
  temporary_paise: number
  temporary_until: string | null
  for_orders_paise: number
  utilised_paise: number
  counted_paise: number
  own_paise: number
  room_paise: number
  order_paise: number
  credit_slab_paise: number
  most_days: number
}

export interface LimitInForce {
  amount_paise: number
  from: string | null
  until: string | null
  temporary: boolean
  order: string | null
}

export interface ListLead {
  list: string
  where: string[]
  by: string | null
}

export type LookedUp =
  | 'not'
  | 'done'
  | 'away'

export interface MadeOfType {
  label: string
  made: number
  there: number
}

export interface MapTile {
  name: string
  short: string
  column: number
  row: number
}

export interface Mapped {
  property: string
  code: string
  label: string
  kind: string
  unit: string
  min: number | null
  max: number | null
  step: number | null
  in_name: boolean
  in_formula: boolean
  mandatory: boolean
  default: string
  options: string[]
}

export interface MeasureDef {
  key: string
  label: string
  unit: FigureKind
}

export interface MendedCell {
  row: number
  column?: string
  text?: string
}

export interface MenuItem {
  menuName: string
  menu_page_url: string
  icon: string
  kind: MenuKind
  badge: number | null
  badge_source: string | null
  children: MenuItem[]
}

export type MenuKind =
  | 'page'
  | 'group'
  | 'label'
  | 'link'

export interface Needed {
  need: string[]
}

export interface Newer {
  batch: string
  older: string
  older_no: string
  days: number
}

export interface OnlyDef {
  field: string
  values: string[]
}

export interface OpenInvoice {
  id: string
  name: string
  doc_no: string | null
  date: string | null
  due: string
  amount_paise: number
  balance_paise: number
  outstanding_paise: number
  overdue_days: number
}

export interface Outcome {
  g: number | null
  ok: boolean
  message: string
}

export interface Page {
  rows: Row[]
  total: number
  more: boolean
  counts: Record<string, number>
  links: Record<string, Record<string, string>>
}

export interface PaperFacts {
  from?: Party
  to?: Party
  carrier?: Party
  goods?: PaperGoods[]
  picks?: PaperPick[]
  worth?: PaperWorth
  bank?: BankAccount
  terms?: string
  logo?: string
  letter?: PaperLetter
}

export interface PaperGoods {
  sku?: string
  hsn?: string
  gst_rate_bp?: number
}

export interface PaperLetter {
  email?: string
  mobile?: string
  subject?: string
  text?: string
  body?: string
}

export interface PaperPick {
  line: number
  batch?: string
  zone?: string
  rack?: string
  pcs?: number
  weight_g?: number
}

export interface PaperWorth {
  value_paise?: number
  cgst_paise?: number
  sgst_paise?: number
  igst_paise?: number
}

export interface Party {
  name?: string
  gstin?: string
  pan?: string
  address?: string
  pin?: string
  state?: string
  state_code?: string
  mobile?: string
  gst_category?: string
}

export type Period =
  | 'month'
  | 'year'
  | 'ahead'
  | 'as_on'

export interface PersonAccess {
  id: string
  name: string
  roles: string[]
  types: Record<string, Partial<Record<Verb, AccessRight>>>
}

export interface Phrase {
  text: string
  with: Record<string, string>
}

export interface PickLine {
  sku: string
  open: number
  by_weight: boolean
  g_per_pc: number | null
}

export interface PickLot {
  batch: string
  batch_no: string
  sku: string
  inward_date: string
  free_pcs: number
  free_g: number
}

export type PickOrder =
  | 'oldest'
  | 'nearest'

export interface Picked {
  batch: string
  amount: number
  late: boolean
}

export interface PortalText {
  text: string
}

export interface PromisesKept {
  due: number
  kept: number
  kept_bp: number | null
}

export interface QrPath {
  size: number
  path: string
}

export interface Queue {
  rows: QueueRow[]
  total: number
  counts: Record<string, number>
  by_status: Record<string, Record<string, number>>
}

export interface QueueRow {
  type: DocKey
  id: string
  version: number
  doc_no: string | null
  status: string
  since: number
  party: string | null
  finding: string | null
  clear: boolean
  weight_g: number | null
  amount_paise: number | null
  sla_hours: number | null
  late: boolean
}

export interface Quote {
  lines: QuoteLine[]
  place_of_supply: string
  place_name: string | null
  split: Split | null
  state_tax: string
  pcs: number
  weight_g: number
  taxable_paise: number
  cgst_paise: number
  sgst_paise: number
  igst_paise: number
  cess_paise: number
  total_paise: number
  margin_paise: number | null
  fill_bp: number | null
  credit_after_paise: number | null
  findings: Finding[]
}

export interface QuoteFacts {
  today: string
  customer: CustomerFacts
  yard: YardFacts
  lut: boolean
  delivery_max_days: number
  skus: Record<string, SkuFacts>
  credit: CreditFacts | null
  truck: TruckFacts | null
}

export interface QuoteLine {
  weight_g: number
  theo_g: number
  rate_uom: RateUom | null
  rate_paise: number
  list_rate_paise: number | null
  floor_paise: number | null
  hsn: string
  gst_rate_bp: number
  amount_paise: number
  charges_paise: number
  cgst_paise: number
  sgst_paise: number
  igst_paise: number
  cess_paise: number
  margin_paise: number | null
}

export interface RankChoice {
  names: string[]
  others: string[]
}

export interface RankedChoice {
  at: number
  exact: boolean
}

export interface RateLock {
  rate_uom: RateUom | null
  rate_paise: number
  discount_bp: number
}

export type RateUom =
  | 'MT'
  | 'KG'
  | 'PCS'
  | 'MTR'
  | 'BAG'

export type Reach =
  | 'party'
  | 'own'
  | 'shared'
  | 'yard'
  | 'branch'
  | 'all'

export interface RecordPage {
  rows: RecordRow[]
  total: number
  more: boolean
  links: Record<string, Record<string, string>>
}

export interface RecordRow {
  id: string
  version: number
  status: string
  doc_no: string | null
  record: Record<string, unknown>
}

export interface Refusal {
  refused: Issue[]
}

export interface RefusedFile {
  refused: Issue[]
}

export type ReportCell = (string | number) | null

export interface ReportColumn {
  key: string
  label: string
  under: string | null
  shown: CellFormat
  says?: string
}

export interface ReportDef {
  key: string
  route: string
  title: string
  period: Period
  basis: boolean
  filters: string[]
  rows: string[] | null
  columns: string[] | null
  measures: string[] | null
  more: string[] | null
  sort: string | null
  free: boolean
  chart: string | null
  heat: string | null
  maps: [string, string][]
  list: [string, string][] | null
  beside: [string, string, string][]
}

export interface ReportDefs {
  reports: ReportDef[]
  dimensions: DimensionDef[]
  measures: MeasureDef[]
  bases: [string, string][]
  layouts: [string, string][]
  tiles: MapTile[]
}

export interface ReportLead {
  report: string
  route: string | null
  params: Record<string, string>
}

export interface ReportLine {
  level: number
  cells: ReportCell[]
  steps: DrillStep[]
  opens: [string, string] | null
}

export interface ReportLines {
  from: number
  rows: ReportLine[]
  within: number[]
}

export interface ReportLinkDef {
  label: string
  report: string
  route: string
  filter: string
  paper: boolean
}

export interface ReportStart {
  columns: ReportColumn[]
  totals: ReportCell[] | null
  read: number
  days: [string, string]
  lines: number
  depth: number
  drawn: string | null
  bars: ReportLine[]
  first: ReportLines
}

export interface ReportTable {
  columns: ReportColumn[]
  rows: ReportLine[]
  totals: ReportCell[] | null
  read: number
  days: [string, string]
}

export interface Rework {
  heads?: (string | null)[]
  cells?: MendedCell[]
}

export interface RoleDef {
  key: RoleKey
  label: string
  views: string[]
}

export type RoleKey =
  | 'ADMIN'
  | 'SALES'
  | 'BM'
  | 'PCT'
  | 'CREDIT'
  | 'YARD'
  | 'LOGI'
  | 'ACC'
  | 'PURCH'
  | 'AUDIT'
  | 'VENDOR'
  | 'SUPPLIER'

export interface Row {
  id: string
  version: number
  status: string
  doc_no: string | null
  [key: string]: unknown
}

export interface RowIssue {
  row: number
  column: string
  path: string
  code: Code
  message: string
  said?: Phrase
}

export interface ScanAnswer {
  ok: boolean
  says: string
  kind: string
  number: string
  line: number | null
  batch: string | null
  amount: number | null
}

export interface ScanLine {
  at: number
  sku: string
  name: string
  batch: string
  open: number
  by_weight: boolean
  picked: Record<string, number>
}

export interface ScanLot {
  batch: string
  batch_no: string
  heat_no: string | null
  coil_no: string | null
  sku: string
  sku_name: string
  status: string
  closed_on: string | null
  yard: string
  yard_name: string
  free_pcs: number
  free_g: number
  hold_pcs: number
  hold_g: number
  reserved_pcs: number
  reserved_g: number
}

export interface ScanPlace {
  yard: string
  yard_name: string
  what: string
  spares_reserved: boolean
  wants_empty: boolean
  searches: boolean
  lines: ScanLine[]
  lots: ScanLot[]
  looked_up: LookedUp
}

export interface Schema {
  types: DocDef[]
  codes: Code[]
  roles: RoleDef[]
  periods: ChoiceDef[]
}

export interface SearchHit {
  type: DocKey
  id: string
  title: string
  doc_no: string | null
  status: string
  subtitle: string
}

export interface SetOffer {
  set: string
  label: string
  plan: SetupPlan
}

export interface Setup {
  steps: SetupStep[]
  done: number
  of: number
  complete: boolean
  sets: SetOffer[]
  years: YearOffer[]
}

export interface SetupPage {
  label: string
  type: DocKey
  page: string
  given: string
}

export interface SetupPlan {
  made: number
  there: number
  types: MadeOfType[]
  refused: string[]
}

export interface SetupStep {
  key: string
  title: string
  done: boolean
  says: string
  why: string
  optional: boolean
  goes: SetupPage[]
}

export type Severity =
  | 'error'
  | 'warning'
  | 'info'

export interface SkuBuilt {
  built: Built
  twin: SkuTwin | null
}

export interface SkuFacts {
  code: string
  name: string
  active: boolean
  stock_mode: string
  nominal: boolean
  dump: boolean
  length_mm: number
  theo_g_per_pc: number
  hsn: string
  gst_rate_bp: number | null
  cess_bp: number
  rate_uom: RateUom | null
  rate_paise: number | null
  floor_paise: number | null
  locked: RateLock[]
  tolerance_bp: number
  cost_paise: number | null
  stock: StockFacts | null
}

export interface SkuKit {
  kit: Kit
  hsn: string | null
  gst_rate_bp: number | null
  rate_uom: string | null
  load_tolerance_bp: number | null
  skus: KnownSku[]
  more: boolean
}

export interface SkuTwin {
  id: string
  name: string
}

export interface SkuValue {
  property: string
  value: string
}

export type Split =
  | 'intra'
  | 'inter'
  | 'zero_rated'

export interface StepDef {
  action: string
  from: string[]
  to: string[]
  by: RoleKey[]
}

export interface Stock {
  rows: StockRow[]
  total: number
  sums: StockSums
  incoming: IncomingRow[]
  links: Record<string, Record<string, string>>
}

export interface StockFacts {
  free_pcs: number
  free_g: number
  reserved_pcs: number
  reserved_g: number
  orders: number
}

export interface StockRow {
  yard: string
  sku: string
  batch: string
  name: string | null
  product_group: string | null
  make: string | null
  grade: string | null
  length_mm: number | null
  theo_g_per_pc: number | null
  batch_no: string | null
  heat_no: string | null
  coil_no: string | null
  zone: string | null
  rack: string | null
  supplier: string | null
  inward: string | null
  inward_date: string | null
  batch_status: string | null
  age_days: number
  free_pcs: number
  free_g: number
  hold_pcs: number
  hold_g: number
  dump_pcs: number
  dump_g: number
  transit_pcs: number
  transit_g: number
  wip_pcs: number
  wip_g: number
  reserved_pcs: number
  reserved_g: number
  cost_paise_per_kg?: number | null
}

export interface StockSums {
  free_pcs: number
  free_g: number
  reserved_pcs: number
  reserved_g: number
  hold_pcs: number
  hold_g: number
  dump_pcs: number
  dump_g: number
  transit_pcs: number
  transit_g: number
  wip_pcs: number
  wip_g: number
}

export interface TallyBill {
  name: string
  kind: string
  days: number
}

export interface TallyBook {
  company: string
  until: number
  vouchers: TallyVoucher[]
  ledgers: TallyLedger[]
  items: TallyStockItem[]
  godowns: string[]
  unmapped: TallyUnmapped[]
  refused: string[]
}

export interface TallyEntry {
  ledger: string
  paise: number
  bill: TallyBill | null
}

export interface TallyItem {
  name: string
  pcs: number
  g: number
  rate: string
  paise: number
  godown: string
  batch: string
  ledger: string
}

export interface TallyLedger {
  name: string
  under: string
  gstin: string
  registration: string
  pan: string
  address: string
  pin: string
  state: string
  days: number
}

export interface TallyLog {
  created: number
  altered: number
  ignored: number
  errors: number
  lines: string[]
}

export interface TallyStockItem {
  name: string
  under: string
  hsn: string
}

export interface TallyUnmapped {
  what: string
  name: string
}

export interface TallyVoucher {
  id: string
  kind: VoucherKind
  number: string
  day: string
  alter: boolean
  cancelled: boolean
  party: string
  gstin: string
  registration: string
  state: string
  supply: string
  consignee: string
  address: string
  vehicle: string
  carrier: string
  loading: string
  reference: string
  order: string
  irn: string
  ack_no: string
  ack_day: string | null
  ewb: string
  ewb_day: string | null
  entries: TallyEntry[]
  items: TallyItem[]
}

export interface TileFigure {
  label: string
  unit: CellFormat
  value: number | null
  says?: string
}

export interface TriedFormula {
  issues: Issue[]
  outcomes: Outcome[]
}

export interface TruckFacts {
  name: string
  capacity_g: number
}

export type Unit =
  | 'none'
  | 'paise'
  | 'grams'
  | 'pieces'
  | 'millimetres'
  | 'rate'
  | 'bp'
  | 'days'
  | 'hours'

export type Verb =
  | 'view'
  | 'add'
  | 'edit'
  | 'delete'
  | 'approve'
  | 'export'
  | 'print'

export type VoucherKind =
  | 'Sales'
  | 'Purchase'
  | 'Receipt'
  | 'Contra'
  | 'Journal'
  | 'Credit Note'
  | 'Debit Note'
  | 'Payment'
  | 'Stock Journal'

export interface WaitsDef {
  deed: string
  again: boolean
}

export interface WantedDoc {
  type: string
  id: string
}

export interface Warnings {
  warnings: Issue[]
}

export interface YardFacts {
  code: string
  name: string
  state: string
}

export interface YearOffer {
  fy: string
  current: boolean
  plan: SetupPlan
}

export type CompanyStatus =
  | 'Active'

/** Company */
export interface CompanyRecord {
  name: string
  trade_name?: string
  pan: string
  tan?: string
  cin?: string
  address?: string
  mobile?: string
  email?: string
  aato_paise: number
  e_invoice_from?: string
  has_lut?: boolean
  bank_accounts?: {
    bank: string
    branch?: string
    ifsc: string
    account: string
  }[]
  logo?: string
  invoice_terms?: string
  receipt_terms?: string
  tcs_rules?: {
    section: string
    rate_bp: number
    from: string
  }[]
}

export type BranchStatus =
  | 'Active'
  | 'Inactive'

/** Branch */
export interface BranchRecord {
  code: string
  name: string
  gstin: string
  address: string
  state: string
  pin?: string
  manager?: string
  series_prefix: string
  mobile?: string
  targets?: {
    from: string
    monthly_g: number
  }[]
}

export type SettingStatus =
  | 'Active'

/** Settings */
export interface SettingRecord {
  preliminary_stage?: boolean
  pct_may_reject?: boolean
  auto_credit_pass?: boolean
  auto_credit_slab_paise?: number
  reserve_at?: 'submit' | 'bm_approval' | 'credit_approval'
  allow_self_approval?: ('approve' | 'forward' | 'credit_approve' | 'countersign' | 'customer_approve' | 'supplier_approve' | 'vendor_approve' | 'inward_approve' | 'purchase_order_approve' | 'supplier_bill_approve' | 'supplier_note_approve' | 'supplier_payment_approve' | 'additional_inward_approve' | 'receipt_confirm' | 'batch_closing_approve' | 'dump_approve' | 'transfer_accept' | 'work_order_approve' | 'sales_return_approve' | 'stock_audit_approve' | 'transfer_settle' | 'trip_settle' | 'credit_limit_approve' | 'reversal_approve')[]
  discount_slab_bp?: number
  load_tolerance_bp?: number
  inward_tolerance_bp?: number
  purchase_slabs?: {
    from: string
    up_to_paise: number
  }[]
  purchase_tolerance_bp?: number
  bill_rate_tolerance_bp?: number
  bill_quantity_tolerance_bp?: number
  inward_slip_photo?: boolean
  net_weight_tolerance_bp?: number
  closing_bm_bp?: number
  closing_bm_paise?: number
  closing_photo_g?: number
  dump_bm_g?: number
  dump_bm_paise?: number
  work_order_tolerance_bp?: number
  work_order_yard_g?: number
  work_order_bm_g?: number
  work_order_bm_paise?: number
  return_days?: number
  audit_variance_bp?: number
  audit_variance_paise?: number
  audit_bm_g?: number
  audit_bm_paise?: number
  dump_value?: 'cost' | 'scrap'
  scrap_paise_per_kg?: number
  price_stale_days?: number
  block_on_overdue?: boolean
  allowed_overdue_days?: number
  allowed_overdue_paise?: number
  limit_credit_paise?: number
  temporary_limit_days?: number
  group_bound?: boolean
  pdc_counts_bp?: number
  bounces_block?: number
  bounces_within_days?: number
  draft_archive_days?: number
  represent_days?: number
  duplicate_minutes?: number
  delivery_max_days?: number
  round_off?: 'none' | 'rupee'
  vehicle_warn_days?: number
  trip_warn_bp?: number
  freight_advance_bp?: number
  freight_gst_rates?: {
    rate_bp: number
    from: string
  }[]
  recover_ex_yard?: boolean
  ewb_threshold_paise?: number
  ewb_at_post?: boolean
  e_invoice_aato_paise?: number
  irn_missing?: 'block' | 'day' | 'warn'
  cash_limits?: {
    from: string
    below_paise: number
    law: string
  }[]
  pan_required_paise?: number
  gst_certificate?: boolean
  papers_from_paise?: number
  gstin_check_days?: number
  message_channels?: ('sms' | 'whatsapp')[]
  session_hours?: number
  registration?: boolean
}

export type NumberSeriesStatus =
  | 'Active'
  | 'Inactive'

/** Number series */
export interface NumberSeriesRecord {
  doc_type: 'order' | 'invoice' | 'credit_note' | 'debit_note' | 'receipt' | 'purchase_order' | 'inward' | 'supplier_bill' | 'supplier_note' | 'supplier_payment' | 'additional_inward' | 'batch_closing' | 'dump_stock' | 'sales_return' | 'transfer' | 'work_order' | 'trip' | 'credit_limit_request' | 'reversal'
  branch: string
  fy: string
  prefix?: string
  width: number
  next?: number
  pattern?: string
}

export type PeriodLockStatus =
  | 'Active'
  | 'Inactive'

/** Period lock */
export interface PeriodLockRecord {
  branch: string
  soft_to?: string
  locked_to?: string
}

export type TimeRuleStatus =
  | 'Active'
  | 'Inactive'

/** Time rule */
export interface TimeRuleRecord {
  name: string
  kind: 'sign_in' | 'loading' | 'order_cut_off' | 'back_date' | 'reservation' | 'hold' | 'decision'
  role?: 'ADMIN' | 'SALES' | 'BM' | 'PCT' | 'CREDIT' | 'YARD' | 'LOGI' | 'ACC' | 'PURCH' | 'AUDIT' | 'VENDOR' | 'SUPPLIER'
  branch?: string
  yard?: string
  doc_type?: string
  from?: string
  to?: string
  overnight?: boolean
  days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
  value_h?: number
  value_days?: number
  effective_from?: string
}

export type HolidayStatus =
  | 'Active'
  | 'Inactive'

/** Holiday */
export interface HolidayRecord {
  date: string
  name: string
  branch?: string
}

export type TriggerStatus =
  | 'Active'
  | 'Inactive'

/** Trigger */
export interface TriggerRecord {
  name: string
  event: 'status' | 'age' | 'date' | 'credit' | 'stock' | 'sign_in'
  doc_type?: string
  in_status?: string
  age_h?: number
  date_field?: string
  days_before?: number
  hours_before?: number
  above_bp?: number
  delay_min?: number
  repeat_h?: number
  conditions?: {
    field: string
    op: 'eq' | 'ne' | 'gt' | 'lt' | 'filled' | 'empty'
    value?: string
  }[]
  recipients: {
    kind: 'role' | 'waiting' | 'manager' | 'owner' | 'employee' | 'party'
    role?: 'ADMIN' | 'SALES' | 'BM' | 'PCT' | 'CREDIT' | 'YARD' | 'LOGI' | 'ACC' | 'PURCH' | 'AUDIT' | 'VENDOR' | 'SUPPLIER'
    employee?: string
  }[]
  channels: ('app' | 'mail' | 'sms' | 'whatsapp')[]
  title: string
  body: string
  warning?: boolean
  quiet_from?: string
  quiet_to?: string
}

export type NotificationStatus =
  | 'Unread'
  | 'Read'
  | 'Discarded'

/** Notification */
export interface NotificationRecord {
  to?: string
  title: string
  body?: string
  page?: string
  severity?: 'info' | 'warning'
  about?: string
  told_at?: number
  read_at?: number
}

export type MailStatus =
  | 'Queued'
  | 'Sent'
  | 'Failed'
  | 'Discarded'

/** Mail */
export interface MailRecord {
  to: string
  subject: string
  body: string
  paper_type?: string
  paper?: string
  paper_name?: string
  report?: string
  question?: string
  page?: string
  queued_at?: number
  next_at?: number
  tries?: number
  last_error?: string
  sent_at?: number
}

export type TextMessageStatus =
  | 'Queued'
  | 'Sent'
  | 'Failed'
  | 'Discarded'

/** Text message */
export interface TextMessageRecord {
  to?: string
  channel?: 'sms' | 'whatsapp'
  text?: string
  queued_at?: number
  next_at?: number
  tries?: number
  last_error?: string
  sent_at?: number
}

export type HsnStatus =
  | 'Active'
  | 'Inactive'

/** HSN */
export interface HsnRecord {
  code: string
  name: string
  gst_rates: {
    rate_bp: number
    from: string
  }[]
  cess_rates?: {
    rate_bp: number
    from: string
  }[]
}

export type CountryStatus =
  | 'Active'
  | 'Inactive'

/** Country */
export interface CountryRecord {
  name: string
  iso2: string
  dial?: string
}

export type StateStatus =
  | 'Active'
  | 'Inactive'

/** State */
export interface StateRecord {
  name: string
  country: string
  gst_code: string
  alpha?: string
  is_ut?: boolean
  code_from?: string
  code_to?: string
  ewb_thresholds?: {
    from: string
    threshold_paise: number
  }[]
}

export type RegionStatus =
  | 'Active'
  | 'Inactive'

/** Region */
export interface RegionRecord {
  name: string
  head?: string
}

export type DistrictStatus =
  | 'Active'
  | 'Inactive'

/** District */
export interface DistrictRecord {
  name: string
  state: string
  region?: string
}

export type CityStatus =
  | 'Active'
  | 'Inactive'

/** City */
export interface CityRecord {
  name: string
  district: string
  state?: string
  pincodes?: (string)[]
}

export type YardStatus =
  | 'Active'
  | 'Inactive'

/** Yard */
export interface YardRecord {
  code: string
  name: string
  branch: string
  address: string
  location?: string
  city?: string
  state: string
  pin: string
  gstin?: string
  in_charge?: string
  mobile?: string
  phone?: string
  has_weighbridge?: boolean
  capacity_g?: number
  latitude?: string
  longitude?: string
  virtual_kind?: 'transit' | 'dump'
}

export type ZoneStatus =
  | 'Active'
  | 'Inactive'

/** Zone */
export interface ZoneRecord {
  yard: string
  name: string
}

export type UomStatus =
  | 'Active'
  | 'Inactive'

/** Unit */
export interface UomRecord {
  code: string
  name: string
  uqc: 'BAG' | 'BAL' | 'BDL' | 'BKL' | 'BOU' | 'BOX' | 'BTL' | 'BUN' | 'CAN' | 'CBM' | 'CCM' | 'CMS' | 'CTN' | 'DOZ' | 'DRM' | 'GGK' | 'GMS' | 'GRS' | 'GYD' | 'KGS' | 'KLR' | 'KME' | 'LTR' | 'MLT' | 'MTR' | 'MTS' | 'NOS' | 'OTH' | 'PAC' | 'PCS' | 'PRS' | 'QTL' | 'ROL' | 'SET' | 'SQF' | 'SQM' | 'SQY' | 'TBS' | 'TGM' | 'THD' | 'TON' | 'TUB' | 'UGS' | 'UNT' | 'YDS'
  dimension: 'count' | 'weight' | 'length' | 'area'
  decimals: number
  num: number
  den: number
}

export type ProductGroupStatus =
  | 'Active'
  | 'Inactive'

/** Product group */
export interface ProductGroupRecord {
  name: string
  hsn: string
  gst_rates?: {
    rate_bp: number
    from: string
  }[]
  uom?: string
  alt_uom?: string
  rate_uom: 'MT' | 'KG' | 'PCS' | 'MTR' | 'BAG'
  stock_mode: 'pcs_kg' | 'pcs' | 'kg'
  nominal?: boolean
  scrap?: boolean
  section?: 'pipe' | 'shs' | 'rhs' | 'round' | 'square' | 'flat' | 'angle' | 'channel' | 'beam' | 'sheet'
  name_template?: string
  load_tolerance_bp?: number
  inward_tolerance_bp?: number
  price_floor_rule?: 'override' | 'never'
}

export type SkuPropertyStatus =
  | 'Active'
  | 'Inactive'

/** SKU property */
export interface SkuPropertyRecord {
  code: string
  label: string
  kind: 'number' | 'list' | 'text' | 'bool'
  unit?: string
  min?: string
  max?: string
  step?: string
  in_name?: boolean
  in_formula?: boolean
}

export type SkuPropertyValueStatus =
  | 'Active'
  | 'Inactive'

/** Property value */
export interface SkuPropertyValueRecord {
  property: string
  value: string
  sort?: number
}

export type SkuMappingStatus =
  | 'Active'
  | 'Inactive'

/** SKU mapping */
export interface SkuMappingRecord {
  product_group: string
  properties?: {
    property: string
    form_sequence?: number
    is_searchable?: boolean
    search_sequence?: number
    is_mandatory?: boolean
    validation_rules?: string
    default_value?: string
  }[]
}

export type FormulaStatus =
  | 'Draft'
  | 'Active'
  | 'Inactive'

/** Formula */
export interface FormulaRecord {
  title?: string
  code: string
  name: string
  product_group: string
  per: 'pc' | 'm'
  from: string
  expression: string
  tests?: {
    inputs: string
    expected_g: number
    tolerance_g?: number
  }[]
  edition?: number
}

export type SkuStatus =
  | 'Active'
  | 'Inactive'

/** SKU */
export interface SkuRecord {
  name?: string
  product_group: string
  values?: {
    property: string
    value: string
  }[]
  make?: string
  grade?: string
  length_mm?: number
  theo_g_per_pc?: number
  weight_reason?: string
  pcs_per_bundle?: number
  hsn?: string
  uom?: string
  barcode?: string
  sale_status?: 'open' | 'blocked' | 'discontinued'
  purchase_status?: 'open' | 'blocked' | 'discontinued'
  reorder?: {
    yard: string
    min_pcs?: number
    reorder_pcs?: number
    max_pcs?: number
  }[]
  image?: string
  remark?: string
  calc_g_per_pc?: number
  formula?: string
  combination?: string
}

export type PriceStatus =
  | 'Active'
  | 'Inactive'

/** Price */
export interface PriceRecord {
  name?: string
  sku?: string
  product_group?: string
  state?: string
  region?: string
  price_class?: 'A' | 'B' | 'C' | 'D'
  rate_uom: 'MT' | 'KG' | 'PCS' | 'MTR' | 'BAG'
  rate_paise: number
  floor_paise?: number
  rcp_paise?: number
  basis?: 'ex_yard' | 'for'
  from: string
  to?: string
}

export type TruckTypeStatus =
  | 'Active'
  | 'Inactive'

/** Truck type */
export interface TruckTypeRecord {
  name: string
  wheels: number
  max_g: number
  max_length_mm: number
  body?: 'open' | 'closed'
}

export type VehicleStatus =
  | 'Active'
  | 'Inactive'

/** Vehicle */
export interface VehicleRecord {
  reg_no: string
  name?: string
  truck_type: string
  owned_by: 'own' | 'vendor'
  vendor?: string
  capacity_g: number
  body_length_mm?: number
  rc_to?: string
  insurance_to?: string
  fitness_to?: string
  permit_to?: string
  puc_to?: string
  driver?: string
  gps_id?: string
  allowed_to?: string
}

export type DriverStatus =
  | 'Active'
  | 'Inactive'

/** Driver */
export interface DriverRecord {
  name: string
  mobile: string
  licence_no: string
  licence_to: string
  allowed_to?: string
}

export type PaymentTermStatus =
  | 'Active'
  | 'Inactive'

/** Payment terms */
export interface PaymentTermRecord {
  code: string
  name: string
  kind: 'advance' | 'cod' | 'credit' | 'lc' | 'pdc'
  days: number
  basis?: 'invoice' | 'eom' | 'delivery'
  advance_bp?: number
  needs_credit_check?: boolean
  instalments?: {
    part_bp: number
    days: number
  }[]
  interest_bp?: number
  discount_bp?: number
  discount_days?: number
}

export type ReasonStatus =
  | 'Active'
  | 'Inactive'

/** Reason */
export interface ReasonRecord {
  code: string
  name: string
  kind: 'bm_hold' | 'bm_reject' | 'credit_reject' | 'yard_concern' | 'account_concern' | 'short_close' | 'return' | 'bounce' | 'work_order' | 'reversal' | 'dump' | 'batch_closing' | 'stock' | 'additional_inward' | 'transfer' | 'trip_vehicle' | 'delivery' | 'block' | 'credit_limit'
  needs_photo?: boolean
  slab_g?: number
  slab_paise?: number
  settlement?: 'credit_note' | 'replace' | 'repair'
}

export type RoleStatus =
  | 'Active'
  | 'Inactive'

/** Role */
export interface RoleRecord {
  code: string
  name: string
  acts_as: 'ADMIN' | 'SALES' | 'BM' | 'PCT' | 'CREDIT' | 'YARD' | 'LOGI' | 'ACC' | 'PURCH' | 'AUDIT' | 'VENDOR' | 'SUPPLIER'
  login_type: 'fromyard' | 'toyard' | 'logistic' | 'account' | 'admin' | 'bm' | 'credit' | 'sales' | 'vendor' | 'supplier'
  home: string
  figures?: 'none' | 'rates' | 'all'
  rights?: {
    page: string
    view?: 'party' | 'own' | 'shared' | 'yard' | 'branch' | 'all'
    add?: 'party' | 'own' | 'shared' | 'yard' | 'branch' | 'all'
    edit?: 'party' | 'own' | 'shared' | 'yard' | 'branch' | 'all'
    delete?: 'party' | 'own' | 'shared' | 'yard' | 'branch' | 'all'
    approve?: 'party' | 'own' | 'shared' | 'yard' | 'branch' | 'all'
    export?: 'party' | 'own' | 'shared' | 'yard' | 'branch' | 'all'
    print?: 'party' | 'own' | 'shared' | 'yard' | 'branch' | 'all'
  }[]
}

export type MenuStatus =
  | 'Active'
  | 'Inactive'

/** Menu */
export interface MenuRecord {
  menu_name: string
  kind: 'page' | 'group' | 'label' | 'link'
  menu_page_url?: string
  icon: string
  parent?: string
  sort: number
  badge_source?: string
  needs?: string
}

export type EmployeeStatus =
  | 'Active'
  | 'Inactive'

/** Employee */
export interface EmployeeRecord {
  emp_id: string
  name: string
  mobile: string
  email?: string
  roles: (string)[]
  branch?: string
  branches?: (string)[]
  reads_branches?: (string)[]
  yards?: (string)[]
  reads_yards?: (string)[]
  reporting_to?: string
  branch_manager?: string
  sales_team?: (string)[]
  designation: string
  department?: string
  joined_on: string
  born_on?: string
  employment?: 'join' | 'notice' | 'left'
  approval_slab_paise?: number
  show_less_section?: boolean
  pan?: string
  aadhaar_last4?: string
  address?: string
  country?: string
  state?: string
  district?: string
  city?: string
  photo?: string
  language?: 'en' | 'hi'
  theme?: 'blue' | 'blueDark' | 'whiteBlue' | 'whitePurple' | 'purple1' | 'purple2' | 'purpleDark1' | 'purpleDark2' | 'slateDark1' | 'slateDark2' | 'red' | 'sunlight'
  channels?: ('app' | 'mail' | 'sms' | 'whatsapp')[]
  delegate?: string
  delegate_from?: string
  delegate_to?: string
  password?: string
  successor?: string
  handing_over?: number
}

export type CustomerStatus =
  | 'Draft'
  | 'Pending Approval'
  | 'Active'
  | 'Blocked'
  | 'Rejected'
  | 'Inactive'

/** Customer */
export interface CustomerRecord {
  name: string
  kind?: 'Dealer' | 'Retailer' | 'Contractor' | 'Builder' | 'Fabricator' | 'OEM' | 'Government' | 'Walk-in'
  gst_category?: 'Regular' | 'Composition' | 'Unregistered' | 'SEZ' | 'Deemed export' | 'Overseas' | 'UIN' | 'Tax deductor'
  gstin?: string
  pan?: string
  contact_person?: string
  mobile?: string
  whatsapp?: boolean
  phone?: string
  email?: string
  billing?: {
    line1?: string
    line2?: string
    city?: string
    district?: string
    state?: string
    country?: string
    pin?: string
  }
  office_address?: string
  bill_to?: {
    label: string
    line1?: string
    line2?: string
    city?: string
    district?: string
    state?: string
    pin?: string
    gstin?: string
  }[]
  ship_to?: {
    label: string
    line1?: string
    line2?: string
    city?: string
    district?: string
    state?: string
    pin?: string
    gstin?: string
    contact?: string
    mobile?: string
    unloading_notes?: string
    distances?: {
      yard: string
      distance_km: number
    }[]
  }[]
  sales_owner?: string
  branch_manager?: string
  region?: string
  price_class?: 'A' | 'B' | 'C' | 'D'
  payment_term?: string
  other_terms?: (string)[]
  allowed_overdue_days?: number
  block_on_overdue?: boolean
  bank?: {
    bank?: string
    ifsc?: string
    account?: string
    account_again?: string
    holder?: string
  }
  tds_194q?: boolean
  msme?: boolean
  udyam?: string
  tally_name?: string
  papers?: {
    kind: 'gst_certificate' | 'pan' | 'cheque' | 'shop_photo' | 'other'
    file: string
  }[]
  ratings?: string
  photo?: string
  state?: string
  city?: string
  limits?: {
    limit_paise?: number
    from?: string
    to?: string
    order?: string
    request?: string
  }[]
  opening_paise?: number
  opening_due?: string
  opening_bill?: string
  block_reason?: string
  submitted_by?: string
  changed_by?: (string)[]
  proposed?: {
    gst_category?: 'Regular' | 'Composition' | 'Unregistered' | 'SEZ' | 'Deemed export' | 'Overseas' | 'UIN' | 'Tax deductor'
    gstin?: string
    payment_term?: string
    billing?: {
      line1?: string
      line2?: string
      city?: string
      district?: string
      state?: string
      country?: string
      pin?: string
    }
    bill_to?: {
      label: string
      line1?: string
      line2?: string
      city?: string
      district?: string
      state?: string
      pin?: string
      gstin?: string
    }[]
  }
}

export type SupplierStatus =
  | 'Draft'
  | 'Pending Approval'
  | 'Active'
  | 'Blocked'
  | 'Rejected'
  | 'Inactive'

/** Supplier */
export interface SupplierRecord {
  name: string
  kind?: 'Mill' | 'Stockist' | 'Importer'
  gst_category?: 'Regular' | 'Composition' | 'Unregistered' | 'SEZ' | 'Deemed export' | 'Overseas' | 'UIN' | 'Tax deductor'
  gstin?: string
  pan?: string
  product_groups?: (string)[]
  contact_person?: string
  mobile?: string
  whatsapp?: boolean
  phone?: string
  email?: string
  billing?: {
    line1?: string
    line2?: string
    city?: string
    district?: string
    state?: string
    country?: string
    pin?: string
  }
  bank?: {
    bank?: string
    ifsc?: string
    account?: string
    account_again?: string
    holder?: string
  }
  payment_term?: string
  tds_section?: string
  tds_rate_bp?: number
  msme?: boolean
  udyam?: string
  pay_in_45_days?: boolean
  lead_days?: number
  agreement_to?: string
  portal?: boolean
  portal_id?: string
  portal_email?: string
  portal_mobile?: string
  papers?: {
    kind: 'gst_certificate' | 'pan' | 'cheque' | 'shop_photo' | 'other'
    file: string
  }[]
  photo?: string
  note?: string
  language?: 'en' | 'hi'
  theme?: 'blue' | 'blueDark' | 'whiteBlue' | 'whitePurple' | 'purple1' | 'purple2' | 'purpleDark1' | 'purpleDark2' | 'slateDark1' | 'slateDark2' | 'red' | 'sunlight'
  state?: string
  city?: string
  block_reason?: string
  submitted_by?: string
  changed_by?: (string)[]
  proposed?: {
    bank?: {
      bank?: string
      ifsc?: string
      account?: string
      account_again?: string
      holder?: string
    }
  }
}

export type VendorStatus =
  | 'Draft'
  | 'Pending Approval'
  | 'Active'
  | 'Blocked'
  | 'Rejected'
  | 'Inactive'

/** Vendor */
export interface VendorRecord {
  name: string
  kind?: 'Transporter' | 'Job-worker' | 'Crane' | 'Weighbridge'
  gst_category?: 'Regular' | 'Composition' | 'Unregistered' | 'SEZ' | 'Deemed export' | 'Overseas' | 'UIN' | 'Tax deductor'
  gstin?: string
  pan?: string
  transporter_id?: string
  product_groups?: (string)[]
  contact_person?: string
  mobile?: string
  whatsapp?: boolean
  phone?: string
  email?: string
  billing?: {
    line1?: string
    line2?: string
    city?: string
    district?: string
    state?: string
    country?: string
    pin?: string
  }
  bank?: {
    bank?: string
    ifsc?: string
    account?: string
    account_again?: string
    holder?: string
  }
  payment_term?: string
  tds_section?: string
  tds_rate_bp?: number
  msme?: boolean
  udyam?: string
  pay_in_45_days?: boolean
  lead_days?: number
  agreement_to?: string
  portal?: boolean
  portal_id?: string
  portal_email?: string
  portal_mobile?: string
  papers?: {
    kind: 'gst_certificate' | 'pan' | 'cheque' | 'shop_photo' | 'other'
    file: string
  }[]
  photo?: string
  note?: string
  language?: 'en' | 'hi'
  theme?: 'blue' | 'blueDark' | 'whiteBlue' | 'whitePurple' | 'purple1' | 'purple2' | 'purpleDark1' | 'purpleDark2' | 'slateDark1' | 'slateDark2' | 'red' | 'sunlight'
  state?: string
  city?: string
  block_reason?: string
  submitted_by?: string
  changed_by?: (string)[]
  proposed?: {
    bank?: {
      bank?: string
      ifsc?: string
      account?: string
      account_again?: string
      holder?: string
    }
  }
}

export type TallyLedgerStatus =
  | 'Active'
  | 'Inactive'

/** Tally ledger */
export interface TallyLedgerRecord {
  account: 'stock' | 'stock_dump' | 'goods_in_transit' | 'work_in_progress' | 'cost_of_sales' | 'sales' | 'sales_return' | 'output_cgst' | 'output_sgst' | 'output_igst' | 'output_cess' | 'input_tax' | 'rcm_payable' | 'tcs' | 'freight' | 'round_off' | 'bank' | 'cash' | 'cheques_in_hand' | 'charges_recovered' | 'tds_receivable' | 'discount_allowed' | 'written_off' | 'weighing_difference' | 'stock_difference' | 'cost_variance' | 'process_cost' | 'opening' | 'opening_stock' | 'interest' | 'freight_inward' | 'freight_outward' | 'goods_not_billed'
  name: string
}

export type TallyExportStatus =
  | 'Active'
  | 'Inactive'

/** Tally export */
export interface TallyExportRecord {
  from: string
  to: string
  branch?: string
  file: string
  vouchers: number
  until: number
  hash: string
  created?: number
  altered?: number
  ignored?: number
  errors?: number
  errors_told?: {
    line: string
  }[]
}

export type ReportViewStatus =
  | 'Active'

/** Saved view */
export interface ReportViewRecord {
  name: string
  report: string
  question?: string
  roles?: (string)[]
  mail_every?: 'daily' | 'weekly' | 'monthly'
  mail_to?: (string)[]
  next_mail_at?: number
}

export type ListViewStatus =
  | 'Active'

/** List view */
export interface ListViewRecord {
  name: string
  list: string
  question?: string
  opens?: boolean
  roles?: (string)[]
}

export type BatchStatus =
  | 'Open'
  | 'Closed'

/** Batch */
export interface BatchRecord {
  batch_no?: string
  sku?: string
  origin?: string
  inward?: string
  additional_inward?: string
  supplier?: string
  zone?: string
  rack?: string
  parents?: (string)[]
  make?: string
  heat_no?: string
  coil_no?: string
  mfg_date?: string
  mtc_file?: string
  inward_date?: string
  in_pcs?: number
  in_g?: number
  cost_paise?: number
  cost_paise_per_kg?: number
  gained_g?: number
  closing?: string
  closed_on?: string
}

export type PurchaseOrderStatus =
  | 'Draft'
  | 'Approval Pending'
  | 'Approved'
  | 'Part Received'
  | 'Received'
  | 'Closed'
  | 'Cancelled'

/** Purchase order */
export interface PurchaseOrderRecord {
  date: string
  supplier: string
  supplier_name?: string
  yard: string
  expected_on?: string
  payment_term?: string
  quotation_no?: string
  lines?: {
    sku: string
    pcs?: number
    weight_g?: number
    rate_paise?: number
    rate_uom?: 'MT' | 'KG' | 'PCS' | 'MTR' | 'BAG'
    note?: string
    amount_paise?: number
    tax_paise?: number
    received_pcs?: number
    received_g?: number
    billed_pcs?: number
    billed_g?: number
    received_paise?: number
    cleared_paise?: number
  }[]
  terms?: string
  note?: string
  total_pcs?: number
  total_g?: number
  amount_paise?: number
  tax_paise?: number
  total_paise?: number
  submitted_by?: string
  approved_by?: string
  changed_by?: (string)[]
}

export type InwardStatus =
  | 'Draft'
  | 'Pending Approval'
  | 'On Hold'
  | 'Approved'
  | 'Rejected'
  | 'Reversed'

/** Stock inward */
export interface InwardRecord {
  date: string
  yard: string
  supplier?: string
  purchase_order?: string
  po_no?: string
  supplier_invoice_no?: string
  supplier_invoice_date?: string
  supplier_invoice_paise?: number
  vehicle_no?: string
  ewb_no?: string
  tare_g?: number
  gross_g?: number
  slip_photo?: string
  unloading_by?: string
  lines?: {
    sku: string
    order_line?: number
    pcs?: number
    weight_g?: number
    supplier_weight_g?: number
    rejected_pcs?: number
    rejected_g?: number
    reject_reason?: string
    quality_hold?: boolean
    rate_paise?: number
    rate_uom?: 'MT' | 'KG' | 'PCS' | 'MTR' | 'BAG'
    make?: string
    heat_no?: string
    coil_no?: string
    mfg_date?: string
    mtc_file?: string
    zone?: string
    rack?: string
    amount_paise?: number
    tax_paise?: number
    cost_paise?: number
    batch?: string
    stock_hold?: string
    posting?: number
  }[]
  freight_paise?: number
  other_cost_paise?: number
  note?: string
  net_g?: number
  total_pcs?: number
  total_g?: number
  amount_paise?: number
  tax_paise?: number
  claims?: {
    line?: number
    what?: 'short' | 'rejected'
    pcs?: number
    weight_g?: number
    rate_paise?: number
    rate_uom?: 'MT' | 'KG' | 'PCS' | 'MTR' | 'BAG'
    amount_paise?: number
    tax_paise?: number
  }[]
  claim_paise?: number
  supplier_fy?: string
  submitted_by?: string
  changed_by?: (string)[]
  voucher?: number
}

export type AdditionalInwardStatus =
  | 'Draft'
  | 'Pending Approval'
  | 'On Hold'
  | 'Approved'
  | 'Rejected'
  | 'Reversed'

/** Additional inward */
export interface AdditionalInwardRecord {
  kind: 'extra_receipt' | 'late_freight' | 'found_stock' | 'opening_stock' | 'weight_correction'
  date: string
  yard: string
  inward?: string
  reason?: string
  supplier_invoice_no?: string
  lines?: {
    of_batch?: string
    sku?: string
    sign?: 'plus' | 'minus'
    pcs?: number
    weight_g?: number
    rate_paise?: number
    rate_uom?: 'MT' | 'KG' | 'PCS' | 'MTR' | 'BAG'
    extra_paise?: number
    in_since?: string
    quality_hold?: boolean
    make?: string
    heat_no?: string
    coil_no?: string
    mfg_date?: string
    mtc_file?: string
    zone?: string
    rack?: string
    amount_paise?: number
    tax_paise?: number
    cost_paise?: number
    variance_paise?: number
    batch?: string
    stock_hold?: string
    posting?: number
  }[]
  photo?: string
  note?: string
  supplier?: string
  total_pcs?: number
  total_g?: number
  amount_paise?: number
  tax_paise?: number
  variance_paise?: number
  submitted_by?: string
  changed_by?: (string)[]
  voucher?: number
  variance_voucher?: number
}

export type SupplierBillStatus =
  | 'Draft'
  | 'Waiting for Goods'
  | 'Mismatch'
  | 'Matched'
  | 'Posted'
  | 'Cancelled'
  | 'Reversed'

/** Supplier bill */
export interface SupplierBillRecord {
  date: string
  purchase_order: string
  supplier?: string
  supplier_name?: string
  bill_no: string
  bill_date: string
  due_date?: string
  billed_paise?: number
  lines?: {
    order_line: number
    sku?: string
    pcs?: number
    weight_g?: number
    rate_paise?: number
    rate_uom?: 'MT' | 'KG' | 'PCS' | 'MTR' | 'BAG'
    amount_paise?: number
    tax_paise?: number
    cleared_paise?: number
  }[]
  paper?: string
  note?: string
  amount_paise?: number
  tax_paise?: number
  total_paise?: number
  total_pcs?: number
  total_g?: number
  differences?: {
    line?: number
    what?: 'rate' | 'quantity' | 'total' | 'goods'
    told?: string
    over_paise?: number
    over_tax_paise?: number
  }[]
  claim_paise?: number
  supplier_note?: string
  bill_fy?: string
  submitted_by?: string
  accepted_by?: string
  changed_by?: (string)[]
  voucher?: number
}

export type SupplierNoteStatus =
  | 'Draft'
  | 'Pending Approval'
  | 'Posted'
  | 'Cancelled'
  | 'Reversed'

/** Supplier debit note */
export interface SupplierNoteRecord {
  date: string
  kind?: 'return' | 'claim'
  supplier: string
  supplier_name?: string
  yard: string
  supplier_bill?: string
  vehicle_no?: string
  lines?: {
    batch: string
    pcs?: number
    weight_g?: number
    why?: string
    sku?: string
    rate_paise?: number
    rate_uom?: 'MT' | 'KG' | 'PCS' | 'MTR' | 'BAG'
    amount_paise?: number
    tax_paise?: number
    cost_paise?: number
    posting?: number
  }[]
  note?: string
  claims?: {
    line?: number
    told?: string
    over_paise?: number
    over_tax_paise?: number
  }[]
  amount_paise?: number
  tax_paise?: number
  total_paise?: number
  settled?: {
    bill_no?: string
    amount_paise?: number
    item?: string
  }[]
  submitted_by?: string
  changed_by?: (string)[]
  voucher?: number
}

export type SupplierPaymentStatus =
  | 'Draft'
  | 'Pending Approval'
  | 'Posted'
  | 'Cancelled'
  | 'Reversed'

/** Payment */
export interface SupplierPaymentRecord {
  date: string
  branch: string
  party_kind: 'supplier' | 'vendor'
  supplier?: string
  vendor?: string
  party_name?: string
  mode: 'neft' | 'rtgs' | 'imps' | 'upi' | 'bank_transfer' | 'cheque' | 'cash'
  amount_paise: number
  utr?: string
  cheque_no?: string
  cheque_date?: string
  bank?: string
  spread?: 'due' | 'hand' | 'none'
  allocations?: {
    supplier_bill?: string
    inward?: string
    opening_bill?: string
    trip?: string
    amount_paise: number
  }[]
  narration?: string
  slip?: string
  on_account_paise?: number
  settled?: {
    bill_no?: string
    amount_paise?: number
    item?: string
  }[]
  submitted_by?: string
  approved_by?: string
  changed_by?: (string)[]
  voucher?: number
}

export type StockHoldStatus =
  | 'Active'
  | 'Consumed'
  | 'Released'
  | 'Expired'

/** Stock hold */
export interface StockHoldRecord {
  yard: string
  sku: string
  sku_name?: string
  batch?: string
  pcs?: number
  weight_g?: number
  kind: 'quality' | 'promise' | 'management'
  customer?: string
  from?: string
  to: string
  reason: string
  remarks?: string
  lots?: {
    batch: string
    pcs?: number
    weight_g?: number
  }[]
  used_pcs?: number
  used_g?: number
  orders?: (string)[]
  inward?: string
  additional_inward?: string
  transfer?: string
  held_as?: string
  ends_at?: number
}

export type StockAuditStatus =
  | 'Planned'
  | 'Counting'
  | 'Recount Needed'
  | 'Variance Review'
  | 'Approved'
  | 'Rejected'
  | 'Cancelled'

/** Stock audit */
export interface StockAuditRecord {
  name?: string
  yard: string
  counted: 'yard' | 'zones' | 'product_groups' | 'skus' | 'batches' | 'age' | 'rolling'
  zones?: (string)[]
  product_groups?: (string)[]
  skus?: (string)[]
  batches?: (string)[]
  age_days?: number
  rolling_days?: number
  most?: number
  counters: (string)[]
  planned_on: string
  blind?: boolean
  note?: string
  started_at?: number
  round?: number
  sheet_lines?: number
  agreed_lines?: number
  over_lines?: number
  lines?: {
    batch?: string
    sku?: string
    zone?: string
    book_pcs?: number
    book_g?: number
    counted_pcs?: number
    counted_g?: number
    difference_pcs?: number
    difference_g?: number
    value_paise?: number
    first_pcs?: number
    first_g?: number
    counted_on?: string
    counted_by?: (string)[]
    again?: boolean
    over?: boolean
    moved_between?: boolean
    extra?: boolean
    orders?: (string)[]
  }[]
  difference_pcs?: number
  difference_g?: number
  value_paise?: number
  counted_by?: (string)[]
  submitted_by?: string
  changed_by?: (string)[]
  approved_by?: string
}

export type StockCountStatus =
  | 'Counted'
  | 'Taken Back'

/** Count */
export interface StockCountRecord {
  stock_audit: string
  batch: string
  pcs?: number
  weight_g?: number
  place?: string
  extra?: boolean
  remarks?: string
  counted_at?: number
  batch_no?: string
  yard?: string
  sku?: string
  round?: number
}

export type BatchClosingStatus =
  | 'Draft'
  | 'Pending Approval'
  | 'Rejected'
  | 'Approved'
  | 'Reopened'

/** Batch closing */
export interface BatchClosingRecord {
  date?: string
  batch: string
  lost_pcs?: number
  reason?: string
  remarks?: string
  photos?: (string)[]
  batch_no?: string
  yard?: string
  sku?: string
  sku_name?: string
  supplier?: string
  in_pcs?: number
  in_g?: number
  balance_pcs?: number
  balance_g?: number
  left_bp?: number
  lies?: {
    yard?: string
    bucket?: 'FREE' | 'HOLD' | 'DUMP' | 'TRANSIT' | 'WIP'
    pcs?: number
    weight_g?: number
  }[]
  last_moved?: string
  reserved_pcs?: number
  reserved_g?: number
  orders?: (string)[]
  gained_g?: number
  lost_g?: number
  difference_g?: number
  difference_bp?: number
  explained_g?: number
  value_paise?: number
  submitted_by?: string
  changed_by?: (string)[]
  approved_by?: string
  moves?: {
    kind: 'count' | 'weighing'
    pcs?: number
    weight_g?: number
    posting?: number
  }[]
  voucher?: number
  reopened_for?: string
}

export type DumpStockStatus =
  | 'Draft'
  | 'BM Pending'
  | 'Rejected'
  | 'Approved'
  | 'Disposal Pending'
  | 'Sold as Scrap'
  | 'Reprocessed'
  | 'Written Off'
  | 'Restored'

/** Dump of stock */
export interface DumpStockRecord {
  date?: string
  yard: string
  batch: string
  pcs?: number
  weight_g?: number
  reason?: string
  est_paise_per_kg?: number
  photos?: (string)[]
  remarks?: string
  batch_no?: string
  sku?: string
  sku_name?: string
  free_pcs?: number
  free_g?: number
  cost_paise?: number
  value_paise?: number
  gone?: {
    order?: string
    work_order?: string
    source?: string
    line?: number
    pcs?: number
    weight_g?: number
    value_paise?: number
  }[]
  left_pcs?: number
  left_g?: number
  transfer?: string
  sales_return?: string
  work_order?: string
  submitted_by?: string
  changed_by?: (string)[]
  approved_by?: string
  proposed_by?: string
  proposed_as?: string
  ended_on?: string
  posting?: number
  voucher?: number
}

export type TransferStatus =
  | 'Draft'
  | 'Requested'
  | 'Rejected by From-Yard'
  | 'From-Yard Accepted'
  | 'Logistic Assigned'
  | 'In Transit'
  | 'Received with Discrepancy'
  | 'Received'
  | 'Account Pending'
  | 'Completed'
  | 'Cancelled'

/** Transfer */
export interface TransferRecord {
  from_yard: string
  to_yard: string
  need_by?: string
  order?: string
  lines?: {
    sku: string
    pcs?: number
    weight_g?: number
    remark?: string
  }[]
  remarks?: string
  date?: string
  from_branch?: string
  pcs?: number
  weight_g?: number
  paper?: 'challan' | 'tax_invoice'
  split?: 'intra' | 'inter'
  lots?: {
    line?: number
    batch?: string
    sku?: string
    pcs?: number
    weight_g?: number
    received_pcs?: number
    received_g?: number
    damaged_pcs?: number
    damaged_g?: number
    damaged_to?: 'HOLD' | 'DUMP'
    short_pcs?: number
    short_g?: number
    extra_pcs?: number
    extra_g?: number
    cost_paise?: number
    road_paise?: number
  }[]
  short_reason?: string
  vehicle?: string
  vehicle_no?: string
  vendor?: string
  driver?: string
  mobile?: string
  lr_no?: string
  freight_paise?: number
  ewb_no?: string
  tare_g?: number
  gross_g?: number
  net_g?: number
  seal?: string
  slip_no?: string
  out_at?: number
  sent_by?: string
  in_at?: number
  received_by?: string
  received_remarks?: string
  photos?: (string)[]
  road_pcs?: number
  road_g?: number
  paper_no?: string
  decisions?: {
    lot: number
    decision: 'found' | 'transporter_debit' | 'write_off' | 'return'
    pcs?: number
    weight_g?: number
  }[]
  value_paise?: number
  cgst_paise?: number
  sgst_paise?: number
  igst_paise?: number
  submitted_by?: string
  changed_by?: (string)[]
}

export type WorkRecipeStatus =
  | 'Active'
  | 'Inactive'

/** Work recipe */
export interface WorkRecipeRecord {
  name: string
  work: 'cut_to_length' | 'slitting' | 'straightening' | 'threading' | 'bending' | 'bundling' | 'grade_change' | 'job_work'
  sku: string
  makes?: {
    sku: string
    pcs_per_pc?: number
    share_bp: number
  }[]
  scrap_bp?: number
  loss_bp?: number
  kerf_mm?: number
  process_paise_per_kg?: number
}

export type WorkOrderStatus =
  | 'Draft'
  | 'Admin Approval Pending'
  | 'Rejected'
  | 'Approved'
  | 'In Process'
  | 'On Hold'
  | 'Output Recorded'
  | 'Closing Pending'
  | 'Closed'
  | 'Cancelled'

/** Work order */
export interface WorkOrderRecord {
  entry?: 'office' | 'yard' | 'recipe'
  work: 'cut_to_length' | 'slitting' | 'straightening' | 'threading' | 'bending' | 'bundling' | 'grade_change' | 'job_work'
  yard: string
  recipe?: string
  start_on?: string
  order?: string
  dump?: string
  vendor?: string
  inputs?: {
    batch: string
    pcs?: number
    weight_g?: number
    dump?: boolean
  }[]
  outputs?: {
    sku: string
    pcs?: number
    weight_g?: number
    length_mm?: number
  }[]
  scrap_g?: number
  loss_g?: number
  kerf_mm?: number
  cuts?: {
    input: number
    bars: number
    cuts: string
    bar_mm?: number
    rest_mm?: number
  }[]
  scrap_sku?: string
  machine?: string
  operator?: string
  process_paise_per_kg?: number
  remarks?: string
  date?: string
  in_pcs?: number
  in_g?: number
  out_g?: number
  lots?: {
    batch?: string
    sku?: string
    held_pcs?: number
    held_g?: number
    wip_pcs?: number
    wip_g?: number
    dump?: boolean
    held_paise?: number
    wip_paise?: number
    used_pcs?: number
    used_g?: number
  }[]
  made?: {
    batch?: string
    sku?: string
    pcs?: number
    weight_g?: number
    scrap?: boolean
    cost_paise?: number
  }[]
  wip_pcs?: number
  wip_g?: number
  used_g?: number
  made_g?: number
  scrapped_g?: number
  lost_g?: number
  challan_no?: string
  sent_on?: string
  return_by?: string
  itc04?: {
    table?: '4' | '5a'
    on?: string
    challan_no?: string
    worker_challan_no?: string
    sku?: string
    pcs?: number
    weight_g?: number
    value_paise?: number
    lost_g?: number
  }[]
  approved_as?: 'person' | 'slab'
  held_in?: string
  submitted_by?: string
  changed_by?: (string)[]
  approved_by?: string
  closed_by?: string
}

export type OrderStatus =
  | 'Draft'
  | 'BM Approval Pending'
  | 'Hold order from BM'
  | 'Rejected By BM'
  | 'Preliminary Credit Team'
  | 'Credit Approval Pending'
  | 'Rejected From Credit Team'
  | 'Waiting for Loading'
  | 'Raise Concern From Yard'
  | 'Order Loaded'
  | 'Raise Concern By Account'
  | 'Order Completed'

/** Order */
export interface OrderRecord {
  date?: string
  customer: string
  customer_name?: string
  city?: string
  customer_mobile?: string
  vehicles?: string
  bill_to?: string
  ship_to?: string
  bill_address?: string
  ship_address?: string
  place_override?: string
  place_reason?: string
  place_of_supply?: string
  place_name?: string
  split?: 'intra' | 'inter' | 'zero_rated'
  yard?: string
  payment_term?: string
  price_basis?: 'ex_yard' | 'for'
  freight_rate_paise?: number
  loading_rate_paise?: number
  delivery_by?: string
  po_no?: string
  po_date?: string
  broker?: string
  brokerage_paise?: number
  salesman?: string
  source?: 'desk' | 'phone' | 'whatsapp' | 'portal'
  truck_type?: string
  remarks?: string
  internal_note?: string
  lines?: {
    sku: string
    pcs?: number
    weight_g?: number
    rate_uom?: 'MT' | 'KG' | 'PCS' | 'MTR' | 'BAG'
    rate_paise?: number
    discount_bp?: number
    make?: string
    alt_ok?: boolean
    remark?: string
    back_order?: boolean
    nominal?: boolean
    dump?: boolean
    hsn?: string
    gst_rate_bp?: number
    cess_bp?: number
    theo_g?: number
    formula?: string
    length_mm?: number
    list_rate_paise?: number
    floor_paise?: number
    amount_paise?: number
    charges_paise?: number
    tax_paise?: number
    loaded_pcs?: number
    loaded_g?: number
    short_pcs?: number
    short_g?: number
    short_reason?: string
  }[]
  pcs?: number
  weight_g?: number
  taxable_paise?: number
  cgst_paise?: number
  sgst_paise?: number
  igst_paise?: number
  cess_paise?: number
  total_paise?: number
  waiting_for?: string
  load_state?: 'none' | 'partial' | 'full' | 'short_closed'
  loaded_bp?: number
  invoiced_bp?: number
  invoiced_paise?: number
  loadings?: number
  revision?: number
  approval_level?: number
  acted_on?: boolean
  last_step?: string
  last_step_by?: string
  changed_by?: (string)[]
  submitted_at?: number
  approved_at?: number
  approved_by?: string
  approved_hash?: string
  override_reason?: string
  forwarded_at?: number
  credit_approved_at?: number
  rate_stale?: boolean
  hold_until?: string
  resume_at?: number
  reservation_expires?: number
  reservation_lapsed?: number
  recommendation?: 'approve' | 'caution' | 'decline'
  credit?: {
    at?: number
    limit_paise?: number
    used_paise?: number
    available_paise?: number
    overdue_paise?: number
    overdue_days?: number
  }
  rejection?: string
  suggestion?: string
  advance_asked_paise?: number
  gstin_checked_on?: string
  concern?: {
    of?: 'yard' | 'account'
    reason?: string
    lines?: (number)[]
    loading?: string
    remarks?: string
    photos?: (string)[]
    by?: string
    at?: number
    answer?: string
    answer_remarks?: string
    answered_by?: string
    answered_as?: string
    countersign?: boolean
    countersigned_by?: string
  }
  attachments?: (string)[]
  replaces?: string
  replaces_no?: string
  archive_at?: number
  archived?: boolean
}

export type LoadingStatus =
  | 'Draft'
  | 'Posted'
  | 'Reversed'

/** Loading */
export interface LoadingRecord {
  order?: string
  order_no?: string
  seq?: number
  customer?: string
  customer_name?: string
  city?: string
  yard?: string
  date?: string
  vehicle?: string
  vehicle_no?: string
  driver?: string
  mobile?: string
  slip_no?: string
  weighbridge?: string
  tare_g?: number
  gross_g?: number
  net_g?: number
  lines?: {
    order_line: number
    batch: string
    pcs?: number
    weight_g: number
    reason?: string
    sku?: string
    dump?: boolean
    cost_paise?: number
    posting?: number
  }[]
  pcs?: number
  weight_g?: number
  ordered_g?: number
  value_paise?: number
  committed_paise?: number
  ewb_needed?: boolean
  seal?: string
  in_at?: number
  out_at?: number
  gang?: string
  photos?: (string)[]
  remarks?: string
  corrections?: {
    at?: number
    by?: string
    reason?: string
    line?: number
    by_g?: number
    posting?: number
  }[]
  invoice?: string
  invoice_no?: string
  reversed_at?: number
}

export type InvoiceStatus =
  | 'Draft'
  | 'Posted'
  | 'Cancelled'

/** Invoice */
export interface InvoiceRecord {
  date?: string
  loadings: (string)[]
  tcs_section?: string
  irn?: string
  ack_no?: string
  ack_date?: string
  signed_qr?: string
  ewb_no?: string
  ewb_date?: string
  ewb_valid_to?: string
  distance_km?: number
  transporter?: string
  ewb_mode?: 'road' | 'rail' | 'air' | 'ship'
  customer?: string
  customer_name?: string
  orders?: (string)[]
  order_no?: string
  yard?: string
  salesman?: string
  bill_to?: string
  ship_to?: string
  payment_term?: string
  place_of_supply?: string
  place_name?: string
  split?: 'intra' | 'inter' | 'zero_rated'
  state_tax?: string
  seller?: {
    name?: string
    gstin?: string
    pan?: string
    address?: string
    pin?: string
    state?: string
    state_code?: string
    mobile?: string
    gst_category?: 'Regular' | 'Composition' | 'Unregistered' | 'SEZ' | 'Deemed export' | 'Overseas' | 'UIN' | 'Tax deductor'
  }
  buyer?: {
    name?: string
    gstin?: string
    pan?: string
    address?: string
    pin?: string
    state?: string
    state_code?: string
    mobile?: string
    gst_category?: 'Regular' | 'Composition' | 'Unregistered' | 'SEZ' | 'Deemed export' | 'Overseas' | 'UIN' | 'Tax deductor'
  }
  consignee?: {
    name?: string
    gstin?: string
    pan?: string
    address?: string
    pin?: string
    state?: string
    state_code?: string
    mobile?: string
    gst_category?: 'Regular' | 'Composition' | 'Unregistered' | 'SEZ' | 'Deemed export' | 'Overseas' | 'UIN' | 'Tax deductor'
  }
  dispatch_from?: string
  vehicle_no?: string
  slip_no?: string
  po_no?: string
  lines?: {
    order?: string
    order_line?: number
    sku?: string
    name?: string
    hsn?: string
    uqc?: string
    qty_milli?: number
    qty_micro?: number
    pcs?: number
    weight_g?: number
    billed_g?: number
    rate_paise?: number
    rate_uom?: 'MT' | 'KG' | 'PCS' | 'MTR' | 'BAG'
    discount_bp?: number
    amount_paise?: number
    charges_paise?: number
    taxable_paise?: number
    gst_rate_bp?: number
    cess_bp?: number
    cgst_paise?: number
    sgst_paise?: number
    igst_paise?: number
    cess_paise?: number
    parts?: {
      loading?: string
      loading_line?: number
      batch?: string
      pcs?: number
      weight_g?: number
      dump?: boolean
      cost_paise?: number
    }[]
  }[]
  hsn_totals?: {
    hsn?: string
    gst_rate_bp?: number
    taxable_paise?: number
    cgst_paise?: number
    sgst_paise?: number
    igst_paise?: number
    cess_paise?: number
  }[]
  shares?: {
    order?: string
    amount_paise?: number
    committed_paise?: number
  }[]
  pcs?: number
  weight_g?: number
  goods_paise?: number
  charges_paise?: number
  taxable_paise?: number
  cgst_paise?: number
  sgst_paise?: number
  igst_paise?: number
  cess_paise?: number
  tcs_bp?: number
  tcs_paise?: number
  total_paise?: number
  round_off_paise?: number
  payable_paise?: number
  amount_in_words?: string
  due_date?: string
  instalments?: {
    due?: string
    amount_paise?: number
  }[]
  interest_bp?: number
  discount_bp?: number
  discount_until?: string
  ewb_needed?: boolean
  irn_state?: 'not_needed' | 'needed' | 'recorded'
  reverse_charge?: boolean
  bank?: {
    bank: string
    branch?: string
    ifsc: string
    account: string
  }
  terms?: string
  posted_at?: number
  posted_by?: string
  irn_at?: number
  ewb_at?: number
  part_b?: {
    ewb_no?: string
    vehicle_no?: string
    valid_to?: string
    at?: number
    by?: string
  }[]
  voucher?: number
  cost_voucher?: number
  cancelled_because?: string
}

export type ReceiptStatus =
  | 'Draft'
  | 'Pending Confirmation'
  | 'Received'
  | 'Deposited'
  | 'Bounced'
  | 'Re-deposited'
  | 'Cleared'
  | 'Confirmed'
  | 'Cancelled'
  | 'Reversed'

/** Receipt */
export interface ReceiptRecord {
  date: string
  customer: string
  customer_name?: string
  mode: 'cash' | 'cheque' | 'pdc' | 'neft' | 'rtgs' | 'imps' | 'upi' | 'bank_transfer' | 'adjustment'
  amount_paise: number
  utr?: string
  cheque_no?: string
  cheque_date?: string
  drawn_on?: string
  ifsc?: string
  adjusted?: 'on_account' | 'supplier' | 'written_off'
  supplier?: string
  bank?: string
  for_order?: string
  spread?: 'due' | 'hand' | 'none'
  allocations?: {
    invoice?: string
    item?: string
    amount_paise?: number
    tds_paise?: number
    discount_paise?: number
  }[]
  narration?: string
  slip?: string
  on_account_paise?: number
  planned?: {
    invoice?: string
    item?: string
    name?: string
    date?: string
    amount_paise?: number
    tds_paise?: number
    discount_paise?: number
    line?: number
    voucher?: number
  }[]
  settled?: {
    invoice?: string
    item?: string
    name?: string
    date?: string
    amount_paise?: number
    tds_paise?: number
    discount_paise?: number
    line?: number
    voucher?: number
  }[]
  events?: {
    event?: 'received' | 'deposited' | 'bounced' | 'redeposited' | 'cleared' | 'confirmed' | 'reversed'
    date?: string
    by?: string
    bank?: string
    reason?: string
    charges_paise?: number
    line?: number
    voucher?: number
  }[]
  deposited_on?: string
  cleared_on?: string
  bounced_on?: string
  bounce_reason?: string
  bounces?: number
  charges_paise?: number
  void_no?: string
  submitted_by?: string
  confirmed_by?: string
  confirmed_at?: number
  changed_by?: (string)[]
  voucher?: number
  vouchers?: number
  moved_after?: number
}

export type OpeningBillStatus =
  | 'Draft'
  | 'Posted'
  | 'Reversed'

/** Opening bill */
export interface OpeningBillRecord {
  party_kind: 'customer' | 'supplier' | 'vendor'
  customer?: string
  supplier?: string
  vendor?: string
  party_name?: string
  kind: 'bill' | 'advance'
  bill_no: string
  bill_date?: string
  due_date?: string
  date: string
  amount_paise: number
  remarks?: string
  carried?: boolean
  submitted_by?: string
  changed_by?: (string)[]
  voucher?: number
}

export type SalesReturnStatus =
  | 'Draft'
  | 'BM Approval Pending'
  | 'Rejected'
  | 'Approved'
  | 'Received at Yard'
  | 'Inspected'
  | 'Account Pending'
  | 'Completed'
  | 'Cancelled'

/** Sales return */
export interface SalesReturnRecord {
  invoice: string
  yard?: string
  lines?: {
    line: number
    batch: string
    pcs?: number
    weight_g?: number
    reason?: string
    condition?: string
  }[]
  pickup?: 'we' | 'customer'
  freight_by?: 'we' | 'customer'
  vehicle_no?: string
  photos?: (string)[]
  remarks?: string
  date?: string
  invoice_no?: string
  invoice_date?: string
  customer?: string
  customer_name?: string
  orders?: (string)[]
  order_no?: string
  lots?: {
    line?: number
    batch?: string
    sku?: string
    pcs?: number
    weight_g?: number
    approved_pcs?: number
    approved_g?: number
    received_pcs?: number
    received_g?: number
    free_pcs?: number
    free_g?: number
    hold_pcs?: number
    hold_g?: number
    dump_pcs?: number
    dump_g?: number
    cost_paise?: number
  }[]
  pcs?: number
  weight_g?: number
  amount_paise?: number
  return_by?: string
  late?: boolean
  gst_until?: string
  proposed?: 'credit_note' | 'replace' | 'repair'
  settlement?: 'credit_note' | 'replace' | 'repair'
  came_on?: string
  tare_g?: number
  gross_g?: number
  net_g?: number
  slip_no?: string
  yard_photos?: (string)[]
  received_at?: number
  received_by?: string
  inspected_at?: number
  inspected_by?: string
  inspection?: string
  cost_paise?: number
  submitted_by?: string
  changed_by?: (string)[]
  approved_by?: string
  voucher?: number
  credit_note?: string
  credit_note_no?: string
  credited_paise?: number
  replacement?: string
  replacement_no?: string
}

export type TripStatus =
  | 'Planned'
  | 'Vehicle Placed'
  | 'Loading'
  | 'Dispatched'
  | 'Closed'
  | 'Freight Settled'
  | 'Cancelled'

/** Trip */
export interface TripRecord {
  vehicle: string
  driver?: string
  vendor?: string
  leaves_at: number
  back_at?: number
  lr_no?: string
  stops: {
    loading?: string
    transfer?: string
    eta?: number
    note?: string
    state?: 'waiting' | 'reached' | 'delivered' | 'partly' | 'refused'
    no?: string
    order?: string
    salesman?: string
    party?: string
    city?: string
    address?: string
    pin?: string
    contact?: string
    mobile?: string
    unloading?: string
    yard?: string
    to_yard?: string
    price_basis?: 'ex_yard' | 'for'
    pcs?: number
    weight_g?: number
    longest_mm?: number
    goods?: {
      sku?: string
      batch?: string
      pcs?: number
      weight_g?: number
      short_pcs?: number
      short_g?: number
    }[]
    out?: boolean
    vehicle_no?: string
    ewb_needed?: boolean
    ewb_no?: string
    ewb_to?: string
    reached_at?: number
    done_at?: number
    received_by?: string
    photos?: (string)[]
    signature?: string
    short_pcs?: number
    short_g?: number
    shortage?: 'return' | 'claim'
    sales_return?: string
    claim_paise?: number
    reason?: string
    remarks?: string
  }[]
  overhang?: string
  freight_basis?: 'mt' | 'trip' | 'km'
  freight_rate_paise?: number
  km?: number
  freight_tax?: 'rcm' | 'forward' | 'exempt'
  hamali_paise?: number
  advance_paise?: number
  remarks?: string
  date?: string
  vehicle_no?: string
  driver_name?: string
  mobile?: string
  going_to?: string
  carries?: string
  stop_count?: number
  open_count?: number
  pcs?: number
  weight_g?: number
  capacity_g?: number
  fill_bp?: number
  longest_mm?: number
  bed_mm?: number
  freight_paise?: number
  orders?: (string)[]
  salesmen?: (string)[]
  second_yard?: string
  second_branch?: string
  placed_at?: number
  out_at?: number
  dispatched_by?: string
  ewb_until?: number
  part_b?: {
    no?: string
    ewb_no?: string
    valid_to?: string
    vehicle_no?: string
    place?: string
    reason?: string
    at?: number
    by?: string
  }[]
  vehicles?: {
    vehicle?: string
    vehicle_no?: string
    driver?: string
    reason?: string
    at?: number
    by?: string
  }[]
  in_at?: number
  closed_by?: string
  odometer_out?: number
  odometer_in?: number
  detention_paise?: number
  expenses?: {
    what: string
    amount_paise: number
  }[]
  total_paise?: number
  advance_paid_paise?: number
  bill_no?: string
  claim_paise?: number
  tax_paise?: number
  recovered_paise?: number
  balance_paise?: number
  paid_paise?: number
  paid_by?: 'bank_transfer' | 'cash' | 'account'
  utr?: string
  settled_by?: string
  changed_by?: (string)[]
}

export type CreditNoteStatus =
  | 'Draft'
  | 'Posted'

/** Credit note */
export interface CreditNoteRecord {
  invoice: string
  date?: string
  reason: 'return' | 'reversal' | 'rate_difference' | 'quantity_difference' | 'discount' | 'cash_discount'
  gst: 'with' | 'without'
  corrections?: {
    line: number
    pcs?: number
    weight_g?: number
    rate_paise?: number
    discount_bp?: number
    amount_paise?: number
  }[]
  remarks?: string
  irn?: string
  ack_no?: string
  ack_date?: string
  signed_qr?: string
  customer?: string
  customer_name?: string
  invoice_no?: string
  invoice_date?: string
  gst_until?: string
  sales_return?: string
  return_no?: string
  orders?: (string)[]
  order_no?: string
  yard?: string
  salesman?: string
  bill_to?: string
  ship_to?: string
  place_of_supply?: string
  place_name?: string
  split?: 'intra' | 'inter' | 'zero_rated'
  state_tax?: string
  seller?: {
    name?: string
    gstin?: string
    pan?: string
    address?: string
    pin?: string
    state?: string
    state_code?: string
    mobile?: string
    gst_category?: 'Regular' | 'Composition' | 'Unregistered' | 'SEZ' | 'Deemed export' | 'Overseas' | 'UIN' | 'Tax deductor'
  }
  buyer?: {
    name?: string
    gstin?: string
    pan?: string
    address?: string
    pin?: string
    state?: string
    state_code?: string
    mobile?: string
    gst_category?: 'Regular' | 'Composition' | 'Unregistered' | 'SEZ' | 'Deemed export' | 'Overseas' | 'UIN' | 'Tax deductor'
  }
  lines?: {
    line?: number
    order?: string
    sku?: string
    name?: string
    hsn?: string
    pcs?: number
    weight_g?: number
    rate_paise?: number
    rate_uom?: 'MT' | 'KG' | 'PCS' | 'MTR' | 'BAG'
    amount_paise?: number
    charges_paise?: number
    taxable_paise?: number
    gst_rate_bp?: number
    cess_bp?: number
    cgst_paise?: number
    sgst_paise?: number
    igst_paise?: number
    cess_paise?: number
    parts?: {
      batch?: string
      pcs?: number
      weight_g?: number
      cost_paise?: number
    }[]
  }[]
  hsn_totals?: {
    hsn?: string
    gst_rate_bp?: number
    taxable_paise?: number
    cgst_paise?: number
    sgst_paise?: number
    igst_paise?: number
    cess_paise?: number
  }[]
  reckoned?: {
    from?: string
    until?: string
    days?: number
    base_paise?: number
    rate_bp?: number
    amount_paise?: number
    given_paise?: number
  }[]
  pcs?: number
  weight_g?: number
  goods_paise?: number
  charges_paise?: number
  taxable_paise?: number
  cgst_paise?: number
  sgst_paise?: number
  igst_paise?: number
  cess_paise?: number
  tcs_paise?: number
  round_off_paise?: number
  payable_paise?: number
  amount_in_words?: string
  set_off_paise?: number
  on_account_paise?: number
  due_date?: string
  irn_state?: 'not_needed' | 'needed' | 'recorded'
  posted_at?: number
  posted_by?: string
  mirror?: {
    line?: number
    pcs?: number
    g?: number
    amount?: number
    charges?: number
    cgst?: number
    sgst?: number
    igst?: number
    cess?: number
    tcs?: number
    round_off?: number
    back_pcs?: number
    back_g?: number
  }[]
  voucher?: number
}

export type DebitNoteStatus =
  | 'Draft'
  | 'Posted'

/** Debit note */
export interface DebitNoteRecord {
  invoice: string
  date?: string
  reason: 'rate_difference' | 'quantity_difference' | 'interest'
  gst: 'with' | 'without'
  corrections?: {
    line: number
    pcs?: number
    weight_g?: number
    rate_paise?: number
    discount_bp?: number
    amount_paise?: number
  }[]
  remarks?: string
  irn?: string
  ack_no?: string
  ack_date?: string
  signed_qr?: string
  customer?: string
  customer_name?: string
  invoice_no?: string
  invoice_date?: string
  gst_until?: string
  sales_return?: string
  return_no?: string
  orders?: (string)[]
  order_no?: string
  yard?: string
  salesman?: string
  bill_to?: string
  ship_to?: string
  place_of_supply?: string
  place_name?: string
  split?: 'intra' | 'inter' | 'zero_rated'
  state_tax?: string
  seller?: {
    name?: string
    gstin?: string
    pan?: string
    address?: string
    pin?: string
    state?: string
    state_code?: string
    mobile?: string
    gst_category?: 'Regular' | 'Composition' | 'Unregistered' | 'SEZ' | 'Deemed export' | 'Overseas' | 'UIN' | 'Tax deductor'
  }
  buyer?: {
    name?: string
    gstin?: string
    pan?: string
    address?: string
    pin?: string
    state?: string
    state_code?: string
    mobile?: string
    gst_category?: 'Regular' | 'Composition' | 'Unregistered' | 'SEZ' | 'Deemed export' | 'Overseas' | 'UIN' | 'Tax deductor'
  }
  lines?: {
    line?: number
    order?: string
    sku?: string
    name?: string
    hsn?: string
    pcs?: number
    weight_g?: number
    rate_paise?: number
    rate_uom?: 'MT' | 'KG' | 'PCS' | 'MTR' | 'BAG'
    amount_paise?: number
    charges_paise?: number
    taxable_paise?: number
    gst_rate_bp?: number
    cess_bp?: number
    cgst_paise?: number
    sgst_paise?: number
    igst_paise?: number
    cess_paise?: number
    parts?: {
      batch?: string
      pcs?: number
      weight_g?: number
      cost_paise?: number
    }[]
  }[]
  hsn_totals?: {
    hsn?: string
    gst_rate_bp?: number
    taxable_paise?: number
    cgst_paise?: number
    sgst_paise?: number
    igst_paise?: number
    cess_paise?: number
  }[]
  reckoned?: {
    from?: string
    until?: string
    days?: number
    base_paise?: number
    rate_bp?: number
    amount_paise?: number
    given_paise?: number
  }[]
  pcs?: number
  weight_g?: number
  goods_paise?: number
  charges_paise?: number
  taxable_paise?: number
  cgst_paise?: number
  sgst_paise?: number
  igst_paise?: number
  cess_paise?: number
  tcs_paise?: number
  round_off_paise?: number
  payable_paise?: number
  amount_in_words?: string
  set_off_paise?: number
  on_account_paise?: number
  due_date?: string
  irn_state?: 'not_needed' | 'needed' | 'recorded'
  posted_at?: number
  posted_by?: string
  mirror?: {
    line?: number
    pcs?: number
    g?: number
    amount?: number
    charges?: number
    cgst?: number
    sgst?: number
    igst?: number
    cess?: number
    tcs?: number
    round_off?: number
    back_pcs?: number
    back_g?: number
  }[]
  voucher?: number
}

export type CreditLimitRequestStatus =
  | 'Draft'
  | 'BM Pending'
  | 'Credit Pending'
  | 'Management Pending'
  | 'Rejected'
  | 'Approved'
  | 'Expired'
  | 'Superseded'

/** Credit limit request */
export interface CreditLimitRequestRecord {
  customer: string
  kind: 'permanent' | 'temporary' | 'order'
  order?: string
  amount_paise?: number
  from?: string
  to?: string
  reason?: string
  stop_supply?: boolean
  monthly_paise?: number
  turnover_paise?: number
  security?: {
    kind: 'pdc' | 'lc' | 'bg' | 'deposit'
    amount_paise: number
    number?: string
    bank?: string
    valid_to?: string
    file?: string
  }[]
  files?: (string)[]
  remarks?: string
  date?: string
  customer_name?: string
  order_no?: string
  current_paise?: number
  used_paise?: number
  overdue_paise?: number
  recommendations?: {
    level?: 'bm' | 'pct' | 'credit' | 'management'
    by?: string
    at?: number
    advice?: 'approve' | 'caution' | 'decline'
    amount_paise?: number
    remarks?: string
  }[]
  granted_paise?: number
  granted_from?: string
  ends_at?: number
  replaced_by?: string
  gives_way_at?: number
  place?: number
  open_for?: string
  submitted_by?: string
  changed_by?: (string)[]
}

export type ReversalStatus =
  | 'Requested'
  | 'BM Pending'
  | 'Account Pending'
  | 'Approved'
  | 'Done'
  | 'Rejected'
  | 'Failed'

/** Order reversal */
export interface ReversalRecord {
  order: string
  to: 'waiting' | 'rejected'
  reason: string
  remarks: string
  date?: string
  order_no?: string
  customer?: string
  customer_name?: string
  back?: {
    loading?: string
    loading_no?: string
    pcs?: number
    weight_g?: number
    bucket?: 'FREE' | 'HOLD'
    by?: string
    at?: number
  }[]
  decisions?: {
    level?: 'bm' | 'account'
    by?: string
    at?: number
    remarks?: string
  }[]
  effects?: {
    effect?: 'unallocate' | 'cancel' | 'credit' | 'drop_stop' | 'bring_back' | 'waiting' | 'rejected'
    kind?: string
    paper_id?: string
    no?: string
    says?: string
    amount_paise?: number
    pcs?: number
    weight_g?: number
    committed_paise?: number
    receivable_paise?: number
    account_paise?: number
    until?: number
    note?: string
    note_no?: string
    invoice?: string
  }[]
  why?: string
  executed_at?: number
  executed_by?: string
  open_for?: string
  submitted_by?: string
  changed_by?: (string)[]
}

export type ProductStatus =
  | 'Active'
  | 'Inactive'

/** Shop product */
export interface ProductRecord {
  sku: string
  name: string
  brand: string
  rating: number
  free_shipping?: boolean
  picture?: string
  description?: string
}

export type CartStatus =
  | 'Active'

/** Cart */
export interface CartRecord {
  person: string
  lines?: {
    sku: string
    pcs: number
  }[]
}

export type BoardStatus =
  | 'Active'

/** Board */
export interface BoardRecord {
  title: string
  members?: (string)[]
  lists?: {
    list_id: string
    title: string
    cards?: {
      card_id: string
      title: string
      cover_image?: string
      description?: string
      members?: (string)[]
      labels?: ('1' | '2' | '3' | '4')[]
      attachments?: {
        name: string
        size?: string
        url: string
        file?: string
      }[]
      comments?: {
        comment_id: string
        uid: string
        text: string
        at?: number
      }[]
      about_type?: string
      about_id?: string
    }[]
  }[]
  bin?: {
    bin_id: string
    title: string
    list_id?: string
    place?: number
    cards?: {
      card_id: string
      title: string
      cover_image?: string
      description?: string
      members?: (string)[]
      labels?: ('1' | '2' | '3' | '4')[]
      attachments?: {
        name: string
        size?: string
        url: string
        file?: string
      }[]
      comments?: {
        comment_id: string
        uid: string
        text: string
        at?: number
      }[]
      about_type?: string
      about_id?: string
    }[]
  }[]
}

export type TodoListStatus =
  | 'Active'

/** To-do list */
export interface TodoListRecord {
  person: string
  last?: number
  last_tag?: number
  todos?: {
    no: number
    title: string
    note?: string
    important?: boolean
    starred?: boolean
    finished?: boolean
    read?: boolean
    selected?: boolean
    start_date?: string
    due_date?: string
    tags?: (string)[]
    about_type?: string
    about_id?: string
  }[]
  words?: {
    no: number
    name: string
  }[]
}

export type CalendarEventStatus =
  | 'Active'

/** Event */
export interface CalendarEventRecord {
  title: string
  starts_at: number
  ends_at: number
  location?: string
  note?: string
  audience?: 'me' | 'branch'
  branch?: string
}

export type ContactStatus =
  | 'Active'

/** Contact */
export interface ContactRecord {
  name: string
  company?: string
  email?: string
  phone?: string
  address?: string
  gender?: string
  age?: number
  born_on?: string
  balance?: string
  guid?: string
  img_url?: string
  active?: boolean
}

export type InboxMessageStatus =
  | 'Active'

/** Message */
export interface InboxMessageRecord {
  to_person?: string
  to_role?: string
  sender_name?: string
  sender_photo?: string
  sender?: string
  sent_at?: number
  subject: string
  message?: string
  files?: (string)[]
  folder?: 'inbox' | 'sent'
  read?: boolean
  selected?: boolean
}

export type ProformaStatus =
  | 'Active'

/** Proforma invoice */
export interface ProformaRecord {
  order_no: string
  progress?: 'pending' | 'processing' | 'delivered'
  dated_at: number
  currency?: string
  vat_bp?: number
  buyer?: {
    name: string
    address?: string
  }
  seller?: {
    name: string
    address?: string
  }
  items?: {
    sku?: string
    name: string
    unit: number
    price_paise: number
  }[]
  buyer_name?: string
  net_paise?: number
  vat_paise?: number
  total_paise?: number
  order?: string
}

export type ChatRoomStatus =
  | 'Active'

/** Conversation */
export interface ChatRoomRecord {
  name: string
  members: (string)[]
  direct?: boolean
}

export type ChatMessageStatus =
  | 'Active'

/** Chat message */
export interface ChatMessageRecord {
  to?: string
  room?: string
  text: string
  mentions?: (string)[]
  about_type?: string
  about_id?: string
  sent_at?: number
  readers?: (string)[]
}

export type ChatMarksStatus =
  | 'Active'

/** Reading mark */
export interface ChatMarksRecord {
  person: string
  marks?: {
    room: string
    until: number
  }[]
}

export interface Records {
  company: CompanyRecord
  branch: BranchRecord
  setting: SettingRecord
  number_series: NumberSeriesRecord
  period_lock: PeriodLockRecord
  time_rule: TimeRuleRecord
  holiday: HolidayRecord
  trigger: TriggerRecord
  notification: NotificationRecord
  mail: MailRecord
  text_message: TextMessageRecord
  hsn: HsnRecord
  country: CountryRecord
  state: StateRecord
  region: RegionRecord
  district: DistrictRecord
  city: CityRecord
  yard: YardRecord
  zone: ZoneRecord
  uom: UomRecord
  product_group: ProductGroupRecord
  sku_property: SkuPropertyRecord
  sku_property_value: SkuPropertyValueRecord
  sku_mapping: SkuMappingRecord
  formula: FormulaRecord
  sku: SkuRecord
  price: PriceRecord
  truck_type: TruckTypeRecord
  vehicle: VehicleRecord
  driver: DriverRecord
  payment_term: PaymentTermRecord
  reason: ReasonRecord
  role: RoleRecord
  menu: MenuRecord
  employee: EmployeeRecord
  customer: CustomerRecord
  supplier: SupplierRecord
  vendor: VendorRecord
  tally_ledger: TallyLedgerRecord
  tally_export: TallyExportRecord
  report_view: ReportViewRecord
  list_view: ListViewRecord
  batch: BatchRecord
  purchase_order: PurchaseOrderRecord
  inward: InwardRecord
  additional_inward: AdditionalInwardRecord
  supplier_bill: SupplierBillRecord
  supplier_note: SupplierNoteRecord
  supplier_payment: SupplierPaymentRecord
  stock_hold: StockHoldRecord
  stock_audit: StockAuditRecord
  stock_count: StockCountRecord
  batch_closing: BatchClosingRecord
  dump_stock: DumpStockRecord
  transfer: TransferRecord
  work_recipe: WorkRecipeRecord
  work_order: WorkOrderRecord
  order: OrderRecord
  loading: LoadingRecord
  invoice: InvoiceRecord
  receipt: ReceiptRecord
  opening_bill: OpeningBillRecord
  sales_return: SalesReturnRecord
  trip: TripRecord
  credit_note: CreditNoteRecord
  debit_note: DebitNoteRecord
  credit_limit_request: CreditLimitRequestRecord
  reversal: ReversalRecord
  product: ProductRecord
  cart: CartRecord
  board: BoardRecord
  todo_list: TodoListRecord
  calendar_event: CalendarEventRecord
  contact: ContactRecord
  inbox_message: InboxMessageRecord
  proforma: ProformaRecord
  chat_room: ChatRoomRecord
  chat_message: ChatMessageRecord
  chat_marks: ChatMarksRecord
}

export interface Statuses {
  company: CompanyStatus
  branch: BranchStatus
  setting: SettingStatus
  number_series: NumberSeriesStatus
  period_lock: PeriodLockStatus
  time_rule: TimeRuleStatus
  holiday: HolidayStatus
  trigger: TriggerStatus
  notification: NotificationStatus
  mail: MailStatus
  text_message: TextMessageStatus
  hsn: HsnStatus
  country: CountryStatus
  state: StateStatus
  region: RegionStatus
  district: DistrictStatus
  city: CityStatus
  yard: YardStatus
  zone: ZoneStatus
  uom: UomStatus
  product_group: ProductGroupStatus
  sku_property: SkuPropertyStatus
  sku_property_value: SkuPropertyValueStatus
  sku_mapping: SkuMappingStatus
  formula: FormulaStatus
  sku: SkuStatus
  price: PriceStatus
  truck_type: TruckTypeStatus
  vehicle: VehicleStatus
  driver: DriverStatus
  payment_term: PaymentTermStatus
  reason: ReasonStatus
  role: RoleStatus
  menu: MenuStatus
  employee: EmployeeStatus
  customer: CustomerStatus
  supplier: SupplierStatus
  vendor: VendorStatus
  tally_ledger: TallyLedgerStatus
  tally_export: TallyExportStatus
  report_view: ReportViewStatus
  list_view: ListViewStatus
  batch: BatchStatus
  purchase_order: PurchaseOrderStatus
  inward: InwardStatus
  additional_inward: AdditionalInwardStatus
  supplier_bill: SupplierBillStatus
  supplier_note: SupplierNoteStatus
  supplier_payment: SupplierPaymentStatus
  stock_hold: StockHoldStatus
  stock_audit: StockAuditStatus
  stock_count: StockCountStatus
  batch_closing: BatchClosingStatus
  dump_stock: DumpStockStatus
  transfer: TransferStatus
  work_recipe: WorkRecipeStatus
  work_order: WorkOrderStatus
  order: OrderStatus
  loading: LoadingStatus
  invoice: InvoiceStatus
  receipt: ReceiptStatus
  opening_bill: OpeningBillStatus
  sales_return: SalesReturnStatus
  trip: TripStatus
  credit_note: CreditNoteStatus
  debit_note: DebitNoteStatus
  credit_limit_request: CreditLimitRequestStatus
  reversal: ReversalStatus
  product: ProductStatus
  cart: CartStatus
  board: BoardStatus
  todo_list: TodoListStatus
  calendar_event: CalendarEventStatus
  contact: ContactStatus
  inbox_message: InboxMessageStatus
  proforma: ProformaStatus
  chat_room: ChatRoomStatus
  chat_message: ChatMessageStatus
  chat_marks: ChatMarksStatus
}

export type StatusIcon =
  | 'draft'
  | 'people'
  | 'pause'
  | 'cross'
  | 'check'
  | 'building'
  | 'card'
  | 'pallet'
  | 'alert'
  | 'truck'
  | 'quote'
  | 'done'
  | 'dot'

export type StatusInk =
  | 'grey'
  | 'blue'
  | 'green'
  | 'red'
  | 'amber'
  | 'magenta'
  | 'violet'
  | 'wine'
  | 'teal'
  | 'orange'
  | 'olive'
  | 'brown'

export type StatusFill =
  | 'dashed'
  | 'tint'
  | 'edge'
  | 'outline'
  | 'solid'

export const STATUS_LOOKS: Record<
  Statuses[keyof Statuses],
  { icon: StatusIcon; ink: StatusInk; fill: StatusFill }
> = {
  'Account Pending': { icon: 'card', ink: 'blue', fill: 'edge' },
  'Active': { icon: 'done', ink: 'green', fill: 'tint' },
  'Admin Approval Pending': { icon: 'people', ink: 'blue', fill: 'tint' },
  'Approval Pending': { icon: 'people', ink: 'blue', fill: 'tint' },
  'Approved': { icon: 'done', ink: 'green', fill: 'solid' },
  'BM Approval Pending': { icon: 'people', ink: 'blue', fill: 'tint' },
  'BM Pending': { icon: 'people', ink: 'blue', fill: 'tint' },
  'Blocked': { icon: 'card', ink: 'red', fill: 'edge' },
  'Bounced': { icon: 'alert', ink: 'red', fill: 'edge' },
  'Cancelled': { icon: 'cross', ink: 'red', fill: 'outline' },
  'Cleared': { icon: 'done', ink: 'green', fill: 'solid' },
  'Closed': { icon: 'done', ink: 'grey', fill: 'solid' },
  'Closing Pending': { icon: 'card', ink: 'blue', fill: 'edge' },
  'Completed': { icon: 'done', ink: 'green', fill: 'solid' },
  'Confirmed': { icon: 'done', ink: 'green', fill: 'solid' },
  'Consumed': { icon: 'done', ink: 'green', fill: 'solid' },
  'Counted': { icon: 'check', ink: 'green', fill: 'tint' },
  'Counting': { icon: 'pallet', ink: 'violet', fill: 'tint' },
  'Credit Approval Pending': { icon: 'building', ink: 'magenta', fill: 'tint' },
  'Credit Pending': { icon: 'card', ink: 'magenta', fill: 'tint' },
  'Deposited': { icon: 'building', ink: 'teal', fill: 'tint' },
  'Discarded': { icon: 'cross', ink: 'grey', fill: 'outline' },
  'Dispatched': { icon: 'truck', ink: 'amber', fill: 'edge' },
  'Disposal Pending': { icon: 'alert', ink: 'amber', fill: 'tint' },
  'Done': { icon: 'done', ink: 'green', fill: 'solid' },
  'Draft': { icon: 'draft', ink: 'grey', fill: 'dashed' },
  'Expired': { icon: 'cross', ink: 'grey', fill: 'outline' },
  'Failed': { icon: 'alert', ink: 'red', fill: 'edge' },
  'Freight Settled': { icon: 'done', ink: 'green', fill: 'solid' },
  'From-Yard Accepted': { icon: 'check', ink: 'teal', fill: 'tint' },
  'Hold order from BM': { icon: 'pause', ink: 'amber', fill: 'edge' },
  'In Process': { icon: 'pallet', ink: 'violet', fill: 'tint' },
  'In Transit': { icon: 'truck', ink: 'amber', fill: 'tint' },
  'Inactive': { icon: 'pause', ink: 'grey', fill: 'outline' },
  'Inspected': { icon: 'pallet', ink: 'olive', fill: 'tint' },
  'Loading': { icon: 'pallet', ink: 'teal', fill: 'tint' },
  'Logistic Assigned': { icon: 'truck', ink: 'violet', fill: 'tint' },
  'Management Pending': { icon: 'building', ink: 'violet', fill: 'tint' },
  'Matched': { icon: 'check', ink: 'teal', fill: 'tint' },
  'Mismatch': { icon: 'alert', ink: 'red', fill: 'edge' },
  'On Hold': { icon: 'pause', ink: 'amber', fill: 'edge' },
  'Open': { icon: 'dot', ink: 'blue', fill: 'tint' },
  'Order Completed': { icon: 'done', ink: 'green', fill: 'solid' },
  'Order Loaded': { icon: 'truck', ink: 'olive', fill: 'tint' },
  'Output Recorded': { icon: 'check', ink: 'olive', fill: 'tint' },
  'Part Received': { icon: 'dot', ink: 'amber', fill: 'tint' },
  'Pending Approval': { icon: 'people', ink: 'blue', fill: 'tint' },
  'Pending Confirmation': { icon: 'people', ink: 'blue', fill: 'tint' },
  'Planned': { icon: 'draft', ink: 'grey', fill: 'dashed' },
  'Posted': { icon: 'done', ink: 'green', fill: 'solid' },
  'Preliminary Credit Team': { icon: 'check', ink: 'violet', fill: 'tint' },
  'Queued': { icon: 'dot', ink: 'grey', fill: 'dashed' },
  'Raise Concern By Account': { icon: 'quote', ink: 'brown', fill: 'edge' },
  'Raise Concern From Yard': { icon: 'alert', ink: 'orange', fill: 'edge' },
  'Re-deposited': { icon: 'building', ink: 'violet', fill: 'tint' },
  'Read': { icon: 'check', ink: 'grey', fill: 'outline' },
  'Received': { icon: 'check', ink: 'olive', fill: 'tint' },
  'Received at Yard': { icon: 'truck', ink: 'violet', fill: 'tint' },
  'Received with Discrepancy': { icon: 'alert', ink: 'red', fill: 'edge' },
  'Recount Needed': { icon: 'alert', ink: 'amber', fill: 'edge' },
  'Rejected': { icon: 'cross', ink: 'red', fill: 'outline' },
  'Rejected By BM': { icon: 'cross', ink: 'red', fill: 'outline' },
  'Rejected From Credit Team': { icon: 'card', ink: 'wine', fill: 'outline' },
  'Rejected by From-Yard': { icon: 'cross', ink: 'red', fill: 'outline' },
  'Released': { icon: 'done', ink: 'grey', fill: 'solid' },
  'Reopened': { icon: 'alert', ink: 'amber', fill: 'outline' },
  'Reprocessed': { icon: 'pallet', ink: 'violet', fill: 'tint' },
  'Requested': { icon: 'building', ink: 'blue', fill: 'tint' },
  'Restored': { icon: 'check', ink: 'green', fill: 'outline' },
  'Reversed': { icon: 'cross', ink: 'red', fill: 'outline' },
  'Sent': { icon: 'done', ink: 'green', fill: 'solid' },
  'Sold as Scrap': { icon: 'truck', ink: 'green', fill: 'tint' },
  'Superseded': { icon: 'cross', ink: 'grey', fill: 'outline' },
  'Taken Back': { icon: 'cross', ink: 'grey', fill: 'outline' },
  'Unread': { icon: 'dot', ink: 'blue', fill: 'tint' },
  'Variance Review': { icon: 'people', ink: 'blue', fill: 'edge' },
  'Vehicle Placed': { icon: 'truck', ink: 'violet', fill: 'tint' },
  'Waiting for Goods': { icon: 'pallet', ink: 'blue', fill: 'tint' },
  'Waiting for Loading': { icon: 'pallet', ink: 'teal', fill: 'tint' },
  'Written Off': { icon: 'done', ink: 'grey', fill: 'solid' },
}

export const BALANCES = {
  limit: {
    label: 'Limit',
    says: 'The credit limit in force today. A newer one takes its place on the day it begins',
  },
  temporary: {
    label: 'Temporary limit',
    says: 'A limit with an end, on top of the credit limit',
  },
  for_orders: {
    label: 'One-order limits',
    says: 'Limits that serve one order each, as far as their orders use them',
  },
  receivable: {
    label: 'Receivable',
    says: 'What is still to be paid on posted invoices and on the opening balance',
  },
  on_account: {
    label: 'On account',
    says: 'Money received and credit notes that are not set against an invoice yet',
  },
  committed: {
    label: 'Committed',
    says: 'Approved orders, as far as they are not invoiced yet',
  },
  utilised: {
    label: 'Utilised',
    says: 'Receivable and committed, less what is on account',
  },
  cheques: {
    label: 'Cheques in hand',
    says: 'Cheques that were received and have not cleared. They are no money yet',
  },
  available: {
    label: 'Available',
    says: 'All limits, less what is utilised, and the part of cheques in hand that the settings count',
  },
  outstanding: {
    label: 'Outstanding',
    says: 'Receivable, less what is on account, which counts towards the oldest due first',
  },
  overdue: {
    label: 'Overdue',
    says: 'The part of the outstanding amount whose due date has passed',
  },
} as const

export const REVERSIBLE = ['Waiting for Loading', 'Order Loaded', 'Order Completed'] as const

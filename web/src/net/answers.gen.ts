// The answers of the server, as TypeScript. Written by `npm run gen`.
import type {
  AuditRow,
  DocKey,
  DocView,
  Figures,
  Issue,
  Phrase,
  RateUom,
  Reach,
  ReportCell,
  ReportColumn,
  ReportLine,
  RowIssue,
  Verb,
} from '../core/types.gen'

export interface Acknowledged {
  code: number
}

export interface Actor {
  id: string
  name: string
  roles: Role[]
  departs: Departs[]
  branch: string
  branches: string[]
  reads_branches: string[]
  yards: string[]
  reads_yards: string[]
  show_less_section: boolean
  approval_slab_paise: number | null
  acts_for: string | null
  stands_in: Actor[]
}

export interface Approver {
  id: string
  name: string
  role: string
  stands_in: boolean
  may: boolean
  why: string | null
  why_said?: Phrase
}

export interface ApproverStep {
  status: string
  label: string
  roles: string[]
  people: Approver[]
}

export interface Approvers {
  label: string
  steps: ApproverStep[]
}

export interface AsOf {
  seq: number
  at: number
}

export interface AuditPage {
  rows: AuditRow[]
  before: number | null
  head: JournalHead
  deeds: [string, string][]
}

export interface BackRow {
  loading?: string
  loading_no?: string
  pcs: number
  weight_g: number
  bucket?: string
  by?: string
  at?: number
}

export interface BatchCost {
  cost_paise: number
  cost_paise_per_kg: number | null
  left_paise: number
}

export interface BatchHold {
  id: string
  doc_no: string | null
  kind: string
  to: string | null
  pcs: number
  g: number
}

export interface BatchLife {
  rows: LedgerRow[]
  sums: LifeSum[]
  left_pcs: number
  left_g: number
  places: LifePlace[]
  age_days: number | null
  theo_g_per_pc: number | null
  actual_g_per_pc: number | null
  off_bp: number | null
  far: boolean
  parents: KinBatch[]
  children: KinBatch[]
  holds: BatchHold[]
  cost?: BatchCost
  links: Record<string, Record<string, string>>
}

export interface BulkResult {
  id: string
  done: boolean
  version?: number | null
  status?: string | null
  code?: string
  detail?: string
  errors?: Issue[]
}

export interface BulkResults {
  results: BulkResult[]
}

export interface BulkSaved {
  results: SavedRow[]
}

export interface CalendarDay {
  layer: string
  day: string
  type: DocKey
  id: string
  title: string
  what: string
  status: string
}

export interface CalendarItem {
  id: string
  title: string
  start: string
  end: string
  location?: string
  note?: string
}

export interface CalendarLayer {
  key: string
  label: string
}

export interface CalendarLayers {
  layers: CalendarLayer[]
  rows: CalendarDay[]
}

export interface Change {
  seq: number
  type: DocKey
  id: string
  version?: number
  status?: string
  gone?: boolean
}

export interface Changes {
  seq: number
  more: boolean
  changes: Change[]
}

export interface ChatContact {
  id: string
  name: string
  avatar: string
  status: string
  mood: string
}

export interface ChatLine {
  contactId: string
  text: string
  time: string
  id: string
  name: string
  avatar: string
  status: string
  mood: string
}

export interface ChatRecent {
  id: string
  name: string
  avatar: string
  status: string
  mood: string
  chatId: string
  contactId: string
  unread: number
  lastChatTime: string
}

export interface ChatRoom {
  chatId: string
  messageList: ChatLine[]
  recentListUpdated: boolean
}

export interface ChatTalk {
  id: string
  name: string
  with: string
  people: ChatContact[]
  own: boolean
  unread: number
  last_text: string
  last_from: string
  last_at: number
}

export interface ClaimRow {
  id: string | null
  doc_no: string | null
  line: number
  pcs: number
  g: number
  expires: number | null
}

export interface Claims {
  rows: ClaimRow[]
  pcs: number
  g: number
}

export interface Colleague {
  id: string
  name: string
  avatar: string
}

export interface ContactItem {
  id: string
  index: number
  guid: string
  isActive: boolean
  balance: string
  age: number | null
  name: string
  gender: string
  company: string
  email: string
  phone: string
  address: string
  bd: string
  imgUrl: string
}

export interface CountingRow {
  batch: string
  batch_no: string
  sku: string
  zone: string | null
  rack: string | null
  extra: boolean
  others: boolean
  counts: SheetEntry[]
  book_pcs?: number
  book_g?: number
}

export interface CountingSheet {
  status: string
  round: number
  rows: CountingRow[]
  counted: number
  links: Record<string, Record<string, string>>
}

export interface Departs {
  role: string
  figures: Figures | null
  rights: Right[]
}

export interface GroupLine {
  label: string
  condition: string
  rows: number
  totals: Record<string, number>
}

export interface Groups {
  groups: GroupLine[]
  rows: number
  totals: Record<string, number>
}

export interface Health {
  status: string
}

export interface ImportState {
  id: string
  type: DocKey
  state: 'checking' | 'storing' | 'done' | 'failed'
  dry_run: boolean
  total: number
  checked: number
  stored: number
  failed: number
  detail: string
  results?: RowOutcome[]
}

export interface InboxItem {
  id: string
  sender: InboxSender
  date: string
  selected: boolean
  subject: string
  message: string
}

export interface InboxSender {
  name: string
  photo: string
}

export interface JournalHead {
  seq: number
  hash: string
  time: number
}

export interface KinBatch {
  id: string
  batch_no: string
  name: string | null
  status: string
  in_pcs: number
  in_g: number
}

export interface LedgerRow {
  seq: number
  at: number
  day: string
  kind: string
  doc_type: string
  doc_label: string
  id: string | null
  doc_no: string | null
  from_yard: string | null
  from_bucket: string | null
  to_yard: string | null
  to_bucket: string | null
  other: string | null
  reverses: number | null
  pcs: number
  g: number
  left_pcs: number
  left_g: number
}

export type LeftDoc = DocView | Removed

export interface LifePlace {
  yard: string
  bucket: string
  pcs: number
  g: number
}

export interface LifeSum {
  kind: string
  pcs: number
  g: number
}

export interface NamesFound {
  found: Record<string, string | null>
  near: Record<string, string>
}

export interface Notable {
  rows: NotableLine[]
  open_paise: number | null
  gst_until: string | null
  interest_paise: number | null
  cash_discount_paise: number | null
}

export interface NotableLine {
  line: number
  sku: string
  name: string
  by_piece: boolean
  rate_paise: number | null
  rate_uom: RateUom | null
  gst_rate_bp: number
  pcs: number
  g: number
  amount_paise: number | null
  credit_pcs: number
  credit_g: number
  credit_paise: number | null
  debit_pcs: number
  debit_g: number
  debit_paise: number | null
}

export interface Notice {
  code: number
  message: string
}

export interface NoticeIcon {
  name: string
  color: string
}

export interface NoticeItem {
  id: string
  heading: string
  icon: NoticeIcon
  timestamp: number
  title: string
  subtitle: string
  path: string
}

export interface OpenBills {
  rows: OpenItem[]
}

export interface OpenItem {
  id: string
  field: string
  opens: string | null
  name: string
  date: string | null
  due: string
  overdue_days: number
  amount_paise: number
  balance_paise: number
  cheques_paise: number
  pays_paise: number
}

export interface OpenItems {
  rows: OpenItem[]
  on_account_paise: number
  unassigned_paise: number
}

export interface PortalAnswer {
  number: string
  doc_type: string | null
  id: string | null
  version: number
  customer_name: string
  noted: PortalNoted[]
  why: string | null
  why_said?: Phrase
}

export interface PortalAnswers {
  rows: PortalAnswer[]
}

export interface PortalNoted {
  key: string
  label: string
  value: string
  shown: string
}

export interface Postings {
  rows: LedgerRow[]
  pcs: number
  g: number
  links: Record<string, Record<string, string>>
}

export interface ProblemDetails {
  type: string
  title: string
  status: number
  code: string
  detail: string
  said?: Phrase
  errors: Issue[]
  reference?: string
}

export interface ProformaFirm {
  name: string
  address: string
}

export interface ProformaItem {
  id: string
  orderNo: string
  status: string
  date: string
  currency: string
  vat: number
  buyer: ProformaFirm
  seller: ProformaFirm
  item: ProformaLine[]
}

export interface ProformaLine {
  name: string
  unit: number
  price: number
}

export interface ProjectItem {
  id: string
  email: string
  userName: string
  projectName: string
  date: string
  projectImage: string
  userImage: string
  comment: number
  revision: number
}

export interface Readiness {
  status: string
  seq: number
  reason?: string
}

export interface RecentDoc {
  type: string
  label: string
  id: string
  title: string
  status: string
  owner: string
  comments: number
  revision: number
  worked_at: number
}

export interface Registered {
  accessToken: string
  user: RegisteredUser
}

export interface RegisteredUser {
  id: string
  avatar: string
  email: string | null
  name: string | null
  username: string | null
  role: string
}

export interface Removed {
  id: string
  type: string
  version: number
  status: string
  doc_no: string | null
  since?: number
  branch?: string | null
  yard?: string | null
  owner?: string | null
  created_by?: string
  created_at?: number
  updated_by?: string
  updated_at?: number
  record?: Record<string, unknown>
}

export interface ReportAnswer {
  columns: ReportColumn[]
  rows: ReportLine[]
  totals: ReportCell[] | null
  read: number
  days: [string, string]
  as_of: AsOf
}

export interface Returnable {
  rows: ReturnableLot[]
}

export interface ReturnableLot {
  line: number
  sku: string
  name: string
  batch: string
  batch_no: string
  pcs: number
  g: number
  open_pcs: number
  open_g: number
  back_pcs: number
  back_g: number
  left_pcs: number
  left_g: number
}

export interface ReversalBlocker {
  kind?: string
  paper_id?: string
  no?: string
  message?: string
  said?: Phrase
}

export interface ReversalEffect {
  effect?: string
  kind?: string
  paper_id?: string
  no?: string
  says?: string
  amount_paise: number
  pcs: number
  weight_g: number
  committed_paise: number
  receivable_paise: number
  account_paise: number
  until?: number
  note?: string
  note_no?: string
  invoice?: string
}

export interface ReversalPlan {
  effects: ReversalEffect[]
  blockers: ReversalBlocker[]
  committed_before_paise: number
  receivable_before_paise: number
  account_before_paise: number
  committed_after_paise: number
  receivable_after_paise: number
  account_after_paise: number
  pcs: number
  weight_g: number
  status: string
  waits: BackRow[]
}

export interface Right {
  page: string
  view: Reach | null
  add: Reach | null
  edit: Reach | null
  delete: Reach | null
  approve: Reach | null
  export: Reach | null
  print: Reach | null
}

export type Role =
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
  | 'SYS'

export interface RowOutcome {
  row: number
  done: boolean
  id?: string
  version?: number
  errors?: RowIssue[]
  warnings?: RowIssue[]
}

export interface SavedRow {
  done: boolean
  id?: string | null
  version?: number | null
  status?: string | null
  doc_no?: string | null
  record?: Record<string, unknown> | null
  code?: string
  detail?: string
  errors?: Issue[]
}

export interface ScrumBoard {
  id: string
  title: string
  list: ScrumList[]
  members: Colleague[]
}

export interface ScrumCard {
  id: string
  title: string
  coverImage?: string
  members: string[]
  labels: number[]
  description?: string
  attachments: ScrumFile[]
  comments: ScrumComment[]
}

export interface ScrumComment {
  id: string
  uid: string
  text: string
  time: string
}

export interface ScrumFile {
  name: string
  size: string
  url: string
}

export interface ScrumLabel {
  id: number
  title: string
  color: string
}

export interface ScrumList {
  id: string
  title: string
  cardList: ScrumCard[]
}

export interface ScrumTitle {
  id: string
  title: string
}

export interface SessionRow {
  id: string
  began: number
  expires: number
  agent: string
  current: boolean
}

export interface Sessions {
  rows: SessionRow[]
}

export interface SheetEntry {
  by: string
  at: number
  place: string
  id: string | null
  pcs: number | null
  g: number | null
}

export interface ShopCartItem {
  amount: number
  id: string
  imgUrl: string
  price: number | null
  totalUnit: number
  title: string
  category: string
  brand: string
  rating: number
  freeShipping: boolean
  description: string
}

export interface ShopCount {
  title: string
  product: number
}

export interface ShopProduct {
  id: string
  imgUrl: string
  price: number | null
  totalUnit: number
  title: string
  category: string
  brand: string
  rating: number
  freeShipping: boolean
  description: string
}

export interface ShopRating {
  rate: number
  product: number
}

export interface SignedIn {
  code: number
  message: string
  data: User[]
  accesstoken?: string
}

export interface SiteDoor {
  registration: boolean
}

export interface Statement {
  rows: StatementRow[]
  unread: number[]
}

export interface StatementMatch {
  id: string
  version: number
  doc_no: string | null
  customer_name: string
  mode: string
  status: string
  amount_paise: number
  by: string
  action: string | null
  label: string | null
  why: string | null
  why_said?: Phrase
}

export interface StatementRow {
  number: number
  date: string | null
  text: string
  reference: string
  amount_paise: number
  utr: string | null
  matches: StatementMatch[]
}

export interface StoredFile {
  id: string
  name: string
  type: 'pdf' | 'jpg' | 'png' | 'xlsx'
  size: number
}

export interface StreamProblem {
  status: number
  code: string
  detail: string
}

export interface TemplateProblem {
  message: string
  code: string
  errors: Issue[]
}

export interface TemplateProfile {
  user: TemplateUser
}

export interface TemplateSession {
  accessToken: string
  user: TemplateUser
}

export interface TemplateUser {
  id: string
  avatar: string
  email: string | null
  name: string
  role: string
}

export interface TodoItem {
  id: number
  title: string
  note: string
  important: boolean
  starred: boolean
  done: boolean
  read: boolean
  selected: boolean
  startDate: string | null
  dueDate: string | null
  tag: number[]
}

export interface TodoTagItem {
  id: number
  name: string
}

export interface TripReckoned {
  record: Record<string, unknown>
  issues: Issue[]
  warnings: Issue[]
  links: Record<string, Record<string, string>>
}

export interface Turn {
  says: string | null
  stuck: boolean
  people: TurnPerson[]
}

export interface TurnPerson {
  id: string
  name: string
}

export interface Untripped {
  type: DocKey
  id: string
  no: string
  status: string
  out: boolean
  vehicle_no: string | null
  order: string | null
  party: string
  city: string
  region: string | null
  pin: string | null
  yard: string | null
  price_basis: string | null
  deliver_by: string | null
  pcs: number
  weight_g: number
  longest_mm: number
  ewb_needed: boolean
  ewb_no: string | null
}

export interface UntrippedGoods {
  rows: Untripped[]
  more: boolean
  since: string
  links: Record<string, Record<string, string>>
}

export interface User {
  id: string
  account: string
  show_less_section: boolean
  name: string
  roles: Role[]
  emp_id: string | null
  branch: string
  branches: string[]
  yards: string[]
  email: string | null
  photo: string | null
  theme: string | null
  language: string | null
  must_change_password: boolean
  home: string | null
  rights: Record<string, Verb[]>
  actor: Actor
}

export interface UserDetails {
  code: number
  data: User
}

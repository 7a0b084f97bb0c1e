// Every address of the app as a function: the only place that builds one.
//
//   paths.list('vehicle') -> '/vehiclemaster'      paths.view('order', id) -> '/order/view/<id>'
//   A type without a row here lives at /{type}, /{type}/add, /{type}/edit/:id, /{type}/view/:id.

/** `drawer`: a master with a list alone, whose form and view open over it. */
interface Home {
  list: string
  add?: string
  edit?: string
  view?: string
  drawer?: boolean
}

const drawer = (list: string): Home => ({ list, drawer: true })
const family = (base: string): Home => ({
  list: base,
  add: `${base}/add`,
  edit: `${base}/edit/`,
  view: `${base}/view/`,
})

/** A document opens in its present step; as a draft it is typed in. */
const inStatus = (base: string): Home => ({
  list: base,
  add: `${base}/add`,
  edit: `${base}/draft/`,
  view: `${base}/`,
})

export const HOMES: Record<string, Home> = {
  state: drawer('/states'),
  city: drawer('/cities'),
  district: drawer('/Districtmaster'),
  country: drawer('/Countrymaster'),
  yard: drawer('/yard'),
  zone: drawer('/Zonemaster'),
  role: drawer('/rolemaster'),
  menu: drawer('/menumaster'),
  product_group: drawer('/skutype'),
  sku_property: drawer('/skuproperties'),
  sku_property_value: drawer('/skupropertiesdropdown'),
  sku_mapping: drawer('/skumapping'),
  uom: drawer('/uommaster'),
  vehicle: drawer('/vehiclemaster'),
  truck_type: drawer('/trucktypemaster'),
  payment_term: drawer('/paymentterms'),
  trigger: drawer('/triggermaster'),
  time_rule: drawer('/timeconfigurator'),
  mail: drawer('/outbox'),
  employee: family('/employee'),
  customer: family('/customer'),
  vendor: family('/vendor-users'),
  supplier: family('/supplier-users'),
  stock_hold: drawer('/stockhold'),
  stock_audit: drawer('/stockaudit'),
  sku: { list: '/sku', add: '/Sku/addnew', edit: '/Sku/editnew/', view: '/Sku/viewnew/' },
  formula: drawer('/formulamaster'),
  inbox_message: family('/desk/inbox'),
  chat_room: { list: '/desk/chat', edit: '/desk/chat/', view: '/desk/chat/' },
  contact: drawer('/desk/contacts'),
  proforma: family('/desk/proforma'),
  cart: { list: '/desk/shop', edit: '/desk/shop?cart=', view: '/desk/shop?cart=' },
  order: family('/order'),
  loading: family('/order_loaded'),
  inward: family('/stockinward'),
  additional_inward: family('/additionalinward'),
  batch_closing: inStatus('/batch-closing'),
  dump_stock: inStatus('/dump-stock'),
  transfer: {
    list: '/IntergodownTransfer',
    add: '/IntergodownTransferadd',
    edit: '/IntergodownTransferadd/edit/',
    view: '/Intergodownview/view/',
  },
  work_order: family('/work-order'),
  sales_return: family('/sales-return'),
  trip: {
    list: '/logistics',
    add: '/logistics/add-multiple',
    edit: '/logistics/add-multiple?trip=',
    view: '/logistics/view/',
  },
  credit_limit_request: family('/credit-limit'),
  reversal: {
    list: '/orderreverselist',
    add: '/orderrevert',
    edit: '/orderrevert?id=',
    view: '/OrderRevertView/',
  },
  receipt: family('/customer-reciept'),
  invoice: {
    list: '/invoice/CreateInvoice',
    add: '/invoice/add',
    edit: '/invoice/CreateEdit?id=',
    view: '/invoice/CreateEdit?id=',
  },
}

/** Types whose workbench has an address of its own. */
const WORKBENCHES: Record<string, string> = {
  employee: '/employeeNew',
  customer: '/customerNew',
  sku: '/SkuMastersNew',
  product_group: '/skutypenew',
}

/** The lists of work orders by where they begin. */
const WORKS: Record<string, string> = { yard: '/yard-work-order', recipe: '/work-order-new' }

const LANES = {
  from: '/IntergodownTransferEditForFromYard/fromyard',
  logistic: '/IntergodownTransferEditForLogistic/logistic',
  to: '/IntergodownTransferEditForLogisticAndYard/toyard',
  account: '/IntergodownTransferEditForAccount/account',
}

function home(type: string): Home {
  return HOMES[type] ?? family(`/${type}`)
}

export const paths = {
  dashboard: '/dashboard/default',
  signIn: '/session/signin',
  changePassword: '/session/change-password',
  signUp: '/session/signup',
  forgotPassword: '/session/forgot-password',
  profile: '/profile',
  profileEdit: (id?: string) => (id ? `/profile/edit/${id}` : '/profile/edit'),
  /** A person's own settings; those of the site are the type `setting`. */
  ownSettings: '/profile/settings',
  sessions: (id?: string) => (id ? `/sessions/${id}` : '/sessions'),
  notifications: '/notification',
  shop: '/desk/shop',
  todo: '/desk/todo',
  calendar: '/desk/calendar',
  /** The chat: a conversation, at what was said at a moment of it. */
  chat: (room?: string, at?: number) =>
    room ? `/desk/chat/${encodeURIComponent(room)}${at ? `?at=${at}` : ''}` : '/desk/chat',
  /** A conversation with a colleague that has not begun. */
  chatWith: (person: string) => `/desk/chat?to=${encodeURIComponent(person)}`,
  /** A new order that is picked from the catalogue. */
  orderQuick: '/order/addNew',
  unsent: '/unsent',
  /** The help, or one entry of it. */
  help: (key?: string) => (key ? `/help/${encodeURIComponent(key)}` : '/help'),
  /** What helps with a page. */
  helpFor: (pathname: string) => `/help?for=${encodeURIComponent(pathname)}`,
  list: (type: string) => home(type).list,
  /** `of`: the values that it begins with. */
  add: (type: string, of?: Record<string, string>) =>
    home(type).drawer
      ? `${home(type).list}?new`
      : `${home(type).add ?? home(type).list}${of ? `?${new URLSearchParams(of).toString()}` : ''}`,
  edit: (type: string, id: string) =>
    home(type).drawer ? `${home(type).list}?id=${id}&edit` : `${home(type).edit}${id}`,
  view: (type: string, id: string) => (home(type).drawer ? `${home(type).list}?id=${id}` : `${home(type).view}${id}`),
  import: (type: string) => `/import/${type}`,
  workbench: (type: string) => WORKBENCHES[type] ?? `/workbench/${type}`,
  isDrawer: (type: string) => home(type).drawer === true,
  orderTab: (id: string, name: string) => `/order/view/${id}/${name}`,
  creditApproval: (id: string) => `/order/creditApproval/${id}`,
  bmApproval: (id: string) => `/order/bmApproval/${id}`,
  changeStatus: (id: string) => `/order/changestatus/${id}`,
  delivery: (id: string) => `/order/delivery/${id}`,
  yardView: (id: string) => `/yard/yardview/${id}`,
  /** A party's page as its approver sees it. */
  partyApproval: (type: 'customer' | 'vendor' | 'supplier', id: string, status: string) =>
    `${HOMES[type]!.view}${encodeURIComponent(status)}/${id}`,
  /** A document that a yard takes stock off its books by, as its approver sees it. */
  stockApproval: (type: 'batch_closing' | 'dump_stock', id: string) => `${HOMES[type]!.list}/pending/${id}`,
  /** A sales return before its branch manager. */
  returnApproval: (id: string) => `/sales-return/bm-approve/${id}`,
  /** A customer's page, at one of its tabs. */
  customerTab: (id: string, tab: string) => `/customer/view/${id}?tab=${tab}`,
  /** A credit limit request as one of its levels decides on it. */
  doReversal: (id: string) => `/doReversal?id=${encodeURIComponent(id)}`,
  limitStep: (level: 'bm' | 'credit' | 'management', id: string) => `/credit-limit/edit/${level}/${id}`,
  returnsOf: (customer: string) =>
    `/sales-return?${new URLSearchParams({ where: `customer:eq:${customer}` }).toString()}`,
  /** The bank's statement beside the receipts that wait for it. */
  statement: '/customer-reciept/statement',
  workOrders: (entry: string | null | undefined) => WORKS[entry ?? ''] ?? '/work-order',
  /** The audits that a person counts, or the counting sheet of one. */
  counting: (audit?: string) => (audit ? `/stockauditnew?id=${audit}` : '/stockauditnew'),
  setup: '/setup',
  /** Who may approve documents of a type, of an amount in a branch. */
  approvers: (query: Record<string, string> = {}) => {
    const asked = new URLSearchParams(query).toString()
    return `/approvers${asked ? `?${asked}` : ''}`
  },
  viewStock: (query?: Record<string, string>) =>
    `/ViewStock${query ? `?${new URLSearchParams(query).toString()}` : ''}`,
  inwardApproval: (id: string) => `/stockinwardapproval/approval/${id}`,
  /** A transfer as one of its lanes works on it. */
  transferLane: (lane: 'from' | 'logistic' | 'to' | 'account', id: string) => `${LANES[lane]}/${id}`,
  /** The goods of an order that no trip takes along yet, to be planned. */
  tripFor: (order: string) => `/logistics/add/${order}`,
  /** Where the goods of an order, or of a loading, are handed over. */
  handOver: (order: string) => `/order/logistic-delivery/${order}`,
  handOverLoading: (loading: string) => `/order_loaded/logistic-delivery/${loading}`,
  invoiceFor: (order: string) => `/invoice/add/${order}`,
  /** A document as it is printed. */
  print: (type: string, id: string) => (type === 'loading' ? `/order_loaded/delivery/${id}` : `/${type}/print/${id}`),
  /** Files for the portals of the GST, and their answers. */
  portal: '/invoice/portal',
  /** The notes of all invoices at the invoice desk. */
  notes: (type: 'credit_note' | 'debit_note') => `/invoice/CreateInvoice?show=${type}`,
}

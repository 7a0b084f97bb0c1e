// All routes, as data. A row names its page kind and document type; `own` pages name a module under features/
// and exist only when the module does. What has no row is not-found.

export type PageKind = 'list' | 'add' | 'edit' | 'view' | 'import' | 'workbench' | 'report' | 'own' | 'public' | 'moved'

export interface RouteRow {
  path: string
  kind: PageKind
  /** The document type: of a generic page what it shows, of an own page whose rights it needs. */
  type?: string
  /** Of a page that has moved: its address now, without the id. */
  to?: string
  /** The report that a report page shows. */
  report?: string
  /** The page in the table of rights that an own page is. */
  opens?: string
  /** Under features/, without the ending. */
  module?: string
  name?: string
  /** Of a list and its form: the values that all its documents share. */
  of?: Record<string, string>
  /** The verb of the type's rights that the page needs. */
  needs?: 'view' | 'add' | 'edit'
}

const master = (path: string, type: string): RouteRow => ({ path, kind: 'list', type })
const own = (path: string, module: string, type?: string, needs: RouteRow['needs'] = 'view'): RouteRow => ({
  path,
  kind: 'own',
  module,
  type,
  needs,
})

const works = (base: string, entry: string, name: string): RouteRow[] => [
  { path: base, kind: 'list', type: 'work_order', of: { entry }, name },
  { path: `${base}/add`, kind: 'add', type: 'work_order', of: { entry } },
]

const report = (path: string, key: string): RouteRow => ({ path, kind: 'report', report: key })

/** Where the documents of a type were before they had an address of their own. */
const moved = (from: string, to: string, type: string): RouteRow[] =>
  ['', '/add', '/edit/:id', '/view/:id'].map((page) => ({
    path: `${from}${page}`,
    kind: 'moved',
    type,
    to: `${to}${page.replace(':id', '')}`,
  }))

const family = (base: string, type: string, id: string): RouteRow[] => [
  { path: base, kind: 'list', type },
  { path: `${base}/add`, kind: 'add', type },
  { path: `${base}/edit/:${id}`, kind: 'edit', type },
  { path: `${base}/view/:${id}`, kind: 'view', type },
]

export const ROUTES: RouteRow[] = [
  { path: '/session/signin', kind: 'public', module: 'session/SignIn' },
  { path: '/session/signup', kind: 'public', module: 'session/SignUp' },
  { path: '/session/forgot-password', kind: 'public', module: 'session/ForgotPassword' },
  { path: '/session/change-password', kind: 'public', module: 'session/ChangePassword' },
  { path: '/session/404', kind: 'public', module: 'session/NotFound' },

  own('/dashboard/default', 'dashboard/Dashboard'),
  { ...own('/dashboard/BM', 'dashboard/BranchDashboard'), opens: 'dashboard_bm' },
  { ...own('/dashboard/credit', 'dashboard/CreditDashboard'), opens: 'dashboard_credit' },
  { ...own('/dashboard/accounts', 'dashboard/AccountsDashboard'), opens: 'dashboard_accounts' },
  { ...own('/dashboard/logistics', 'dashboard/LogisticsDashboard'), opens: 'dashboard_logistics' },
  own('/profile', 'profile/Profile'),
  own('/profile/edit', 'profile/ProfileEdit'),
  own('/profile/edit/:empid', 'profile/ProfileEdit'),
  own('/sessions', 'profile/Sessions'),
  own('/sessions/:empid', 'profile/Sessions'),
  own('/unsent', 'unsent/Unsent'),
  own('/desk/shop', 'desk/shop/Shop', 'cart'),
  own('/desk/inbox', 'desk/inbox/Inbox', 'inbox_message'),
  { path: '/desk/inbox/add', kind: 'add', type: 'inbox_message' },
  { path: '/desk/inbox/edit/:id', kind: 'edit', type: 'inbox_message' },
  own('/desk/inbox/view/:id', 'desk/inbox/Letter', 'inbox_message'),
  own('/desk/contacts', 'desk/contacts/Contacts', 'contact'),
  ...family('/desk/proforma', 'proforma', 'id'),
  own('/desk/recent', 'desk/recent/Recent'),
  own('/desk/notifications', 'profile/Notifications', 'notification'),
  own('/notification', 'profile/Notifications', 'notification'),
  own('/go/:type/:id', 'profile/Go'),

  master('/states', 'state'),
  master('/cities', 'city'),
  master('/yard', 'yard'),
  master('/rolemaster', 'role'),
  master('/menumaster', 'menu'),
  own('/menuaccessmaster', 'access/MenuAccess', 'role'),
  own('/approvers', 'access/Approvers'),
  own('/AccessManagement', 'access/AccessManagement', 'role'),
  own('/dashobard-menumaster', 'access/MenuDashboard', 'role'),
  { ...own('/dashboard-menumaster', 'access/MenuDashboard', 'role'), name: 'dashboard-menumaster' },
  master('/skutype', 'product_group'),
  master('/skuproperties', 'sku_property'),
  master('/skupropertiesdropdown', 'sku_property_value'),
  master('/skumapping', 'sku_mapping'),
  master('/formulamaster', 'formula'),
  master('/uommaster', 'uom'),
  master('/vehiclemaster', 'vehicle'),
  master('/trucktypemaster', 'truck_type'),
  master('/paymentterms', 'payment_term'),
  master('/triggermaster', 'trigger'),
  master('/timeconfigurator', 'time_rule'),
  master('/outbox', 'mail'),
  master('/Districtmaster', 'district'),
  master('/Zonemaster', 'zone'),
  master('/Countrymaster', 'country'),

  master('/stockhold', 'stock_hold'),
  own('/stockaudit', 'audits/Audits', 'stock_audit'),
  own('/stockauditnew', 'audits/Counting', 'stock_audit'),
  own('/dumpstock', 'stock/DumpReasons', 'reason'),
  own('/batchclosing', 'stock/ClosingReasons', 'reason'),
  { ...own('/audit', 'audit/Audit'), opens: 'audit' },
  own('/setup', 'setup/Setup', 'company', 'edit'),

  ...family('/employee', 'employee', 'empid'),
  ...family('/customer', 'customer', 'customerid'),
  { path: '/customer/view/:status/:customerid', kind: 'view', type: 'customer' },
  ...family('/vendor-users', 'vendor', 'customerid'),
  { path: '/vendor-users/view/:status/:customerid', kind: 'view', type: 'vendor' },
  ...family('/supplier-users', 'supplier', 'customerid'),
  { path: '/supplier-users/view/:status/:customerid', kind: 'view', type: 'supplier' },
  ...family('/Sku', 'sku', 'skuid'),
  own('/Sku/addnew', 'skus/SkuBuilder', 'sku', 'add'),
  own('/Sku/editnew/:skuid', 'skus/SkuBuilder', 'sku', 'edit'),
  own('/Sku/viewnew/:skuid', 'skus/SkuViewNew', 'sku'),
  own('/SkuMastersInfo', 'skus/SkuMastersInfo', 'sku'),

  { path: '/employeeNew', kind: 'workbench', type: 'employee' },
  { path: '/employeeNew/add', kind: 'add', type: 'employee' },
  { path: '/employeeNew/edit/:empid', kind: 'edit', type: 'employee' },
  { path: '/employeeNew/view/:empid', kind: 'view', type: 'employee' },
  { path: '/customerNew', kind: 'workbench', type: 'customer' },
  { path: '/customerNew/add', kind: 'add', type: 'customer' },
  { path: '/customerNew/edit/:customerid', kind: 'edit', type: 'customer' },
  { path: '/customerNew/view/:customerid', kind: 'view', type: 'customer' },
  { path: '/customerNew/view/:status/:customerid', kind: 'view', type: 'customer' },
  { path: '/SkuMastersNew', kind: 'workbench', type: 'sku' },
  { path: '/skutypenew', kind: 'workbench', type: 'product_group' },
  { path: '/workbench/:type', kind: 'workbench', type: '' },
  { path: '/import/:type', kind: 'import', type: '' },

  own('/order', 'orders/OrderList', 'order'),
  own('/order/add', 'orders/OrderForm', 'order', 'add'),
  own('/order/addNew', 'orders/OrderQuick', 'order', 'add'),
  own('/order/edit/:orderid', 'orders/OrderForm', 'order', 'edit'),
  own('/order/view/:orderid', 'orders/OrderView', 'order'),
  own('/order/view/:orderid/:name', 'orders/OrderView', 'order'),
  own('/order/changestatus/:orderid', 'orders/ChangeStatus', 'order'),
  own('/order/bmApproval/:orderid', 'orders/BmApproval', 'order'),
  own('/order/creditApproval/:orderid', 'orders/CreditApproval', 'order'),
  own('/order/delivery/:orderid', 'yard/YardView', 'order'),
  own('/order/logistic-delivery/:orderid', 'trips/HandOver', 'trip'),
  own('/yard/yardview/:orderid', 'yard/YardView', 'order'),

  own('/order_loaded', 'orders/LoadedList', 'loading'),
  own('/order_loaded/add', 'orders/LoadedAdd', 'loading', 'add'),
  own('/order_loaded/addNew', 'orders/LoadedAddNew', 'loading', 'add'),
  own('/order_loaded/edit/:orderid', 'orders/LoadedEdit', 'loading'),
  own('/order_loaded/view/:orderid', 'orders/LoadedView', 'loading'),
  own('/order_loaded/view/:orderid/:name', 'orders/LoadedView', 'loading'),
  own('/order_loaded/changestatus/:orderid', 'orders/LoadedChangeStatus', 'loading'),
  own('/order_loaded/bmApproval/:orderid', 'orders/LoadedBmApproval', 'loading'),
  own('/order_loaded/delivery/:orderid', 'orders/GatePass', 'loading'),
  own('/order_loaded/logistic-delivery/:orderid', 'trips/HandOverLoading', 'trip'),

  own('/stockinward', 'stock/InwardList', 'inward'),
  own('/stockinward/add', 'stock/InwardForm', 'inward', 'add'),
  own('/stockinward/edit/:stockid', 'stock/InwardForm', 'inward', 'edit'),
  own('/stockinward/view/:id', 'stock/InwardView', 'inward'),
  own('/stockinwardapproval/approval/:stockid', 'stock/InwardApproval', 'inward'),
  ...family('/additionalinward', 'additional_inward', 'id'),
  { path: '/batch-closing', kind: 'list', type: 'batch_closing' },
  { path: '/batch-closing/add', kind: 'add', type: 'batch_closing' },
  own('/batch-closing/view/:id', 'stock/ClosingView', 'batch_closing'),
  own('/batch-closing/:id', 'stock/ClosingStep', 'batch_closing'),
  own('/batch-closing/:status/:id', 'stock/ClosingApproval', 'batch_closing'),
  { path: '/dump-stock', kind: 'list', type: 'dump_stock' },
  { path: '/dump-stock/add', kind: 'add', type: 'dump_stock' },
  own('/dump-stock/:id', 'stock/DumpStep', 'dump_stock'),
  own('/dump-stock/:status/:id', 'stock/DumpApproval', 'dump_stock'),
  own('/ViewStock', 'stock/ViewStock', 'batch'),

  { path: '/IntergodownTransfer', kind: 'list', type: 'transfer' },
  { path: '/IntergodownTransferadd', kind: 'add', type: 'transfer' },
  { path: '/IntergodownTransferadd/edit/:orderid', kind: 'edit', type: 'transfer' },
  own('/IntergodownTransferadd/:logintype/:orderid', 'transfers/TransferLane', 'transfer'),
  own('/IntergodownTransferEditForLogisticAndYard/:logintype/:orderid', 'transfers/TransferLane', 'transfer'),
  own('/IntergodownTransferEditForLogistic/:logintype', 'transfers/TransferLogisticWaiting', 'transfer'),
  own('/IntergodownTransferEditForLogistic/:logintype/:orderid', 'transfers/TransferLane', 'transfer'),
  own('/IntergodownTransferEditForFromYard/:logintype/:orderid', 'transfers/TransferLane', 'transfer'),
  own('/IntergodownTransferEditForAccount/:logintype/:orderid', 'transfers/TransferLane', 'transfer'),
  own('/IntergodownTransferAddBatches', 'transfers/TransferBatchesWaiting', 'transfer'),
  own('/IntergodownTransferAddBatches/:logintype/:orderid', 'transfers/TransferLane', 'transfer'),
  own('/Intergodownview/view/:orderid', 'transfers/TransferView', 'transfer'),
  own('/IntergodownLogisticView/view/:orderid', 'transfers/TransferLogisticView', 'transfer'),

  ...works('/work-order', 'office', 'Work orders'),
  { path: '/work-order/edit/:orderid', kind: 'edit', type: 'work_order' },
  own('/work-order/view/:orderid', 'works/WorkOrder', 'work_order'),
  own('/work-order/view/:userType/:orderid', 'works/WorkOrder', 'work_order'),
  ...works('/yard-work-order', 'yard', 'Yard work orders'),
  { path: '/yard-work-order/edit/:orderid', kind: 'edit', type: 'work_order' },
  own('/yard-work-order/view/:orderid', 'works/WorkOrder', 'work_order'),
  own('/yard-work-order/view/:userType/:orderid', 'works/WorkOrder', 'work_order'),
  ...works('/work-order-new', 'recipe', 'Work orders by recipe'),
  own('/work-order-new/view/:woId', 'works/WorkOrder', 'work_order'),
  own('/work-order-new/view/:woId/:woStatus', 'works/WorkOrder', 'work_order'),
  own('/work-order-admin-approval/:woId/:woStatus', 'works/WorkOrder', 'work_order'),

  { path: '/sales-return', kind: 'list', type: 'sales_return' },
  { path: '/sales-return/add', kind: 'add', type: 'sales_return' },
  { path: '/sales-return/edit/:orderid', kind: 'edit', type: 'sales_return' },
  own('/sales-return/edit/:userType/:orderid', 'returns/ReturnEdit', 'sales_return'),
  own('/sales-return-view/:userType/:orderid', 'returns/ReturnLook', 'sales_return'),
  own('/sales-return/view/:orderid', 'returns/ReturnView', 'sales_return'),
  own('/sales-return/view/:userType/:orderid', 'returns/ReturnView', 'sales_return'),
  own('/sales-return/bm-approve/:orderid', 'returns/ReturnApproval', 'sales_return'),

  { path: '/logistics', kind: 'list', type: 'trip' },
  own('/logistics/add-multiple', 'trips/TripPlan', 'trip', 'add'),
  own('/logistics/add/:orderid', 'trips/TripPlan', 'trip', 'add'),
  own('/logistics/view/:orderid', 'trips/TripView', 'trip'),
  { path: '/credit-limit', kind: 'list', type: 'credit_limit_request' },
  { path: '/credit-limit/add', kind: 'add', type: 'credit_limit_request' },
  { path: '/credit-limit/edit/:editid', kind: 'edit', type: 'credit_limit_request' },
  own('/credit-limit/view/:editid', 'limits/LimitView', 'credit_limit_request'),
  own('/credit-limit/edit/:userType/:editid', 'limits/LimitStep', 'credit_limit_request'),
  { path: '/orderreverselist', kind: 'list', type: 'reversal' },
  own('/orderrevert', 'reversal/OrderRevert', 'reversal'),
  own('/OrderRevertView/:id', 'reversal/ReversalView', 'reversal'),
  own('/doReversal', 'reversal/DoReversal', 'reversal'),
  { path: '/customer-reciept', kind: 'list', type: 'receipt' },
  { path: '/customer-reciept/add', kind: 'add', type: 'receipt' },
  { path: '/customer-reciept/edit/:recieptid', kind: 'edit', type: 'receipt' },
  own('/customer-reciept/view/:recieptid', 'receipts/ReceiptView', 'receipt'),
  own('/customer-reciept/view/:userType/:recieptid', 'receipts/ReceiptView', 'receipt'),
  own('/customer-reciept/statement', 'receipts/Statement', 'receipt'),
  ...moved('/receipt', '/customer-reciept', 'receipt'),

  own('/invoice/add', 'invoices/InvoiceEditor', 'invoice', 'add'),
  own('/invoice/add/:orderid', 'invoices/InvoiceEditor', 'invoice', 'add'),
  own('/invoice/CreateInvoice', 'invoices/InvoiceDesk', 'invoice'),
  own('/invoice/CreateEdit', 'invoices/InvoiceEditor', 'invoice'),
  own('/invoice/portal', 'invoices/Portal', 'invoice'),
  own('/invoice/print/:id', 'invoices/InvoicePrint', 'invoice'),
  ...(
    [
      'order',
      'credit_note',
      'debit_note',
      'receipt',
      'transfer',
      'trip',
      'work_order',
      'sales_return',
      'inward',
      'purchase_order',
      'customer',
      'vendor',
      'proforma',
    ] as const
  ).map((type) => own(`/${type}/print/:id`, 'papers/Printed', type)),
  own('/CreateInvoice', 'invoices/InvoiceDesk', 'invoice'),
  own('/CreateEdit', 'invoices/InvoiceEditor', 'invoice'),

  report('/ProductWiseReport', 'product_wise_report'),
  report('/ProductSkuReport', 'product_sku_report'),
  report('/ProductSkuReport/view/:id', 'product_sku_report_view'),
  report('/DistrictWiseReport', 'district_wise_report'),
  report('/DailyProductWiseSalesReport', 'daily_product_wise_sales_report'),
  report('/DailyProductWisePurchaseReport', 'daily_product_wise_purchase_report'),
  report('/BatchWise&SkuWiseReport', 'batch_wise_sku_wise_report'),
  report('/utilized-amount', 'utilized_amount'),
  report('/BatchClosingStock', 'batch_closing_stock'),
  report('/stateWiseRate', 'state_wise_rate'),
  report('/tallyReport', 'tally_report'),
  report('/salesExport', 'sales_export'),
  report('/transactionReport', 'transaction_report'),
  report('/dayBookCounts', 'day_book_counts'),
  report('/trialBalance', 'trial_balance'),
  report('/customerStatement', 'customer_statement'),
  report('/supplierStatement', 'supplier_statement'),
  report('/transporterStatement', 'transporter_statement'),
  report('/receiptRegister', 'receipt_register'),
  report('/noteRegister', 'note_register'),
  report('/freightRegister', 'freight_register'),
  report('/deliveryRegister', 'delivery_register'),
  report('/papersEnding', 'papers_ending'),
  report('/openPurchases', 'open_purchases'),
  report('/goodsNotBilled', 'goods_not_billed'),
  report('/toReorder', 'to_reorder'),
  report('/ledger', 'ledger'),
  report('/numberRegister', 'number_register'),
  report('/salePurchaseNSReport', 'sale_purchase_ns_report'),
  report('/salePurchaseColumnSel', 'sale_purchase_column_sel'),
  report('/BatchwiseReport', 'batchwise_report'),

  own('/desk/board', 'desk/board/Boards', 'board'),
  own('/desk/board/:id', 'desk/board/Board', 'board'),
  own('/desk/todo', 'desk/todo/Todo', 'todo_list'),
  own('/desk/calendar', 'desk/calendar/Calendar', 'calendar_event'),

  ...family('/:type', '', 'id'),
]

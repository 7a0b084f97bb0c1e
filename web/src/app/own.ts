// What a type of document has of its own beside its declaration: pages and inputs, loaded when they are opened, and
// what its changes that wait are read and mended by.
import { lazily } from '../ui/lazily'
import { replacePages, type Slots } from '../docs/overrides'
import { mendedOfCount, mendedOfLoading, mendedOfMessage, mendedOfOrder, mendedOfTransfer } from '../kit/mended'
import { asTyped } from '../kit/typedOrder'
import { say } from '../words/say'

export const OWN: Record<string, Slots> = {
  batch: { view: lazily(() => import('../features/stock/BatchView')) },
  formula: { fields: lazily(() => import('../features/skus/FormulaFields')) },
  menu: { cells: { icon: lazily(() => import('../features/access/MenuIconCell')) } },
  purchase_order: { next: lazily(() => import('../features/stock/PurchaseNext')) },
  employee: { next: lazily(() => import('../features/profile/EmployeeNext')) },
  order: { typed: asTyped, mendedAt: mendedOfOrder },
  loading: { mendedAt: mendedOfLoading },
  stock_count: { mendedAt: mendedOfCount },
  transfer: { mendedAt: mendedOfTransfer },
  chat_message: { mendedAt: mendedOfMessage },
  customer: {
    beside: lazily(() => import('../features/orders/CustomerCredit')),
    tabs: [
      {
        name: 'returns',
        label: say('Returns and notes'),
        body: lazily(() => import('../features/returns/CustomerReturns')),
      },
    ],
  },
  mail: { fields: lazily(() => import('../features/papers/MailFields')), verb: say('Send') },
  credit_note: {
    fields: lazily(() => import('../features/invoices/NoteFields')),
    view: lazily(() => import('../features/invoices/NoteView')),
  },
  debit_note: {
    fields: lazily(() => import('../features/invoices/NoteFields')),
    view: lazily(() => import('../features/invoices/NoteView')),
  },
  credit_limit_request: { fields: lazily(() => import('../features/limits/LimitFields')) },
  contact: { tools: lazily(() => import('../features/desk/contacts/CardsButton')) },
  inbox_message: { fields: lazily(() => import('../features/desk/inbox/LetterFields')) },
  receipt: {
    fields: lazily(() => import('../features/receipts/ReceiptFields')),
    tools: lazily(() => import('../features/receipts/StatementButton')),
  },
  supplier_payment: {
    fields: lazily(() => import('../features/payments/PaymentFields')),
    inputs: { allocations: lazily(() => import('../features/payments/PaymentBills')) },
  },
  sales_return: { fields: lazily(() => import('../features/returns/ReturnFields')) },
}

replacePages(OWN)

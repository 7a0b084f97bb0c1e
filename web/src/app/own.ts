// What a type of document has of its own beside its declaration: pages and inputs, loaded when they are opened, and
// what its changes that wait are read and mended by.
import { lazy } from 'react'
import { replacePages, type Slots } from '../docs/overrides'
import { mendedOfCount, mendedOfLoading, mendedOfMessage, mendedOfOrder, mendedOfTransfer } from '../kit/mended'
import { asTyped } from '../kit/typedOrder'
import { say } from '../words/say'

export const OWN: Record<string, Slots> = {
  batch: { view: lazy(() => import('../features/stock/BatchView')) },
  formula: { fields: lazy(() => import('../features/skus/FormulaFields')) },
  order: { typed: asTyped, mendedAt: mendedOfOrder },
  loading: { mendedAt: mendedOfLoading },
  stock_count: { mendedAt: mendedOfCount },
  transfer: { mendedAt: mendedOfTransfer },
  chat_message: { mendedAt: mendedOfMessage },
  customer: {
    tabs: [
      {
        name: 'returns',
        label: say('Returns and notes'),
        body: lazy(() => import('../features/returns/CustomerReturns')),
      },
    ],
  },
  mail: { fields: lazy(() => import('../features/papers/MailFields')), verb: say('Send') },
  credit_note: {
    fields: lazy(() => import('../features/invoices/NoteFields')),
    view: lazy(() => import('../features/invoices/NoteView')),
  },
  debit_note: {
    fields: lazy(() => import('../features/invoices/NoteFields')),
    view: lazy(() => import('../features/invoices/NoteView')),
  },
  credit_limit_request: { fields: lazy(() => import('../features/limits/LimitFields')) },
  contact: { tools: lazy(() => import('../features/desk/contacts/CardsButton')) },
  inbox_message: { fields: lazy(() => import('../features/desk/inbox/LetterFields')) },
  receipt: {
    fields: lazy(() => import('../features/receipts/ReceiptFields')),
    tools: lazy(() => import('../features/receipts/StatementButton')),
  },
  sales_return: { fields: lazy(() => import('../features/returns/ReturnFields')) },
}

replacePages(OWN)

// Where the open bills of a payment's party are asked for.
import type { RecordValue } from '../../core/records'
import { openUrl } from '../../kit/OpenRows'

/** Null until it is known who is paid. */
export function billsUrl(record: RecordValue, amount: unknown): string | null {
  const kind = record.party_kind
  const party = typeof kind === 'string' ? record[kind] : null
  return typeof party === 'string' && party !== ''
    ? openUrl(`/api/supplier_payment/open/${String(kind)}/${party}`, { amount })
    : null
}

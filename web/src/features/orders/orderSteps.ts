// An order's road of seven statuses and its five sidings, from its status and history.
import type { Row } from '../../core/records'
import type { HistoryEntry } from '../../core/types.gen'
import { moment } from '../../ui/format'
import type { Siding, Step } from '../../ui/Stepper'

const ROAD = [
  'Draft',
  'BM Approval Pending',
  'Preliminary Credit Team',
  'Credit Approval Pending',
  'Waiting for Loading',
  'Order Loaded',
  'Order Completed',
]
const SIDINGS: Record<string, string[]> = {
  'BM Approval Pending': ['Hold order from BM', 'Rejected By BM'],
  'Credit Approval Pending': ['Rejected From Credit Team'],
  'Waiting for Loading': ['Raise Concern From Yard'],
  'Order Loaded': ['Raise Concern By Account'],
}

/** 'R. Jadhav · 20-11-2026 10:12 AM': who took it out of the status, and when. */
function said(entry: HistoryEntry): string {
  return `${entry.by_name} · ${moment(entry.at)}`
}

/** `reasons`: a step's reason is told in their words, and not at all where they are not known. */
export function orderSteps(status: string, history: HistoryEntry[], reasons: Row[] = []): Step[] {
  const moves = history.filter((entry) => entry.from !== entry.to)
  const stop = ROAD.find((step) => step === status || SIDINGS[step]?.includes(status)) ?? 'Draft'
  const at = ROAD.indexOf(stop)
  return ROAD.map((step, index): Step => {
    const left = moves.findLast((entry) => entry.from === step)
    const end = status === 'Order Completed' && step === status
    const state = index < at || end ? 'done' : index === at && status === step ? 'now' : index === at ? 'done' : 'ahead'
    const entered = end ? moves.findLast((entry) => entry.to === step) : undefined
    return {
      status: step,
      state,
      note: state === 'done' ? ((entered ?? left) ? said((entered ?? left)!) : null) : null,
      sidings: (SIDINGS[step] ?? []).map((siding) => sidingOf(siding, status, moves, reasons)),
    }
  })
}

function sidingOf(siding: string, status: string, moves: HistoryEntry[], reasons: Row[]): Siding {
  const visit = moves.findLast((entry) => entry.to === siding)
  const reason = reasons.find(({ code }) => code === visit?.reason)?.name
  const words = visit ? [said(visit), reason, visit.remarks].filter(Boolean).join(' · ') : null
  return { status: siding, visited: !!visit, now: status === siding, tip: words }
}

// The rows of a filter as a file for a spreadsheet: the same words and digits as on the screen.
import { send } from '../../api/client'
import { listUrl, type ListArgs } from '../../api/docs'
import type { Page } from '../../core/types.gen'
import type { GridColumn } from '../../ui/DocGrid'

const BLOCK = 500
const MOST = 10_000

/** A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function cell(value: string): string {
  const safe = /^[=+\-@\t]/.test(value) && !/^-?[\d,.]+$/.test(value) ? `'${value}` : value
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export async function exportRows(args: ListArgs, columns: GridColumn[]): Promise<void> {
  const lines = [columns.map((column) => cell(column.head)).join(',')]
  for (let offset = 0; offset < MOST; offset += BLOCK) {
    const answer = await send({ url: listUrl({ ...args, offset, limit: BLOCK }) })
    if ('error' in answer) return
    const page = answer.data as Page
    for (const row of page.rows) lines.push(columns.map((column) => cell(column.text?.(row, page.links) ?? '')).join(','))
    if (page.rows.length < BLOCK) break
  }
  const url = URL.createObjectURL(new Blob([`\ufeff${lines.join('\r\n')}\r\n`], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${args.type}s.csv`
  link.click()
  URL.revokeObjectURL(url)
}

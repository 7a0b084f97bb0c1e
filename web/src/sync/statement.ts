// A bank statement as the server reads it: its lines beside the receipts that they may be.
import type { Statement } from '../net/answers.gen'
import { send, type Problem } from '../net/client'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Nothing of it is kept. */
export async function readStatement(file: File): Promise<{ data: Statement } | { error: Problem }> {
  // What a browser takes a file for differs from machine to machine.
  const type = file.name.toLowerCase().endsWith('.xlsx') ? XLSX : 'text/csv'
  const answer = await send({
    url: '/api/receipt/statement',
    method: 'POST',
    file: new Blob([file], { type }),
  })
  return 'error' in answer ? answer : { data: answer.data as Statement }
}

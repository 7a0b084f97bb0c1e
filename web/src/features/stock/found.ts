// Where a scanned label leads from the stock: a batch is searched, a zone is looked into, a loading opened.
import { useNavigate } from 'react-router'
import type { ScanAnswer } from '../../core/types.gen'
import { paths } from '../../docs/paths'
import { listNow } from '../../sync/docs'
import { useAppDispatch } from '../../sync/store'
import { useToast } from '../../ui/Toasts'
import { say } from '../../words/say'

/** Nothing else narrows what is shown. */
const NOTHING = { q: null, yard: null, zone: null, on: null, lies: null }

/** `show`: what the stock is narrowed to. */
export function useFound(show: (parts: Record<string, string | null>) => void) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const notify = useToast()
  const lost = (number: string) => void notify(say('Nothing has the number {number}', { number }), { tone: 'danger' })
  return async ({ kind, number }: ScanAnswer) => {
    if (kind === 'loading') {
      const { data } = await dispatch(listNow({ type: 'loading', q: number, limit: 20 }))
      const row = data?.rows.find((one) => one.doc_no === number)
      return row ? void navigate(paths.view('loading', row.id)) : lost(number)
    }
    if (kind !== 'zone') return show({ ...NOTHING, q: number })
    const [code = '', name = ''] = number.split(/\/(.*)/s)
    const yards = await dispatch(listNow({ type: 'yard', where: [`code:eq:${code}`], limit: 1 }))
    const yard = yards.data?.rows[0]?.id
    const zones = yard && (await dispatch(listNow({ type: 'zone', where: [`yard:eq:${yard}`], q: name, limit: 50 })))
    const zone = zones && zones.data?.rows.find((one) => one.name === name)?.id
    return yard && zone ? show({ ...NOTHING, yard, zone }) : lost(number)
  }
}

// A reason by its name: a record keeps its code.
import { useList } from '../../sync/docs'

export function useReasonName(kind: 'batch_closing' | 'dump', code: string | undefined): string {
  const { data } = useList({ type: 'reason', where: [`kind:eq:${kind}`], sort: 'name', limit: 200 })
  return data?.rows.find((row) => row.code === code)?.name ?? code ?? ''
}

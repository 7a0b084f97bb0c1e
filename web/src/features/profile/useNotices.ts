// The person's notifications: read with the others of a minute, opened, and marked as read.
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { send } from '../../net/client'
import { asProblem, docsApi } from '../../sync/docs'

export interface Notice {
  id: string
  version: number
  status: string
  title: string
  body: string
  page: string
  severity: string
  told_at: number
}

const AT_ONCE = 500

export function useNotices(limit: number) {
  const navigate = useNavigate()
  const { data, error, refetch } = docsApi.useListQuery(
    { type: 'notification', limit },
    { refetchOnMountOrArgChange: 5 },
  )
  const rows = data?.rows as unknown as Notice[] | undefined
  const unread = Number(data?.counts?.Unread ?? 0)
  const mark = useCallback(
    async (some: Notice[]) => {
      const rows = some.filter((row) => row.status === 'Unread').map(({ id, version }) => ({ id, version }))
      if (rows.length === 0) return
      await send({
        url: '/api/bulk/notification/read',
        method: 'POST',
        body: { command_id: crypto.randomUUID(), rows },
      })
      await refetch()
    },
    [refetch],
  )
  const open = useCallback(
    async (row: Notice) => {
      void navigate(row.page)
      await mark([row])
    },
    [mark, navigate],
  )
  const readAll = useCallback(async () => {
    const answer = await send({ url: `/api/docs/notification?where=status:eq:Unread&limit=${AT_ONCE}` })
    if ('data' in answer) await mark((answer.data as { rows: Notice[] }).rows)
  }, [mark])
  return { rows, total: Number(data?.total ?? 0), unread, error: asProblem(error), refetch, open, readAll }
}

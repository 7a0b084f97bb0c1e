// The person's notifications: read with the others of a minute, opened, and marked as read.
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import type { Page, Row } from '../../core/records'
import { send } from '../../net/client'
import { listUrl, useList } from '../../sync/docs'

export type Notice = Row<'notification'>

const AT_ONCE = 500

export function useNotices(limit: number) {
  const navigate = useNavigate()
  const { data, error, refetch } = useList({ type: 'notification', where: ['status:in:Unread|Read'], limit })
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
  /** Takes some off the list; they stay in the history. */
  const discard = useCallback(
    async (some: Notice[]) => {
      const rows = some.map(({ id, version }) => ({ id, version }))
      if (rows.length === 0) return
      await send({
        url: '/api/bulk/notification/discard',
        method: 'POST',
        body: { command_id: crypto.randomUUID(), rows },
      })
      await refetch()
    },
    [refetch],
  )
  const discardAll = useCallback(async () => {
    await send({ url: '/api/notification/delete-all', method: 'POST' })
    await refetch()
  }, [refetch])
  const open = useCallback(
    async (row: Notice) => {
      if (row.page) void navigate(row.page)
      await mark([row])
    },
    [mark, navigate],
  )
  const readAll = useCallback(async () => {
    const answer = await send({
      url: listUrl({ type: 'notification', where: ['status:eq:Unread'], limit: AT_ONCE }),
    })
    if ('data' in answer) await mark((answer.data as Page<'notification'>).rows)
  }, [mark])
  return {
    rows: data?.rows,
    total: Number(data?.total ?? 0),
    unread,
    error,
    refetch,
    open,
    readAll,
    discard,
    discardAll,
  }
}

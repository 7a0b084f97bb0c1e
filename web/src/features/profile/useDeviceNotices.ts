// Notifications on the device itself, while the app is out of sight, where the person wants them.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Notice } from './useNotices'

const has = () => typeof Notification !== 'undefined' && 'serviceWorker' in navigator

/** One after the other tab tells the same: the device shows those of one tag once. */
async function show(row: Notice) {
  const worker = await navigator.serviceWorker.getRegistration()
  await worker?.showNotification(row.title ?? '', {
    body: row.body ?? '',
    tag: row.id,
    icon: '/icon-192.png',
    data: { page: row.page ?? '/' },
  })
}

/**
 * Shows what is new and unread since the page was opened. `wanted` is what the person told the browser, none where it
 * has no such notifications; `ask` asks them, which a browser allows after a click alone.
 */
export function useDeviceNotices(rows: Notice[] | undefined) {
  const [wanted, setWanted] = useState<NotificationPermission | null>(() => (has() ? Notification.permission : null))
  const seen = useRef<Set<string> | null>(null)
  useEffect(() => {
    if (!rows) return
    const before = seen.current
    seen.current = new Set([...(before ?? []), ...rows.map((row) => row.id)])
    // What waited before is told by the bell.
    if (!before || wanted !== 'granted' || !document.hidden) return
    for (const row of rows) if (row.status === 'Unread' && !before.has(row.id)) void show(row)
  }, [rows, wanted])
  const ask = useCallback(async () => setWanted(await Notification.requestPermission()), [])
  return { wanted, ask }
}

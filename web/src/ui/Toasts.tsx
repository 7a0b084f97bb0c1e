// Shows the toasts, above the action bar and never over it; on a phone over the top bar.
//
//   const notify = useToast()
//   notify('ORD/PN/26-27/000123 put on hold', { undo: () => resume() })   the undo button stays 8 s, Z presses it
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import Close from '@mui/icons-material/Close'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import { useCallback, useEffect } from 'react'
import { useAppDispatch, useAppSelector } from '../sync/store'
import { dismiss, toast, type Toast } from '../sync/toasts'
import { announce } from './announce'
import { Kbd } from './Kbd'
import { isTyping } from './keys'
import css from './Toasts.module.css'
import { say } from '../words/say'

const undos = new Map<string, () => void>()
const STAYS_MS = 5000
const UNDO_STAYS_MS = 8000

export function useToast() {
  const dispatch = useAppDispatch()
  return useCallback(
    (text: string, options: { tone?: Toast['tone']; undo?: () => void } = {}) => {
      const key = options.undo ? crypto.randomUUID() : undefined
      if (key && options.undo) undos.set(key, options.undo)
      dispatch(toast(text, options.tone ?? 'ok', key))
      announce(text)
    },
    [dispatch],
  )
}

const ICON = { ok: CheckCircleOutlined, info: InfoOutlined, danger: ErrorOutlined }

function One({ item }: { item: Toast }) {
  const dispatch = useAppDispatch()
  const close = useCallback(() => {
    if (item.undo) undos.delete(item.undo)
    dispatch(dismiss(item.id))
  }, [dispatch, item])
  const undo = useCallback(() => {
    if (item.undo) undos.get(item.undo)?.()
    close()
  }, [close, item])
  useEffect(() => {
    const timer = setTimeout(close, item.undo ? UNDO_STAYS_MS : STAYS_MS)
    const onKey = (event: KeyboardEvent) => {
      if (
        item.undo &&
        event.key.toLowerCase() === 'z' &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey &&
        !isTyping(event)
      )
        undo()
    }
    window.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKey)
    }
  }, [close, item, undo])
  const Icon = ICON[item.tone]
  return (
    <li className={css.toast}>
      <Icon aria-hidden className="text-18 rigid" />
      <span className={`grow ${css.text}`}>{item.text}</span>
      {item.undo && (
        <button type="button" onClick={undo} className={`${css.button} ${css.undo}`}>
          {say('Undo ')}
          <Kbd dark>Z</Kbd>
        </button>
      )}
      <button
        type="button"
        onClick={close}
        aria-label={say('Close this notice')}
        className={`${css.button} ${css.close}`}
      >
        <Close className="text-16" />
      </button>
    </li>
  )
}

export function Toasts() {
  const list = useAppSelector((state) => state.toasts)
  if (list.length === 0) return null
  return (
    <section aria-label={say('Notices')} className={`no-print ${css.toasts}`}>
      <ul className="grid gap-8">
        {list.map((item) => (
          <One key={item.id} item={item} />
        ))}
      </ul>
    </section>
  )
}

// The inputs of one action, in a dialog whose button names the deed.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useId, useState, type FormEvent } from 'react'
import type { Problem } from '../net/client'
import type { ActionView } from '../core/types.gen'
import { FieldInput } from './fields/FieldInput'
import { spanOf, type Links } from './fields/shape'
import { defaultsOf, useRecord, type Check } from './record'
import { role } from '../theme/themes'
import { Kbd } from '../ui/Kbd'

/** For what cannot be undone: its sentence, the button's words, and a text to type where even that is not enough. */
export interface Confirm {
  text: string
  button?: string
  type?: string
}

interface Props {
  action: ActionView
  danger: boolean
  problem: Problem | null
  pending?: boolean
  known?: Links
  confirm?: Confirm
  start?: Record<string, unknown>
  /** What the core finds wrong with the inputs. */
  check: Check
  onRun: (inputs: Record<string, unknown>) => void
  onClose: () => void
}

export function ActionBox({ action, danger, problem, pending, known, confirm, start, check, onRun, onClose }: Props) {
  const id = useId()
  const phone = useMediaQuery('(max-width: 599.95px)')
  const form = useRecord({ fields: action.inputs, start: { ...defaultsOf(action.inputs), ...start }, check })
  const [typed, setTyped] = useState('')
  const { refuse } = form
  useEffect(() => {
    if (problem && problem.errors.length > 0) refuse(problem.errors)
  }, [problem, refuse])
  const unlocked = !confirm?.type || typed.trim() === confirm.type
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const inputs = form.submit()
    if (inputs && unlocked && !pending) onRun(inputs)
  }
  const paths = new Set(action.inputs.map((input) => input.key))
  const loose =
    problem && !problem.errors.some((issue) => paths.has(issue.path.replace(/^inputs\./, '').split('.')[0] ?? ''))
      ? problem.detail
      : null
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      fullWidth
      fullScreen={phone}
      maxWidth={action.inputs.length > 3 ? 'sm' : 'xs'}
    >
      <form
        ref={form.root}
        onSubmit={submit}
        noValidate
        onKeyDown={(event) => {
          if (event.ctrlKey && event.key === 'Enter') {
            event.preventDefault()
            submit()
          }
        }}
        style={{ padding: 20, display: 'grid', gap: 16 }}
      >
        <div>
          <h2 id={id} style={{ fontSize: 16, lineHeight: '24px', fontWeight: 600 }}>
            {action.label}
          </h2>
          {confirm && <p style={{ color: role.ink2, marginTop: 4 }}>{confirm.text}</p>}
        </div>
        {loose && (
          <p
            role="alert"
            style={{
              padding: '8px 12px',
              borderRadius: 6,
              background: role.dangerTint,
              color: role.danger,
              fontSize: 13,
            }}
          >
            {loose}
          </p>
        )}
        {action.inputs.length > 0 && (
          <div className="fields">
            {action.inputs.map((input, at) => (
              <div key={input.key} className={input.kind === 'note' ? 'span-all' : spanOf(input)}>
                <FieldInput field={input} {...form.at(input.key)} form={form} known={known} autoFocus={at === 0} />
              </div>
            ))}
          </div>
        )}
        {confirm?.type && (
          <div>
            <label
              htmlFor={`${id}-type`}
              style={{ display: 'block', fontSize: 12, fontWeight: 500, color: role.ink2, marginBottom: 4 }}
            >
              Type {confirm.type}
            </label>
            <input
              id={`${id}-type`}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              style={{
                width: '100%',
                height: 36,
                padding: '0 10px',
                borderRadius: 6,
                border: `1px solid ${role.control}`,
                background: role.paper,
              }}
            />
          </div>
        )}
        <div className="deed" style={{ display: 'flex', gap: 8 }}>
          <Button
            type="submit"
            variant="contained"
            color={danger ? 'error' : 'primary'}
            aria-disabled={!unlocked}
            aria-busy={pending}
          >
            {pending ? 'Saving' : (confirm?.button ?? action.label)}
            <span className="keys">
              <Kbd on="fill">Ctrl</Kbd>
              <Kbd on="fill">Enter</Kbd>
            </span>
          </Button>
          <Button onClick={onClose} autoFocus={!!confirm && action.inputs.length === 0}>
            Back
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

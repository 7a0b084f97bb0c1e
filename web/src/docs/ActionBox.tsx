// The inputs of one action, in a dialog whose button names the deed.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useId, useState, type FormEvent, type ReactNode } from 'react'
import type { Links } from '../core/records'
import type { Problem } from '../net/client'
import type { ActionView, FieldDef } from '../core/types.gen'
import { FieldInput } from './fields/FieldInput'
import { spanOf } from './fields/shape'
import { defaultsOf, useRecord, type Check, type RecordForm } from './record'
import { useBackCloses } from '../ui/back'
import { isCtrlEnter } from '../ui/ctrlEnter'
import { useHeld } from '../ui/held'
import { Kbd } from '../ui/Kbd'
import { WhatItMeans } from '../ui/WhatItMeans'
import { say } from '../words/say'

/** For what cannot be undone: its sentence, the button's words, and a text to type where even that is not enough. */
export interface Confirm {
  text: string
  button?: string
  type?: string
}

/** What draws an input in place of the field's own; nothing where the field's own does. */
export type DrawInput = (field: FieldDef, form: RecordForm) => ReactNode

interface Props {
  action: ActionView
  danger: boolean
  problem: Problem | null
  pending?: boolean
  known?: Links
  confirm?: Confirm
  /** What it is taken of, where the page does not say so. */
  of?: string
  start?: Record<string, unknown>
  draw?: DrawInput
  /** What the core finds wrong with the inputs. */
  check: Check
  onRun: (inputs: Record<string, unknown>) => void
  /** With what was typed, for when it is opened again. */
  onClose: (typed: Record<string, unknown>) => void
}

/** As long as the second of two presses may come late. */
const SOON_MS = 1000

export function ActionBox({
  action,
  danger,
  problem,
  pending,
  known,
  confirm,
  of,
  start,
  draw,
  check,
  onRun,
  onClose,
}: Props) {
  const id = useId()
  const phone = useMediaQuery('(max-width: 599.95px)')
  const form = useRecord({ fields: action.inputs, start: { ...defaultsOf(action.inputs), ...start }, check })
  const [typed, setTyped] = useState('')
  const [opened] = useState(() => performance.now())
  const close = () => onClose(form.record)
  useBackCloses(close)
  const still = useHeld(!!pending)
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
      onClose={(event, reason) => {
        // A second press on the button that opened it meets what lies behind the box.
        const soon = (event as Event).timeStamp - opened < SOON_MS
        if (reason !== 'backdropClick' || !soon) close()
      }}
      aria-labelledby={id}
      fullWidth
      fullScreen={phone}
      maxWidth={action.inputs.some((input) => draw?.(input, form)) ? 'md' : action.inputs.length > 3 ? 'sm' : 'xs'}
    >
      <form
        ref={form.root}
        onSubmit={submit}
        noValidate
        onKeyDown={(event) => {
          if (isCtrlEnter(event)) {
            event.preventDefault()
            // Held down, the keys that opened the box would decide it.
            if (!event.repeat) submit()
          }
        }}
        className="p-20 grid gap-16"
      >
        <div>
          <h2 id={id} className="heading">
            {action.label}
          </h2>
          {of && <p className="mt-4">{of}</p>}
          {confirm && <p className="muted mt-4">{confirm.text}</p>}
        </div>
        {loose && (
          <p role="alert" className="alert">
            {loose}
          </p>
        )}
        {problem && (
          <p className="text-13">
            <WhatItMeans problem={problem} aside />
          </p>
        )}
        {action.inputs.length > 0 && (
          <div className="fields" {...still}>
            {action.inputs.map((input, at) => {
              const drawn = draw?.(input, form)
              return (
                <div key={input.key} className={drawn || input.kind === 'note' ? 'span-all' : spanOf(input)}>
                  {drawn ?? (
                    <FieldInput field={input} {...form.at(input.key)} form={form} known={known} autoFocus={at === 0} />
                  )}
                </div>
              )
            })}
          </div>
        )}
        {confirm?.type && (
          <div>
            <label htmlFor={`${id}-type`} className="block text-12 medium muted mb-4">
              {say('Type {type}', { type: confirm.type })}
            </label>
            <input
              id={`${id}-type`}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              className="text-field"
            />
          </div>
        )}
        <div className="deed flex gap-8">
          <Button
            type="submit"
            variant="contained"
            color={danger ? 'error' : 'primary'}
            aria-disabled={!unlocked}
            aria-busy={pending}
          >
            {pending ? say('Saving') : (confirm?.button ?? action.label)}
            <span className="keys">
              <Kbd on="fill">Ctrl</Kbd>
              <Kbd on="fill">Enter</Kbd>
            </span>
          </Button>
          <Button onClick={close} autoFocus={!!confirm && action.inputs.length === 0}>
            {say('Back')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

// One role's rights to one type of document: a reach for each verb, or as declared.
import type { AccessRole, AccessType, Verb } from '../../core/types.gen'
import Close from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import NativeSelect from '@mui/material/NativeSelect'
import { useId, useState } from 'react'
import { useHeld } from '../../ui/held'
import { useToast } from '../../ui/Toasts'
import { REACH, VERB, useRole, withRow, type Cell } from './access'
import css from './CellEditor.module.css'
import { say } from '../../words/say'

interface Props {
  role: AccessRole
  type: AccessType
  verbs: Verb[]
  onClose: () => void
}

export function CellEditor({ role, type, verbs, onClose }: Props) {
  const title = useId()
  const toast = useToast()
  const { keep, pending, problem } = useRole(role)
  // What was chosen here is laid over what the role has by now: another may change it meanwhile.
  const [chosen, setChosen] = useState<Cell>({})
  const cell: Cell = { ...role.cells[type.key], ...chosen }
  const still = useHeld(pending)
  const own = role.departs.includes(type.key)
  const locked = role.id === 'ADMIN' ? 'ADMIN' : null
  const save = async (next: Cell | null) => {
    if (await keep(withRow(role.record, type.key, next))) {
      toast(
        next
          ? say('{name}: rights to {noun} changed', { name: role.name, noun: type.plural.toLowerCase() })
          : say('{name}: {noun} reset to the default', {
              name: role.name,
              noun: type.plural.toLowerCase(),
            }),
      )
      onClose()
    }
  }
  const set = (verb: Verb, reach: string) => setChosen((was) => ({ ...was, [verb]: reach || undefined }))
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': title,
          className: css.paper,
        },
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save(stated(cell))
        }}
        className={css.form}
      >
        <header className={css.head}>
          <h2 id={title} className="heading">
            {role.name}: {type.plural.toLowerCase()}
          </h2>
          <span className="grow" />
          <IconButton onClick={onClose} aria-label={say('Close')}>
            <Close />
          </IconButton>
        </header>
        <div className="grow scroll p-20" {...still}>
          <p className={css.note}>
            {own
              ? say('This role has custom rights here.')
              : say('This role has the default rights here. What you set replaces them.')}
          </p>
          {(type.verbs ?? verbs)
            .filter((verb) => verb !== 'approve' || type.steps)
            .map((verb) => (
              <label key={verb} className={css.verb}>
                <span>{VERB[verb].word}</span>
                <NativeSelect
                  value={cell[verb] ?? ''}
                  onChange={(event) => set(verb, event.target.value)}
                  disableUnderline
                >
                  <option value="">{say('No')}</option>
                  {type.reaches.map((reach) => (
                    <option key={reach} value={reach}>
                      {capital(REACH[reach])}
                    </option>
                  ))}
                </NativeSelect>
              </label>
            ))}
          {problem && (
            <div role="alert" className="danger mt-12">
              {problem.errors.length
                ? problem.errors.map((issue) => (
                    <p key={issue.path + issue.message} className={css.issue}>
                      {issue.message}
                    </p>
                  ))
                : problem.detail}
            </div>
          )}
        </div>
        <footer className={css.foot}>
          <Button type="submit" variant="contained" color="primary" aria-busy={pending}>
            {pending ? say('Saving') : say('Save rights')}
          </Button>
          {own && <Button onClick={() => void save(null)}>{say('Reset to default')}</Button>}
          <Button onClick={onClose}>{say('Cancel')}</Button>
        </footer>
        {locked && (
          <p className={css.fine}>
            {say('The administrator’s rights to roles, menus, employees and settings cannot be taken away.')}
          </p>
        )}
      </form>
    </Drawer>
  )
}

/** The verbs that reach somewhere. */
const stated = (cell: Cell): Cell => Object.fromEntries(Object.entries(cell).filter(([, reach]) => reach))

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

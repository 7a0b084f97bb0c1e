// A card in full: everything of it is changed where it stands, each change a step of its own.
import AttachFile from '@mui/icons-material/AttachFile'
import Close from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId, useMemo, useRef, useState } from 'react'
import type { RecordValue } from '../../../core/records'
import { useTyped } from '../../../sync/drafts'
import { addFile, fileOf } from '../../../sync/files'
import { useUser } from '../../../sync/store'
import { classes } from '../../../theme/classes'
import { useLatest } from '../../../ui/useLatest'
import { useBackCloses } from '../../../ui/back'
import { moment } from '../../../ui/format'
import { AboutDoc, AboutInput } from '../../../kit/AboutDoc'
import { MentionField, Mentioning, mentionsIn } from '../../../kit/MentionField'
import type { Step } from '../../../kit/said'
import type { Card, CardFile } from './columns'
import { labels } from './labels'
import css from './board.module.css'
import { say } from '../../../words/say'

interface Props {
  board: string
  card: Card
  list: string
  /** Those who may be on the card. */
  people: { id: string; name: string }[]
  names: Record<string, string>
  keeps: boolean
  act: (step: Step, onRefused?: (message: string) => void) => Promise<boolean>
  onClose: () => void
}

/** A change of some fields, and the same fields as they stood. */
const edit = (card: Card, fields: string[], to: RecordValue, was: RecordValue, said: string): Step => ({
  action: 'edit_card',
  inputs: { card: card.id, fields, ...to },
  said,
  back: { action: 'edit_card', inputs: { card: card.id, fields, ...was } },
})

export function CardDialog({ board, card, list, people, names, keeps, act, onClose }: Props) {
  const id = useId()
  const begin = useMemo(() => ({ title: card.title, description: card.description }), [card.title, card.description])
  const draft = `board:${board}:words:${card.id}`
  const typed = useTyped(draft, begin, say('card {title}', { title: card.title }))
  const close = () => {
    typed.drop()
    onClose()
  }
  useBackCloses(close)
  const about = (value: Card['about']) => ({ about_type: value?.type ?? null, about_id: value?.id ?? null })
  return (
    <Dialog open onClose={close} aria-labelledby={id} maxWidth="sm" fullWidth>
      <div className={css.dialog}>
        <div className="row gap-8">
          <h2 id={id} className="heading grow break">
            {card.title}
          </h2>
          <IconButton aria-label={say('Close the card')} onClick={close}>
            <Close />
          </IconButton>
        </div>
        <p className="muted text-13">{say('In {list}', { list })}</p>
        <Words
          label={say('Title')}
          value={card.title}
          text={typed.value.title}
          onText={(title) => typed.set({ title })}
          max={200}
          fixed={!keeps}
          onSave={async (title, refused) => {
            const sent = { title: typed.value.title }
            const to = edit(card, ['title'], { title }, { title: card.title }, say('Title changed'))
            if (await act(to, refused)) typed.drop(sent)
          }}
        />
        <Words
          label={say('Description')}
          value={card.description}
          text={typed.value.description}
          onText={(description) => typed.set({ description })}
          max={4000}
          lines
          fixed={!keeps}
          onSave={async (description, refused) => {
            const sent = { description: typed.value.description }
            const to = edit(
              card,
              ['description'],
              { description: description || null },
              { description: card.description || null },
              say('Description changed'),
            )
            if (await act(to, refused)) typed.drop(sent)
          }}
        />
        <Chosen
          label={say('Labels')}
          value={card.labels}
          options={labels().map(({ id: key, title }) => ({ id: key, name: title }))}
          fixed={!keeps}
          onChange={(next) =>
            void act(edit(card, ['labels'], { labels: next }, { labels: card.labels }, say('Labels changed')))
          }
        />
        <Chosen
          label={say('Members')}
          value={card.members}
          options={people}
          fixed={!keeps}
          onChange={(next) =>
            void act(edit(card, ['members'], { members: next }, { members: card.members }, say('Members changed')))
          }
        />
        <section aria-label={say('Document')}>
          <h3 className="subheading mb-6">{say('Document')}</h3>
          {keeps ? (
            <AboutInput
              value={card.about}
              onChange={(next) =>
                void act(edit(card, ['about'], about(next), about(card.about), next ? say('Linked') : say('Unlinked')))
              }
            />
          ) : card.about ? (
            <AboutDoc about={card.about} />
          ) : (
            <p className="muted text-13">{say('None')}</p>
          )}
        </section>
        <Files card={card} keeps={keeps} act={act} />
        <Comments board={board} card={card} people={people} names={names} keeps={keeps} act={act} />
        {keeps && (
          <div>
            <Button
              color="error"
              variant="text"
              onClick={() => {
                void act({
                  action: 'delete_card',
                  inputs: { card: card.id },
                  said: say('{title} deleted', { title: card.title }),
                  back: { action: 'restore', inputs: { id: card.id } },
                })
                close()
              }}
            >
              {say('Delete the card')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** A text that is saved when one leaves it or presses Enter. What was refused stays as it was typed. */
function Words({
  label,
  value,
  text,
  onText,
  max,
  lines,
  fixed,
  onSave,
}: {
  label: string
  /** As it is saved, and as it was typed over that. */
  value: string
  text: string
  onText: (text: string) => void
  max: number
  lines?: boolean
  fixed: boolean
  onSave: (text: string, refused: (message: string) => void) => Promise<void>
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const save = () => {
    setProblem(null)
    if (text.trim() !== value) void onSave(text.trim(), setProblem)
  }
  return (
    <TextField
      label={label}
      value={text}
      multiline={lines}
      minRows={lines ? 2 : undefined}
      maxRows={lines ? 10 : undefined}
      error={!!problem}
      helperText={problem}
      onChange={(event) => onText(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (!lines && event.key === 'Enter') save()
      }}
      slotProps={{ htmlInput: { maxLength: max, readOnly: fixed } }}
    />
  )
}

function Chosen({
  label,
  value,
  options,
  fixed,
  onChange,
}: {
  label: string
  value: string[]
  options: { id: string; name: string }[]
  fixed: boolean
  onChange: (value: string[]) => void
}) {
  const name = (id: string) => options.find((one) => one.id === id)?.name ?? id
  return (
    <TextField
      select
      label={label}
      value={value}
      disabled={fixed}
      onChange={(event) => onChange(event.target.value as unknown as string[])}
      slotProps={{
        select: { multiple: true, renderValue: (all) => (all as string[]).map(name).join(', ') },
      }}
    >
      {options.map((one) => (
        <MenuItem key={one.id} value={one.id}>
          {one.name}
        </MenuItem>
      ))}
    </TextField>
  )
}

const kb = (size: number) => say('{max} kB', { max: Math.max(1, Math.round(size / 1024)) })

function Files({ card, keeps, act }: Pick<Props, 'card' | 'keeps' | 'act'>) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const change = (files: CardFile[], said: string) =>
    act(edit(card, ['attachments'], { attachments: files }, { attachments: card.files }, said), setProblem)
  const attach = useLatest(
    (one: CardFile) => void change([...card.files, one], say('{name} attached', { name: one.name })),
  )
  const add = async (file: File | undefined) => {
    if (!file) return
    setProblem(null)
    const added = await addFile(file)
    if ('refused' in added) return setProblem(added.refused)
    const one = { name: added.name, size: kb(file.size), url: `/api/files/${added.id}`, file: added.id }
    attach(one)
  }
  return (
    <section aria-label={say('Attachments')}>
      <h3 className="subheading mb-6">{say('Attachments')}</h3>
      {card.files.map((one) => (
        <div key={`${one.url}${one.name}`} className="row gap-8">
          <FileLink file={one} />
          {one.size && <span className="muted text-12 rigid">{one.size}</span>}
          <span className="grow" />
          {keeps && (
            <IconButton
              size="small"
              aria-label={say('Remove {name}', { name: one.name })}
              onClick={() =>
                void change(
                  card.files.filter((other) => other !== one),
                  say('{name} removed', { name: one.name }),
                )
              }
            >
              <Close className="text-16" />
            </IconButton>
          )}
        </div>
      ))}
      {keeps && (
        <Button size="small" variant="text" startIcon={<AttachFile />} onClick={() => input.current?.click()}>
          {say('Attach a file')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={say('File to attach')}
        onChange={(event) => {
          void add(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {problem && (
        <p role="alert" className="danger text-13">
          {problem}
        </p>
      )}
    </section>
  )
}

/** One's own files are fetched with the session; an address elsewhere is a link and never a picture. */
function FileLink({ file }: { file: CardFile }) {
  if (!file.file)
    return (
      <a href={file.url} target="_blank" rel="noopener noreferrer" className="break">
        {file.name}
      </a>
    )
  const save = async () => {
    const bytes = await fileOf(file.file!)
    if (!bytes) return
    const url = URL.createObjectURL(bytes)
    const link = document.createElement('a')
    link.href = url
    link.download = file.name
    link.click()
    setTimeout(() => URL.revokeObjectURL(url))
  }
  return (
    <Button size="small" variant="text" className="break" onClick={() => void save()}>
      {file.name}
    </Button>
  )
}

const NOTHING = { text: '' }

function Comments({ board, card, people, names, keeps, act }: Omit<Props, 'list' | 'onClose'>) {
  const own = useUser().id
  const title = say('comment on {title}', { title: card.title })
  const typed = useTyped(`board:${board}:comment:${card.id}`, NOTHING, title)
  const [problem, setProblem] = useState<string | null>(null)
  const post = async () => {
    const words = typed.value.text.trim()
    if (!words) return
    typed.drop()
    setProblem(null)
    const mentions = mentionsIn(words, people)
    const inputs = { card: card.id, text: words, ...(mentions.length > 0 ? { mentions } : {}) }
    const taken = await act({ action: 'comment_card', inputs }, setProblem)
    if (!taken) typed.set((now) => ({ text: now.text || words }))
  }
  return (
    <section aria-label={say('Comments')}>
      <h3 className="subheading mb-6">{say('Comments')}</h3>
      {card.comments.map((one) => (
        <div key={one.id} className={css.comment}>
          <div className="row gap-8 text-12">
            <strong>{names[one.uid] ?? one.uid}</strong>
            <span className="muted">{moment(one.at)}</span>
            <span className="grow" />
            {keeps && one.uid === own && (
              <Button
                size="small"
                variant="text"
                onClick={() =>
                  void act({
                    action: 'remove_comment',
                    inputs: { card: card.id, comment_id: one.id },
                    said: say('Comment deleted'),
                    back: { action: 'comment_card', inputs: { card: card.id, text: one.text } },
                  })
                }
              >
                {say('Delete')}
              </Button>
            )}
          </div>
          <p className={css.words}>
            <Mentioning text={one.text} people={people} />
          </p>
        </div>
      ))}
      {keeps && (
        <form
          className={classes('grid gap-6', card.comments.length > 0 && 'mt-8')}
          onSubmit={(event) => {
            event.preventDefault()
            void post()
          }}
        >
          <MentionField
            label={say('Comment')}
            placeholder={say('Write a comment, @ for a member')}
            value={typed.value.text}
            onChange={(text) => typed.set({ text })}
            people={people}
            max={2_000}
            maxRows={6}
          />
          {problem && (
            <p role="alert" className="danger text-13">
              {problem}
            </p>
          )}
          <div>
            <Button size="small" type="submit">
              {say('Comment')}
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}

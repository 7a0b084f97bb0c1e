// A board's record as its page reads it: every list and card with all that it may have.
import type { DocView } from '../../../core/records'

export interface CardFile {
  name: string
  size?: string
  url: string
  file?: string
}

export interface Comment {
  id: string
  uid: string
  text: string
  at: number
}

export interface Card {
  id: string
  title: string
  description: string
  cover: string | null
  members: string[]
  labels: string[]
  files: CardFile[]
  comments: Comment[]
  about: { type: string; id: string } | null
}

export interface Column {
  id: string
  title: string
  cards: Card[]
}

type Lists = NonNullable<DocView<'board'>['record']['lists']>
type Sent = NonNullable<Lists[number]['cards']>[number]

/** A card that did not change is the same object as before, so that it is not drawn again. */
const read = new WeakMap<object, Card>()

function cardOf(sent: Sent, before: Map<string, { text: string; card: Card }>): Card {
  const known = read.get(sent)
  if (known) return known
  const text = JSON.stringify(sent)
  const id = sent.card_id ?? ''
  const same = before.get(id)
  const card: Card =
    same?.text === text
      ? same.card
      : {
          id,
          title: sent.title ?? '',
          description: sent.description ?? '',
          cover: sent.cover_image ?? null,
          members: (sent.members ?? []).filter((one) => one !== undefined),
          labels: (sent.labels ?? []).filter((one) => one !== undefined),
          files: (sent.attachments ?? []).map((one) => ({
            name: one.name ?? '',
            size: one.size,
            url: one.url ?? '',
            file: one.file,
          })),
          comments: (sent.comments ?? []).map((one) => ({
            id: one.comment_id ?? '',
            uid: one.uid ?? '',
            text: one.text ?? '',
            at: one.at ?? 0,
          })),
          about: sent.about_type && sent.about_id ? { type: sent.about_type, id: sent.about_id } : null,
        }
  before.set(id, { text, card })
  read.set(sent, card)
  return card
}

/** Reads the lists of one board, however often it changes. */
export function columnReader() {
  const before = new Map<string, { text: string; card: Card }>()
  return (doc: DocView<'board'>): Column[] =>
    (doc.record.lists ?? []).map((list) => ({
      id: list.list_id ?? '',
      title: list.title ?? '',
      cards: (list.cards ?? []).map((card) => cardOf(card, before)),
    }))
}

/** The lists with a card at another place, as they are shown while it is lifted. */
export function placed(columns: Column[], card: string, to: string, end: number): Column[] {
  const found = columns.flatMap(({ cards }) => cards).find(({ id }) => id === card)
  if (!found) return columns
  return columns.map((column) => {
    const had = column.cards.some(({ id }) => id === card)
    if (!had && column.id !== to) return column
    const cards = column.cards.filter(({ id }) => id !== card)
    if (column.id === to) cards.splice(end, 0, found)
    return { ...column, cards }
  })
}

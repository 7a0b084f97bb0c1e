// What colleagues wrote that was not read yet, for every button that opens the chat.
import { useTalks } from '../../sync/chat'
import { pieces } from '../../ui/format'
import { say } from '../../words/say'

export function useUnread() {
  const { data } = useTalks()
  const unread = (data ?? []).reduce((sum, one) => sum + one.unread, 0)
  const label = unread > 0 ? say('Chat, {value} unread', { value: pieces(unread) }) : say('Chat')
  return { unread, label }
}

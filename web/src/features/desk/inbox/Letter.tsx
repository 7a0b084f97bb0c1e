// A message: from whom, to whom, its text as the core wrote it anew, its attachments, and an answer to it.
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import MarkEmailUnreadOutlined from '@mui/icons-material/MarkEmailUnreadOutlined'
import Reply from '@mui/icons-material/Reply'
import Button from '@mui/material/Button'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { openFile } from '../../../docs/fields/FileInput'
import NotFound from '../../../docs/NotFound'
import { paths } from '../../../docs/paths'
import { Card, LinkButton } from '../../../kit/parts'
import { send } from '../../../net/client'
import { useAct, useDoc } from '../../../sync/docs'
import { moment } from '../../../ui/format'
import { Page } from '../../../ui/Page'
import { Failed, Skeletons } from '../../../ui/states'
import { useToast } from '../../../ui/Toasts'
import css from './Inbox.module.css'
import { say } from '../../../words/say'

const CRUMBS = [{ name: say('Inbox'), path: paths.list('inbox_message') }]
const AGAIN = /^re:\s/i

export default function Letter() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const notify = useToast()
  const { data: doc, error, refetch } = useDoc('inbox_message', id)
  const act = useAct('inbox_message', id)
  const opened = useRef('')
  const { run } = act
  useEffect(() => {
    if (!doc || opened.current === id) return
    opened.current = id
    if (!doc.record.read) void run('read', doc.version)
  }, [doc, id, run])
  if (error?.status === 404) return <NotFound />
  if (!doc)
    return (
      <Page title={say('Message')} crumbs={CRUMBS}>
        <div className="card">
          {error ? <Failed problem={error} what={say('The message')} onRetry={() => void refetch()} /> : <Skeletons />}
        </div>
      </Page>
    )
  const { record, links } = doc
  const sent = record.folder === 'sent'
  const to =
    (record.to_person && links.employee?.[record.to_person]) || (record.to_role && links.role?.[record.to_role])
  const subject = record.subject ?? ''
  const answer = record.sender && {
    to_person: record.sender,
    subject: AGAIN.test(subject) ? subject : say('Re: {subject}', { subject }),
  }
  const unread = async () => {
    if (await act.run('unread', doc.version)) void navigate(paths.list('inbox_message'))
  }
  const remove = async () => {
    const query = new URLSearchParams({ command_id: crypto.randomUUID(), version: String(doc.version) })
    const gone = await send({ url: `/api/docs/inbox_message/${id}?${query.toString()}`, method: 'DELETE' })
    if ('error' in gone) return notify(gone.error.detail, { tone: 'danger' })
    notify(say('Message deleted'))
    void navigate(paths.list('inbox_message'))
  }
  return (
    <Page
      title={subject || say('Message')}
      crumbs={CRUMBS}
      actions={
        <>
          {!sent && answer && (
            <Button
              variant="contained"
              color="primary"
              startIcon={<Reply />}
              component={Link}
              to={paths.add('inbox_message', answer)}
            >
              {say('Reply')}
            </Button>
          )}
          {!sent && (
            <Button startIcon={<MarkEmailUnreadOutlined />} onClick={() => void unread()}>
              {say('Mark as unread')}
            </Button>
          )}
          <Button startIcon={<DeleteOutlined />} onClick={() => void remove()}>
            {say('Delete')}
          </Button>
        </>
      }
    >
      <div className="narrow-page">
        <Card label={say('Message')}>
          <p className="row wrap between text-13">
            <span>
              <span className="muted">{say('From ')}</span>
              <strong className="bold">{record.sender_name}</strong>
              {to && (
                <>
                  <span className="muted">{say(' to ')}</span>
                  <strong className="bold">{to}</strong>
                </>
              )}
            </span>
            <span className="num muted">{typeof record.sent_at === 'number' ? moment(record.sent_at) : ''}</span>
          </p>
          {/* The core keeps nothing of a text but a few plain tags (docs/desk/html.rs). */}
          <div data-own className={css.text} dangerouslySetInnerHTML={{ __html: record.message ?? '' }} />
          {(record.files?.length ?? 0) > 0 && (
            <section aria-label={say('Attachments')} className="mt-12">
              <h2 className="subheading mb-8">{say('Attachments')}</h2>
              <ul className="row wrap gap-12">
                {record.files!.map((file, at) => (
                  <li key={file}>
                    <LinkButton onClick={() => void openFile(file)}>{say('File {at}', { at: at + 1 })}</LinkButton>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </Card>
      </div>
    </Page>
  )
}

// Whether the history is complete and unaltered, worked out here from its chain of hashes.
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState, type ReactNode } from 'react'
import { moment, pieces } from '../../ui/format'
import { Failed } from '../../ui/states'
import type { JournalHead } from '../../net/answers.gen'
import { useProof, type Proof } from './audit'
import { classes } from '../../theme/classes'
import css from './ProofCard.module.css'
import { say } from '../../words/say'

const HASH = /^[0-9a-f]{64}$/

export function ProofCard({ head }: { head: JournalHead }) {
  const { proof, run } = useProof()
  const [noted, setNoted] = useState('')
  const typed = noted.trim().toLowerCase()
  const wrong = typed !== '' && !HASH.test(typed)
  return (
    <section className="card p-16 grid gap-12" aria-label={say('Proof')}>
      <p className={css.explanation}>
        {say(
          'Every entry names the hash of the one before it. This browser follows the chain from the first ' +
            'entry and works each hash out itself. Note the last one down somewhere else: an older copy, or ' +
            'a history that was rewritten, does not have it.',
        )}
      </p>
      <div className="flex gap-12 wrap items-start">
        <TextField
          size="small"
          label={say('A hash that you noted earlier')}
          value={noted}
          onChange={(event) => setNoted(event.target.value)}
          error={wrong}
          helperText={wrong ? say('A hash is 64 digits from 0 to 9 and a to f') : undefined}
          className={css.hash}
          slotProps={{ htmlInput: { spellCheck: false, maxLength: 80 } }}
        />
        <Button
          variant="contained"
          color="primary"
          disabled={wrong || proof.state === 'running'}
          onClick={() => void run(head.seq, typed)}
        >
          {say('Check the whole history')}
        </Button>
      </div>
      <div role="status" aria-label={say('Outcome')} className={proof.state === 'none' ? css.tucked : undefined}>
        <Outcome proof={proof} onRetry={() => void run(head.seq, typed)} />
      </div>
    </section>
  )
}

function Outcome({ proof, onRetry }: { proof: Proof; onRetry: () => void }) {
  if (proof.state === 'none') return null
  if (proof.state === 'failed') return <Failed problem={proof.problem} what={say('The history')} onRetry={onRetry} />
  const { chain, head } = proof
  if (proof.state === 'running') {
    return (
      <div className="grid gap-6 text-13 muted">
        <progress aria-label={say('Entries followed')} value={chain.seq} max={head} className="full" />
        <span className="num">{say('{seq} of {head} entries', { seq: pieces(chain.seq), head: pieces(head) })}</span>
      </div>
    )
  }
  if (chain.wrong !== null) {
    return (
      <Verdict good={false} title={say('This history is not complete and unaltered')}>
        {say('{wrong}. Keep the data directory as it is, run {code} on it, and compare with the last backup.', {
          wrong: chain.wrong,
          code: <code>{'godown verify'}</code>,
        })}
      </Verdict>
    )
  }
  if (chain.asked !== null && chain.found === null) {
    return (
      <Verdict good={false} title={say('No entry has the hash that you noted')}>
        {say('The chain holds together, but this is an older copy, or it was rewritten. Compare with the last backup.')}
      </Verdict>
    )
  }
  return (
    <Verdict good title={say('This history is complete and unaltered')}>
      {say('Entries 1 to {seq}, the last of {time}. {found}{told}The last hash is ', {
        seq: <span className="num">{pieces(chain.seq)}</span>,
        time: moment(chain.time),
        found: chain.found !== null && (
          <>
            {say('The hash that you noted is that of entry {found}.', {
              found: <span className="num">{pieces(chain.found)}</span>,
            })}{' '}
          </>
        ),
        told: chain.told > 0 && (
          <>
            {say(
              'Up to entry {told} an earlier program kept them without titles: their hashes are as the server ' +
                'tells them, and {code} checks them.',
              { told: <span className="num">{pieces(chain.told)}</span>, code: <code>{'godown verify'}</code> },
            )}{' '}
          </>
        ),
      })}
      <code className="break">{chain.hash}</code>
    </Verdict>
  )
}

function Verdict({ good, title, children }: { good: boolean; title: string; children: ReactNode }) {
  const Icon = good ? CheckCircleOutlined : ErrorOutlined
  return (
    <div className={classes(css.outcome, good && css.good)}>
      <Icon aria-hidden className={classes('rigid', good ? 'ok' : 'danger')} />
      <div className="min-0">
        <strong className={good ? 'ok' : 'danger'}>{title}</strong>
        <p>{children}</p>
      </div>
    </div>
  )
}

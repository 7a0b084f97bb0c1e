// The drawing beside the sign-in form: a roof truss, pipes and sections on the floor of a godown.
import { Logo } from '../../ui/Logo'
import css from './session.module.css'
import { say } from '../../words/say'

const LINES = ['#3a4a7a', '#47589a', '#313e68']

function pipes() {
  const rows = [6, 7, 6, 7]
  return rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, at) => ({
      x: (count === 6 ? 92 : 60) + at * 64,
      y: 641 + row * 57,
      ink: LINES[(at * 2 + row * 3) % 3]!,
    })),
  )
}

function tubes() {
  return Array.from({ length: 12 }, (_, at) => ({
    x: 512 + (at % 3) * 37,
    y: 691 + Math.floor(at / 3) * 39,
    ink: LINES[(at * 5) % 3]!,
  }))
}

function truss() {
  const posts = [0.125, 0.34, 0.56, 0.78]
  return [
    ...posts.map((share) => [320 * share, 448 - 162 * share]),
    [320, 286],
    ...posts.map((share) => [640 - 320 * share, 448 - 162 * share]),
  ] as [number, number][]
}

export function SignInPicture() {
  return (
    <section aria-label="Godown" className={css.scene}>
      <svg viewBox="0 0 640 900" preserveAspectRatio="xMidYMax slice" aria-hidden className={css.roof} fill="none">
        <path d="M-20 466 320 294l340 172" stroke="#3a4a7a" strokeWidth="9" />
        <path d="M-20 506 320 334l340 172" stroke="#313e68" strokeWidth="4" />
        {truss().map(([x, y]) => (
          <path key={x} d={`M${x} ${y + 8}v38`} stroke="#313e68" strokeWidth="4" />
        ))}
        {pipes().map(({ x, y, ink }) => (
          <circle key={`${x}-${y}`} cx={x} cy={y} r="26.5" stroke={ink} strokeWidth="6" />
        ))}
        {tubes().map(({ x, y, ink }) => (
          <rect key={`${x}-${y}`} x={x} y={y} width="33" height="33" rx="5" stroke={ink} strokeWidth="5" />
        ))}
        <rect x="-20" y="845" width="680" height="80" fill="#1a2038" />
        <path d="M-20 845.5h680" stroke="#ffaf38" strokeWidth="3" />
      </svg>
      <div className={css.picture}>
        <div className={css.pictureBrand}>
          <Logo size={36} />
          {say('Godown')}
        </div>
        <p className={css.claim}>{say('Every order, batch and rupee, where you can see it.')}</p>
      </div>
    </section>
  )
}

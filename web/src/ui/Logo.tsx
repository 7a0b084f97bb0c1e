import css from './Logo.module.css' // The mark of the product: a godown with goods in it.
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 36 36" aria-hidden className="rigid">
      <rect width="36" height="36" rx="8" fill="#1976d2" />
      <path d="M7 15.5 18 9l11 6.5V26a1 1 0 0 1-1 1h-3v-9H11v9H8a1 1 0 0 1-1-1z" fill="#fff" />
      <path d="M13 20h10v2.2H13zM13 24h10v2.2H13z" fill="#ffaf38" />
    </svg>
  )
}

/** The line drawing of the empty states. */
export function GodownDrawing({ width = 112 }: { width?: number }) {
  return (
    <svg width={width} viewBox="0 0 112 62" fill="none" aria-hidden className={css.drawing}>
      <path
        d="M4 29 56 4l52 25M14 31v26h84V31"
        stroke="var(--line-strong)"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <path d="M40 57V39h32v18" stroke="var(--link)" strokeWidth="2.5" strokeLinejoin="round" />
    </svg>
  )
}

// How many, over the corner of an icon.

export function Badge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span
      aria-hidden
      className="num"
      style={{
        position: 'absolute',
        top: 1,
        right: 0,
        minWidth: 17,
        height: 17,
        padding: '0 4px',
        borderRadius: 9,
        background: '#c3222e',
        color: '#fff',
        fontSize: 11,
        lineHeight: '17px',
        fontWeight: 600,
      }}
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}

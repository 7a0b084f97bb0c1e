// A person's picture, fetched with the token of whoever looks; the initials where there is none.
import { useEffect, useState } from 'react'
import { token } from '../../net/token'
import { initials } from '../../ui/words'
import { role } from '../../theme/themes'

export function Photo({ file, name, size }: { file: string | null; name: string; size: number }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    setUrl(null)
    if (!file) return
    let made = ''
    let here = true
    void fetch(`/api/files/${file}`, { headers: { authorization: `Bearer ${token.get() ?? ''}` } }).then(
      async (answer) => {
        if (!answer.ok || !here) return
        made = URL.createObjectURL(await answer.blob())
        setUrl(made)
      },
      () => undefined,
    )
    return () => {
      here = false
      if (made) URL.revokeObjectURL(made)
    }
  }, [file])
  const shape = { width: size, height: size, borderRadius: size / 2, flex: 'none' } as const
  if (url) return <img src={url} alt="" style={{ ...shape, objectFit: 'cover' }} />
  return (
    <span
      aria-hidden
      style={{
        ...shape,
        display: 'grid',
        placeItems: 'center',
        background: role.fill,
        color: role.onFill,
        fontSize: size * 0.38,
        fontWeight: 600,
      }}
    >
      {initials(name)}
    </span>
  )
}

// A person's picture, fetched with the token of whoever looks; the initials where there is none.
import { useEffect, useState } from 'react'
import { token } from '../../net/token'
import { initials } from '../../ui/words'
import css from './Photo.module.css'

export function Photo({ file, name, size }: { file: string | null; name: string; size: number }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    setUrl(null)
    if (!file) return
    let made = ''
    let here = true
    void fetch(`/api/files/${file}`, {
      headers: { authorization: `Bearer ${token.get() ?? ''}` },
    }).then(
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
  if (url) return <img src={url} alt="" className={css.photo} style={{ width: size, height: size }} />
  return (
    <span
      aria-hidden
      className={`${css.photo} ${css.initials}`}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
    >
      {initials(name)}
    </span>
  )
}

// A file that somebody drops or picks, read by the server: what it says, or what is wrong with it.
import { useState } from 'react'
import type { Problem } from '../net/client'
import { say } from '../words/say'

export function useFileRead<T>(ask: (file: File) => Promise<{ data: T } | { error: Problem }>) {
  const [read, setRead] = useState<T | null>(null)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [reading, setReading] = useState(false)
  const take = async (file: File) => {
    setName(file.name)
    setReading(true)
    const answer = await ask(file)
    setReading(false)
    setProblem('error' in answer ? answer.error : null)
    setRead('error' in answer ? null : answer.data)
  }
  /** What the picker of the file shows. */
  const picker = {
    chosen: name !== '',
    button: reading ? say('Reading') : name ? say('Select another file') : say('Select a file'),
    busy: reading,
    onFile: (file: File) => void take(file),
  }
  return { read, name, problem, picker }
}

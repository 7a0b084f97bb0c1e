import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const web = process.cwd()
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** The lines that the linter's own rule refuses. */
async function refused(...body: string[]): Promise<string[]> {
  const head = `export function Form({ files, values, onChange, setValues, upload, latest }) {\n`
  await writeFile(join(folder, 'Form.jsx'), `${head}${body.join('\n')}\n}\n`)
  await writeFile(
    join(folder, 'lint.json'),
    JSON.stringify({
      jsPlugins: [join(web, 'scripts', 'lint', 'typing.js')],
      categories: { correctness: 'off' },
      rules: { 'godown/typing-stays': 'error' },
    }),
  )
  const linted = promisify(execFile)(
    process.execPath,
    [join(web, 'node_modules', 'oxlint', 'bin', 'oxlint'), '-f', 'json', '-c', join(folder, 'lint.json'), folder],
    { cwd: folder },
  ).catch((error: { stdout: string }) => error)
  const { diagnostics } = JSON.parse((await linted).stdout) as {
    diagnostics: { labels: { span: { line: number } }[] }[]
  }
  const at = diagnostics.map(({ labels }) => labels[0]!.span.line - 2).sort((a, b) => a - b)
  return at.map((line) => body[line]!.trim())
}

describe('the linter', () => {
  it('finds what is written back after an await as it stood before', async () => {
    const wrong = [
      'onChange([...files, id])',
      'setValues({ ...values, id })',
      'onChange(files.filter((one) => one !== id))',
      'setValues(next)',
    ]
    expect(
      await refused(
        'return async (file) => {',
        'const id = await upload(file)',
        ...wrong.slice(0, 3),
        'const next = { ...values, id }',
        wrong[3]!,
        '}',
      ),
    ).toEqual(wrong)
  })
  it('finds it in what is called later, and in the next round of a loop', async () => {
    const wrong = ['upload(1).then((id) => onChange([...files, id]))', 'setValues({ ...values, one })']
    expect(
      await refused(
        'return async (all) => {',
        wrong[0]!,
        'for (const one of all) {',
        wrong[1]!,
        'await upload(one)',
        '}',
        '}',
      ),
    ).toEqual(wrong)
  })
  it('finds what begins anew with each version of a document', async () => {
    const wrong = 'return <Editor key={`${values.id}:${values.version}`} />'
    expect(await refused('if (files) return <Editor key={values.id} />', wrong)).toEqual([wrong])
  })
  it('finds what begins anew with what stands in a document', async () => {
    const wrong = 'return <Editor key={JSON.stringify(values.cells)} />'
    expect(await refused(wrong)).toEqual([wrong])
  })
  it('lets a change be made of what stands by then', async () => {
    expect(
      await refused(
        'return async (file, rows) => {',
        'setValues({ ...values, file })',
        'const id = await upload(file)',
        'onChange((now) => [...now, id])',
        'setValues({ ...latest.current, id })',
        'onChange([...rows, id])',
        'await upload({ ...values, id })',
        '}',
      ),
    ).toEqual([])
  })
})

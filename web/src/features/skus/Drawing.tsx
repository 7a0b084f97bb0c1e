// The section card: the drawing to scale with the weight in it, and the formula under it.
import type { Built, Kit } from '../../core/types.gen'
import Functions from '@mui/icons-material/Functions'
import { kg, metres } from '../../ui/format'
import { Card } from '../../kit/parts'
import { numberOf, type Texts } from './kit'
import { Section, fit, scaleWords, shapeOf } from './Section'
import css from './Drawing.module.css'
import { say } from '../../words/say'

const SIZES = ['OD', 'A', 'B', 'D', 'H', 'W', 'L', 'THK']

export function weightWords(built: Built): { weight: string; piece: string } {
  const { g_per_m, theo_g_per_pc, length_mm } = built
  if (theo_g_per_pc === null) return { weight: '', piece: '' }
  if (g_per_m === null || length_mm === null)
    return { weight: say('{theo_g_per_pc} kg', { theo_g_per_pc: kg(theo_g_per_pc) }), piece: say('a piece') }
  return {
    weight: say('{g_per_m} kg/m', { g_per_m: kg(g_per_m) }),
    piece: say('in a {length_mm} m piece {theo_g_per_pc} kg', {
      length_mm: metres(length_mm),
      theo_g_per_pc: kg(theo_g_per_pc),
    }),
  }
}

/** A formula as it is written on paper. */
export function onPaper(expression: string): string {
  return expression
    .replace(/\s*\*\s*/g, ' × ')
    .replace(/\s*\/\s*/g, ' ÷ ')
    .replace(/\s*-\s*/g, ' − ')
    .replace(/\bpi\b/gi, 'π')
}

export function Drawing({ kit, texts, built, lit }: { kit: Kit; texts: Texts; built: Built; lit: string | null }) {
  const sizes = Object.fromEntries(SIZES.map((code) => [code, numberOf(kit, texts, code)]))
  const shape = shapeOf(kit.section, sizes)
  const { weight, piece } = weightWords(built)
  const wrong = built.issues.find((issue) => issue.path === 'theo_g_per_pc')
  return (
    <Card
      title={say('Section')}
      aside={shape ? say('Drawn to scale {shape}', { shape: scaleWords(fit(shape)) }) : undefined}
      pad={0}
      className="stack"
    >
      <div className={css.section}>
        {shape ? (
          <Section shape={shape} sizes={sizes} lit={lit} weight={weight} piece={piece} />
        ) : (
          <div className="centered muted p-24">
            {weight && <div className={`num ${css.weight}`}>{weight}</div>}
            <div className="text-13">
              {weight
                ? piece
                : kit.section
                  ? say('Enter the sizes to see the section')
                  : say('Enter the properties to see the weight')}
            </div>
          </div>
        )}
      </div>
      <div className={css.formula}>
        <Functions aria-hidden className="text-18 muted" />
        {wrong ? (
          <span className="danger">{wrong.message}</span>
        ) : kit.formula ? (
          <span>{onPaper(kit.formula.expression)}</span>
        ) : (
          <span className="muted regular">{say('No formula is in force: enter the weight')}</span>
        )}
      </div>
    </Card>
  )
}

// The section card: the drawing to scale with the weight in it, and the formula under it.
import type { Built, Kit } from '../../core/types.gen'
import Functions from '@mui/icons-material/Functions'
import { role } from '../../theme/themes'
import { kg, metres } from '../../ui/format'
import { Card } from '../../kit/parts'
import { numberOf, type Texts } from './kit'
import { Section, fit, scaleWords, shapeOf } from './Section'

const SIZES = ['OD', 'A', 'B', 'D', 'H', 'W', 'L', 'THK']

export function weightWords(built: Built): { weight: string; piece: string } {
  const { g_per_m, theo_g_per_pc, length_mm } = built
  if (theo_g_per_pc === null) return { weight: '', piece: '' }
  if (g_per_m === null || length_mm === null) return { weight: `${kg(theo_g_per_pc)} kg`, piece: 'a piece' }
  return { weight: `${kg(g_per_m)} kg/m`, piece: `in a ${metres(length_mm)} m piece ${kg(theo_g_per_pc)} kg` }
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
      title="Section"
      aside={shape ? `Drawn to scale ${scaleWords(fit(shape))}` : undefined}
      pad={0}
      style={{ display: 'flex', flexDirection: 'column' }}
    >
      <div style={{ minHeight: 250, display: 'grid', alignItems: 'center' }}>
        {shape ? (
          <Section shape={shape} sizes={sizes} lit={lit} weight={weight} piece={piece} />
        ) : (
          <div style={{ textAlign: 'center', color: role.ink2, padding: 24 }}>
            {weight && (
              <div className="num" style={{ fontSize: 26, fontWeight: 650, color: role.ink }}>
                {weight}
              </div>
            )}
            <div style={{ fontSize: 13 }}>
              {weight
                ? piece
                : kit.section
                  ? 'Enter the sizes to see the section'
                  : 'Enter the properties to see the weight'}
            </div>
          </div>
        )}
      </div>
      <div
        style={{
          display: 'flex',
          gap: 8,
          alignItems: 'center',
          borderTop: `1px solid ${role.line}`,
          padding: '10px 16px',
          fontSize: 13,
          fontWeight: 550,
        }}
      >
        <Functions aria-hidden style={{ fontSize: 18, color: role.ink2 }} />
        {wrong ? (
          <span style={{ color: role.danger }}>{wrong.message}</span>
        ) : kit.formula ? (
          <span>{onPaper(kit.formula.expression)}</span>
        ) : (
          <span style={{ color: role.ink2, fontWeight: 400 }}>No formula is in force: enter the weight</span>
        )}
      </div>
    </Card>
  )
}

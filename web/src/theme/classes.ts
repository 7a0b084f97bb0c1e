/** The class names that apply, as one: `classes('row', css.choice, active && css.active)`. */
export function classes(...names: (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}

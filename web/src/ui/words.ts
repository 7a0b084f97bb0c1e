// Words as they stand inside a sentence.

/** 'Truck type' -> 'truck type', but SKU, GST and HSN stay as they are. */
export function lower(label: string): string {
  return label.replace(/\S+/g, (word) => (/[A-Z].*[A-Z]/.test(word) ? word : word.toLowerCase()))
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return ((words[0]?.[0] ?? '') + (words.length > 1 ? (words.at(-1)?.[0] ?? '') : '')).toUpperCase()
}

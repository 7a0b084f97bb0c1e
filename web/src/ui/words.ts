// Words as they stand inside a sentence.

/** 'Truck type' -> 'truck type', but SKU, GST and HSN stay as they are. */
export function lower(label: string): string {
  return label.replace(/\S+/g, (word) => (/[A-Z].*[A-Z]/.test(word) ? word : word.toLowerCase()))
}

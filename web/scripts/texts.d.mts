/** Every text that the files of a pattern give to `say` or `many`, each once. */
export function appTexts(files?: RegExp): string[]
/** Every refusal of the core and of the server. */
export function refusals(): string[]
/** Those of them that stand in files of the core or of the server; a folder stands for all of its files. */
export function refusalsIn(...places: string[]): string[]
/** The words of the declarations. */
export function declared(): string[]

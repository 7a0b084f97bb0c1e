/** Every text that the files of a pattern give to `say` or `many`, each once. */
export function appTexts(files?: RegExp): string[]
/** Every refusal of the core and of the server. */
export function refusals(): string[]
/** The words of the declarations. */
export function declared(): string[]

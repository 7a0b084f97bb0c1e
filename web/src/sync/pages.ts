// How much of a list comes at once, and by which address: said once, for the pages that ask and for what is fetched
// ahead so that they open without the server.

export const PHONE = '(max-width: 599.95px)'

/** Rows of a list: a phone shows few of them, and its network may be slow. */
export const LIST_STEP = { phone: 50, desk: 100 }
/** Every reason that a step may ask for. */
export const REASONS = 200
/** Batches of the stock. */
export const STOCK_STEP = { phone: 60, desk: 250 }

export const stockPageUrl = (query: string, limit: number, offset: number) =>
  `/api/stock?${query}&limit=${limit}&offset=${offset}`

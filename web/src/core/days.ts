// Days as the company counts them.

/** The company's time zone: every date is a date there, wherever the browser stands. */
export const ZONE = 'Asia/Kolkata'
const CIVIL = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, year: 'numeric', month: '2-digit', day: '2-digit' })

export const isoDay = (ms: number) => CIVIL.format(ms)
export const today = () => isoDay(Date.now())

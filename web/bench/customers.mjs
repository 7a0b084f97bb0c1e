// Files of customers for the benches of the app.

/** Firms each with a GSTIN, a PAN and a mobile of its own. */
export function customers(rows) {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const check = (body) => {
    const sum = [...body].reduce((all, char, at) => {
      const value = digits.indexOf(char) * (at % 2 ? 2 : 1)
      return all + Math.floor(value / 36) + (value % 36)
    }, 0)
    return digits[(36 - (sum % 36)) % 36]
  }
  const letter = (n) => digits[10 + (n % 26)]
  const row = (n) => {
    const [third, fifth] = [letter(Math.floor(n / 10_000)), letter(Math.floor(n / 260_000))]
    const body = `27AA${third}P${fifth}${String(n % 10_000).padStart(4, '0')}Z1Z`
    const firm = `Firm ${n},Dealer,Regular,${body}${check(body)},A. Sharma,${8_000_000_000 + n}`
    return `${firm},${n} MG Road,Maharashtra,${411_001 + (n % 60)},CR30`
  }
  const head =
    'Firm name,Type,GST category,GSTIN,Contact person,Mobile,' +
    'Billing address: Address line 1,Billing address: State,Billing address: PIN code,Payment terms'
  return Buffer.from([head, ...Array.from({ length: rows }, (_, n) => row(n))].join('\n'))
}

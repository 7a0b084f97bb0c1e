// Names of roles as people say them.
export const ROLE_NAMES: Record<string, string> = {
  ADMIN: 'Administrator', SALES: 'Sales', BM: 'Branch manager', PCT: 'Preliminary credit', CREDIT: 'Credit manager', YARD: 'Yard',
  LOGI: 'Logistics', ACC: 'Accounts', PURCH: 'Purchase', AUDIT: 'Audit', SYS: 'the system',
}

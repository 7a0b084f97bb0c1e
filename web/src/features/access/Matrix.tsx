// Roles across, something down: the table that the rights and the menus are shown in.
import type { AccessRole } from '../../core/types.gen'
import Search from '@mui/icons-material/Search'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { role as ink } from '../../theme/themes'

export function SearchField({
  value,
  onChange,
  label,
}: {
  value: string
  onChange: (text: string) => void
  label: string
}) {
  return (
    <TextField
      size="small"
      className="search"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      placeholder={label}
      style={{ width: 280, maxWidth: '100%' }}
      slotProps={{
        htmlInput: { 'aria-label': label, type: 'search' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search style={{ fontSize: 18 }} />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

interface Row {
  key: string
  head: ReactNode
  section?: boolean
  cell: (role: AccessRole) => ReactNode
}

const edge = `1px solid ${ink.line}`

export function Matrix({
  label,
  first,
  roles,
  rows,
  under,
}: {
  label: string
  first: string
  roles: AccessRole[]
  rows: Row[]
  under?: (role: AccessRole) => ReactNode
}) {
  return (
    // Scrolled by keyboard too.
    <div
      className="card"
      tabIndex={0}
      role="region"
      aria-label={label}
      style={{ flex: 1, minHeight: 240, overflow: 'auto', padding: 0 }}
    >
      <table style={{ borderCollapse: 'separate', borderSpacing: 0, fontSize: 13, minWidth: '100%' }}>
        <thead>
          <tr>
            <th
              scope="col"
              style={{ ...HEAD, left: 0, zIndex: 3, textAlign: 'left', minWidth: 168, borderRight: edge }}
            >
              {first}
            </th>
            {roles.map((role) => (
              <th
                key={role.id}
                scope="col"
                style={{ ...HEAD, zIndex: 2, minWidth: 92, opacity: role.status === 'Active' ? 1 : 0.6 }}
              >
                <div style={{ fontWeight: 600 }}>{role.name}</div>
                {under?.(role)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th
                scope="row"
                colSpan={row.section ? roles.length + 1 : 1}
                style={{
                  position: 'sticky',
                  left: 0,
                  zIndex: 1,
                  background: row.section ? ink.sunk : ink.paper,
                  textAlign: 'left',
                  fontWeight: row.section ? 600 : 500,
                  padding: '0 12px',
                  height: row.section ? 32 : 38,
                  borderBottom: edge,
                  borderRight: row.section ? undefined : edge,
                  whiteSpace: 'nowrap',
                }}
              >
                {row.head}
              </th>
              {!row.section &&
                roles.map((role) => (
                  <td key={role.id} style={{ padding: 0, textAlign: 'center', borderBottom: edge }}>
                    {row.cell(role)}
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const HEAD = {
  position: 'sticky',
  top: 0,
  background: ink.sunk,
  padding: '8px 10px',
  borderBottom: `1px solid ${ink.lineStrong}`,
  fontSize: 12,
  verticalAlign: 'bottom',
  whiteSpace: 'nowrap',
} as const

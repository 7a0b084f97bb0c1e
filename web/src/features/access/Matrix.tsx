// Roles across, something down: the table that the rights and the menus are shown in.
import type { AccessRole } from '../../core/types.gen'
import Search from '@mui/icons-material/Search'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { classes } from '../../theme/classes'
import css from './Matrix.module.css'

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
      className={`search ${css.search}`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      placeholder={label}
      slotProps={{
        htmlInput: { 'aria-label': label, type: 'search' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search className="text-18" />
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
    <div className={`card ${css.matrix}`} tabIndex={0} role="region" aria-label={label}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col" className={`${css.head} ${css.firstHead}`}>
              {first}
            </th>
            {roles.map((role) => (
              <th
                key={role.id}
                scope="col"
                className={classes(css.head, css.roleHead, !(role.status === 'Active') && css.inactive)}
              >
                <div className="bold">{role.name}</div>
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
                className={classes(css.rowHead, row.section && css.sectionHead)}
              >
                {row.head}
              </th>
              {!row.section &&
                roles.map((role) => (
                  <td key={role.id} className="p-0 centered rule-below">
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

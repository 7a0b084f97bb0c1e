// The icon of a status, by the name that is declared for it.
import type { ComponentType } from 'react'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined'
import CancelOutlined from '@mui/icons-material/CancelOutlined'
import CircleOutlined from '@mui/icons-material/CircleOutlined'
import CreditCardOffOutlined from '@mui/icons-material/CreditCardOffOutlined'
import EditNote from '@mui/icons-material/EditNote'
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined'
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined'
import Pallet from '@mui/icons-material/Pallet'
import PauseCircleOutlineOutlined from '@mui/icons-material/PauseCircleOutlineOutlined'
import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined'
import RequestQuoteOutlined from '@mui/icons-material/RequestQuoteOutlined'
import SupervisorAccountOutlined from '@mui/icons-material/SupervisorAccountOutlined'
import TaskAlt from '@mui/icons-material/TaskAlt'
import type { StatusIcon as Name } from '../core/types.gen'
import { lookOf } from '../theme/status'

const ICONS: Record<Name, ComponentType<SvgIconProps>> = {
  draft: EditNote,
  people: SupervisorAccountOutlined,
  pause: PauseCircleOutlineOutlined,
  cross: CancelOutlined,
  check: FactCheckOutlined,
  building: AccountBalanceOutlined,
  card: CreditCardOffOutlined,
  pallet: Pallet,
  alert: ReportProblemOutlined,
  truck: LocalShippingOutlined,
  quote: RequestQuoteOutlined,
  done: TaskAlt,
  dot: CircleOutlined,
}

export function StatusIcon({ status, size = 15, color }: { status: string; size?: number; color?: string }) {
  const Icon = ICONS[lookOf(status).icon]
  return <Icon aria-hidden className="rigid" style={{ fontSize: size, color }} />
}

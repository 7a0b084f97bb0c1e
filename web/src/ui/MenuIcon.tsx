// The icons that a menu entry can name.
import type { ComponentType } from 'react'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined'
import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined'
import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined'
import BadgeOutlined from '@mui/icons-material/BadgeOutlined'
import BarChart from '@mui/icons-material/BarChart'
import BusinessOutlined from '@mui/icons-material/BusinessOutlined'
import CategoryOutlined from '@mui/icons-material/CategoryOutlined'
import Dashboard from '@mui/icons-material/Dashboard'
import EventNoteOutlined from '@mui/icons-material/EventNoteOutlined'
import GroupOutlined from '@mui/icons-material/GroupOutlined'
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined'
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined'
import MapOutlined from '@mui/icons-material/MapOutlined'
import MoveToInboxOutlined from '@mui/icons-material/MoveToInboxOutlined'
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined'
import PrecisionManufacturingOutlined from '@mui/icons-material/PrecisionManufacturingOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import ShoppingCartOutlined from '@mui/icons-material/ShoppingCartOutlined'
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined'
import SwapHoriz from '@mui/icons-material/SwapHoriz'
import Tune from '@mui/icons-material/Tune'
import WarehouseOutlined from '@mui/icons-material/WarehouseOutlined'

export const MENU_ICONS: Record<string, ComponentType<SvgIconProps>> = {
  dashboard: Dashboard,
  assignment: AssignmentOutlined,
  storefront: StorefrontOutlined,
  payments: PaymentsOutlined,
  receipt_long: ReceiptLongOutlined,
  receipt: ReceiptLongOutlined,
  account_balance: AccountBalanceOutlined,
  account_balance_wallet: AccountBalanceWalletOutlined,
  move_to_inbox: MoveToInboxOutlined,
  inventory_2: Inventory2Outlined,
  inventory: Inventory2Outlined,
  swap_horiz: SwapHoriz,
  precision_manufacturing: PrecisionManufacturingOutlined,
  local_shipping: LocalShippingOutlined,
  bar_chart: BarChart,
  tune: Tune,
  settings: SettingsOutlined,
  group: GroupOutlined,
  people: GroupOutlined,
  badge: BadgeOutlined,
  category: CategoryOutlined,
  map: MapOutlined,
  place: MapOutlined,
  warehouse: WarehouseOutlined,
  business: BusinessOutlined,
  shopping_cart: ShoppingCartOutlined,
  event_note: EventNoteOutlined,
}

export function MenuIcon({ name, size = 20 }: { name: string; size?: number }) {
  const Icon = MENU_ICONS[name] ?? ArticleOutlined
  return <Icon aria-hidden className="rigid" style={{ fontSize: size }} />
}

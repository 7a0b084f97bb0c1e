// The looks of a status: icon, ink and fill. A status has the same words, icon and fill wherever it is shown.
// Statuses of the other workflows reuse these inks and fills; an unknown status is shown plainly, never hidden.
import { contrast, mix } from './contrast'
import type { Roles } from './themes'

/** dashed = not sent, tint = in progress, edge = needs an answer, line = refused, solid = finished */
export type Fill = 'dashed' | 'tint' | 'edge' | 'line' | 'solid'

export type StatusIcon =
  | 'draft'
  | 'people'
  | 'pause'
  | 'cancel'
  | 'check'
  | 'bank'
  | 'card'
  | 'pallet'
  | 'concern'
  | 'truck'
  | 'quote'
  | 'done'
  | 'dot'

export interface StatusLook {
  icon: StatusIcon
  light: string
  dark: string
  fill: Fill
  waitsFor: string
}

const grey = { light: '#5b6478', dark: '#adb7ce' }
const blue = { light: '#1259b0', dark: '#85baff' }
const green = { light: '#1b7a43', dark: '#78ce92' }
const red = { light: '#c3222e', dark: '#fb9892' }
const amber = { light: '#8a5a00', dark: '#e1ad66' }
const magenta = { light: '#8e2a9b', dark: '#dc9de4' }

export const ORDER_STATUSES = [
  'Draft',
  'BM Approval Pending',
  'Hold order from BM',
  'Rejected By BM',
  'Preliminary Credit Team',
  'Credit Approval Pending',
  'Rejected From Credit Team',
  'Waiting for Loading',
  'Raise Concern From Yard',
  'Order Loaded',
  'Raise Concern By Account',
  'Order Completed',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const ORDER_LOOKS: Record<OrderStatus, StatusLook> = {
  Draft: { icon: 'draft', ...grey, fill: 'dashed', waitsFor: 'author' },
  'BM Approval Pending': { icon: 'people', ...blue, fill: 'tint', waitsFor: 'BM' },
  'Hold order from BM': { icon: 'pause', ...amber, fill: 'edge', waitsFor: 'BM, till date' },
  'Rejected By BM': { icon: 'cancel', ...red, fill: 'line', waitsFor: 'SALES' },
  'Preliminary Credit Team': { icon: 'check', light: '#5a3fc0', dark: '#b1acff', fill: 'tint', waitsFor: 'PCT' },
  'Credit Approval Pending': { icon: 'bank', ...magenta, fill: 'tint', waitsFor: 'CREDIT' },
  'Rejected From Credit Team': { icon: 'card', light: '#9b1b52', dark: '#f696b3', fill: 'line', waitsFor: 'SALES' },
  'Waiting for Loading': { icon: 'pallet', light: '#0b6e7f', dark: '#73c6d8', fill: 'tint', waitsFor: 'YARD' },
  'Raise Concern From Yard': { icon: 'concern', light: '#b8440b', dark: '#f89c7b', fill: 'edge', waitsFor: 'BM' },
  'Order Loaded': { icon: 'truck', light: '#3f6b12', dark: '#99c877', fill: 'tint', waitsFor: 'ACC' },
  'Raise Concern By Account': {
    icon: 'quote',
    light: '#8b4a2b',
    dark: '#eda382',
    fill: 'edge',
    waitsFor: 'BM, YARD or SALES',
  },
  'Order Completed': { icon: 'done', ...green, fill: 'solid', waitsFor: 'nobody' },
}

export const STATUS: Record<string, StatusLook> = {
  ...ORDER_LOOKS,
  Active: { icon: 'done', ...green, fill: 'tint', waitsFor: 'nobody' },
  Inactive: { icon: 'pause', ...grey, fill: 'line', waitsFor: 'nobody' },
  'Pending Approval': { icon: 'people', ...blue, fill: 'tint', waitsFor: 'BM' },
  Approved: { icon: 'done', ...green, fill: 'solid', waitsFor: 'nobody' },
  Rejected: { icon: 'cancel', ...red, fill: 'line', waitsFor: 'author' },
  Blocked: { icon: 'card', ...red, fill: 'edge', waitsFor: 'CREDIT' },
  Posted: { icon: 'done', ...green, fill: 'solid', waitsFor: 'nobody' },
  Confirmed: { icon: 'done', ...green, fill: 'solid', waitsFor: 'nobody' },
  Completed: { icon: 'done', ...green, fill: 'solid', waitsFor: 'nobody' },
  Consumed: { icon: 'done', ...green, fill: 'solid', waitsFor: 'nobody' },
  Cancelled: { icon: 'cancel', ...red, fill: 'line', waitsFor: 'nobody' },
  Open: { icon: 'dot', ...blue, fill: 'tint', waitsFor: 'nobody' },
  Closed: { icon: 'done', ...grey, fill: 'solid', waitsFor: 'nobody' },
  Loading: { icon: 'pallet', light: '#0b6e7f', dark: '#73c6d8', fill: 'tint', waitsFor: 'YARD' },
  Loaded: { icon: 'truck', light: '#3f6b12', dark: '#99c877', fill: 'tint', waitsFor: 'ACC' },
  Invoiced: { icon: 'done', ...green, fill: 'solid', waitsFor: 'nobody' },
}

const PLAIN: StatusLook = { icon: 'dot', ...grey, fill: 'tint', waitsFor: '' }

export function lookOf(status: string): StatusLook {
  return STATUS[status] ?? PLAIN
}

export function tintOf(ink: string, roles: Pick<Roles, 'paper' | 'tintShare'>): string {
  return mix(ink, roles.paper, roles.tintShare)
}

export function inkOn(fill: string): string {
  return contrast('#ffffff', fill) >= 4.5 ? '#ffffff' : '#1a2038'
}

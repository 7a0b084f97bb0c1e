// The looks of a status: icon, ink and fill. A status has the same words, icon and fill wherever it is shown.
// Statuses of the other workflows reuse these inks and fills. One that a newer server knows is shown plainly.
import type { OrderStatus, Statuses } from '../core/types.gen'
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
}

const grey = { light: '#5b6478', dark: '#adb7ce' }
const blue = { light: '#1259b0', dark: '#85baff' }
const green = { light: '#1b7a43', dark: '#78ce92' }
const red = { light: '#c3222e', dark: '#fb9892' }
const amber = { light: '#8a5a00', dark: '#e1ad66' }
const magenta = { light: '#8e2a9b', dark: '#dc9de4' }

export const ORDER_LOOKS: Record<OrderStatus, StatusLook> = {
  Draft: { icon: 'draft', ...grey, fill: 'dashed' },
  'BM Approval Pending': { icon: 'people', ...blue, fill: 'tint' },
  'Hold order from BM': { icon: 'pause', ...amber, fill: 'edge' },
  'Rejected By BM': { icon: 'cancel', ...red, fill: 'line' },
  'Preliminary Credit Team': { icon: 'check', light: '#5a3fc0', dark: '#b1acff', fill: 'tint' },
  'Credit Approval Pending': { icon: 'bank', ...magenta, fill: 'tint' },
  'Rejected From Credit Team': { icon: 'card', light: '#9b1b52', dark: '#f696b3', fill: 'line' },
  'Waiting for Loading': { icon: 'pallet', light: '#0b6e7f', dark: '#73c6d8', fill: 'tint' },
  'Raise Concern From Yard': { icon: 'concern', light: '#b8440b', dark: '#f89c7b', fill: 'edge' },
  'Order Loaded': { icon: 'truck', light: '#3f6b12', dark: '#99c877', fill: 'tint' },
  'Raise Concern By Account': {
    icon: 'quote',
    light: '#8b4a2b',
    dark: '#eda382',
    fill: 'edge',
  },
  'Order Completed': { icon: 'done', ...green, fill: 'solid' },
}

export type Status = Statuses[keyof Statuses]

export const STATUS: Record<Status, StatusLook> = {
  ...ORDER_LOOKS,
  Active: { icon: 'done', ...green, fill: 'tint' },
  Inactive: { icon: 'pause', ...grey, fill: 'line' },
  'Pending Approval': { icon: 'people', ...blue, fill: 'tint' },
  Approved: { icon: 'done', ...green, fill: 'solid' },
  Rejected: { icon: 'cancel', ...red, fill: 'line' },
  Blocked: { icon: 'card', ...red, fill: 'edge' },
  'On Hold': { icon: 'pause', ...amber, fill: 'edge' },
  Held: { icon: 'pause', ...amber, fill: 'edge' },
  Released: { icon: 'done', ...grey, fill: 'solid' },
  Expired: { icon: 'cancel', ...grey, fill: 'line' },
  Planned: { icon: 'draft', ...grey, fill: 'dashed' },
  Open: { icon: 'dot', ...blue, fill: 'tint' },
  Closed: { icon: 'done', ...grey, fill: 'solid' },
  Consumed: { icon: 'done', ...green, fill: 'solid' },
  Posted: { icon: 'done', ...green, fill: 'solid' },
  Confirmed: { icon: 'done', ...green, fill: 'solid' },
  Cancelled: { icon: 'cancel', ...red, fill: 'line' },
  Reversed: { icon: 'cancel', ...red, fill: 'line' },
  Unread: { icon: 'dot', ...blue, fill: 'tint' },
  Read: { icon: 'check', ...grey, fill: 'line' },
  Queued: { icon: 'dot', ...grey, fill: 'dashed' },
  Sent: { icon: 'done', ...green, fill: 'solid' },
  Failed: { icon: 'concern', ...red, fill: 'edge' },
  Discarded: { icon: 'cancel', ...grey, fill: 'line' },
}

const PLAIN: StatusLook = { icon: 'dot', ...grey, fill: 'tint' }

export function lookOf(status: string): StatusLook {
  return (STATUS as Record<string, StatusLook>)[status] ?? PLAIN
}

export function tintOf(ink: string, roles: Pick<Roles, 'paper' | 'tintShare'>): string {
  return mix(ink, roles.paper, roles.tintShare)
}

export function inkOn(fill: string): string {
  return contrast('#ffffff', fill) >= 4.5 ? '#ffffff' : '#1a2038'
}

// Who replaces which of the generic three pages of a document type. A type that is not named keeps them all.
// The pages are loaded when they are opened: { vehicle: { view: lazy(() => import('../features/fleet/VehicleView')) } }
import type { ComponentType } from 'react'
import type { DocDef } from '../core/types.gen'

/** `notice`: why the page is not the one that was asked for. */
export interface DocPageProps { def: DocDef; id?: string; notice?: string }
export interface Slots { list?: ComponentType<DocPageProps>; form?: ComponentType<DocPageProps>; view?: ComponentType<DocPageProps> }

export const OVERRIDES: Record<string, Slots> = {}

// The tour of a person's first day: whose role it is for, and how far they are. Kept on this device: a reload goes
// on with it.
import { observable, useObservable } from '../net/observable'

export interface TourState {
  /** Whose it is: of two people at one device each has their own. */
  person: string
  /** Null while it is only offered. */
  role: string | null
  at: number
}

const KEY = 'godown.tour'

function stored(): TourState | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as TourState | null
  } catch {
    return null
  }
}

const tour = observable<TourState | null>(stored())

function put(next: TourState | null) {
  tour.set(next)
  if (next) localStorage.setItem(KEY, JSON.stringify(next))
  else localStorage.removeItem(KEY)
}

/** To somebody who comes in for the first time. */
export const offerTour = (person: string) => put({ person, role: null, at: 0 })

export const startTour = (person: string, role: string) => put({ person, role, at: 0 })

export function goInTour(at: number) {
  const now = tour.get()
  if (now) put({ ...now, at })
}

export const endTour = () => put(null)

/** The tour of a person, if they are on one. */
export function useTour(person: string): TourState | null {
  const now = useObservable(tour)
  return now?.person === person ? now : null
}

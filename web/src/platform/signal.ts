/**
 * A value that notifies its listeners of changes; React components subscribe with `useSignal`, or with `useSignalPart` if
 * they show only a part of a value that changes often.
 */
import { useSyncExternalStore } from 'react'

export interface Signal<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createSignal<T>(initial: T): Signal<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useSignal = <T>(signal: Signal<T>): T => useSyncExternalStore(signal.subscribe, signal.get)

/** Returns a part of the value, which must be the same object as long as it has not changed. */
export const useSignalPart = <T, Part>(signal: Signal<T>, select: (value: T) => Part): Part =>
  useSyncExternalStore(signal.subscribe, () => select(signal.get()))

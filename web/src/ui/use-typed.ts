/** State of a field whose value is applied after a pause in typing. */
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Milliseconds without typing after which a value is applied. */
const usualPauseMs = 300

export interface Typed<Value> {
  /** Value that the field shows. */
  readonly value: Value
  /** Shows a value, and applies it after the pause. */
  readonly type: (value: Value) => void
  /** Shows and applies a value at once. */
  readonly put: (value: Value) => void
}

/**
 * The field shows what is typed at once: input methods for Japanese or Chinese lose their text if a field shows it later.
 * When the applied value changes by other means than typing, such as a link or the back button, the field follows it.
 */
export function useTyped<Value extends string | number>(
  applied: Value,
  apply: (value: Value) => void,
  pauseMs = usualPauseMs,
): Typed<Value> {
  const [value, setValue] = useState(applied)
  const [known, setKnown] = useState(applied)
  // What the field applied last; the user may have typed more since then.
  const [given, setGiven] = useState(String(applied))
  if (known !== applied) {
    setKnown(applied)
    if (given !== String(applied)) {
      setGiven(String(applied))
      setValue(applied)
    }
  }
  const give = (next: Value): void => {
    setGiven(String(next).trim())
    apply(next)
  }
  const later = useDebouncedCallback(give, pauseMs)
  return {
    value,
    type: (next) => {
      setValue(next)
      later(next)
    },
    put: (next) => {
      later.cancel()
      setValue(next)
      give(next)
    },
  }
}

/** As `useTyped`, for text that is applied without spaces around it. */
export const useTypedText = (
  applied: string,
  apply: (text: string) => void,
  pauseMs?: number,
): Typed<string> => useTyped(applied, (text) => apply(text.trim()), pauseMs)

/** Returns a function that runs an action on what was typed: at once, or as soon as it is applied. */
export function useWhenApplied(isApplied: boolean, act: () => void): () => void {
  const isAsked = useRef(false)
  const run = useEffectEvent(() => {
    if (isAsked.current) act()
    isAsked.current = false
  })
  useEffect(() => {
    if (isApplied) run()
  }, [isApplied])
  return () => {
    if (isApplied) act()
    else isAsked.current = true
  }
}

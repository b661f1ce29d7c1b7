/** A boolean setting that is stored in this browser. */
import { useState } from 'react'

export function useKeptFlag(name: string): readonly [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => localStorage.getItem(name) === 'yes')
  const keep = (next: boolean): void => {
    localStorage.setItem(name, next ? 'yes' : 'no')
    setValue(next)
  }
  return [value, keep]
}

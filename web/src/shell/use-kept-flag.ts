/** A boolean setting that is stored in this browser. */
import { useState } from 'react'
import { nameHere } from '../platform/api/base-path.ts'

export function useKeptFlag(flag: string): readonly [boolean, (value: boolean) => void] {
  const name = nameHere(flag)
  const [value, setValue] = useState(() => localStorage.getItem(name) === 'yes')
  const keep = (next: boolean): void => {
    localStorage.setItem(name, next ? 'yes' : 'no')
    setValue(next)
  }
  return [value, keep]
}

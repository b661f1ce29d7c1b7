/** Names of keys as on the keyboards of the user's language: `Ctrl+Z`, `Strg+Z`, `⌘+Z`. */
import i18next from 'i18next'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

const named = ['ctrl', 'shift', 'enter', 'esc', 'del', 'home', 'end', 'pageUp', 'pageDown'] as const

/** Returns the name of a key; `mod` is Ctrl, or Command on a Mac. Keys without a name keep theirs. */
export function keyName(key: string): string {
  if (key === 'mod' && isMac) return '⌘'
  const wanted = key === 'mod' ? 'ctrl' : key
  const known = named.find((one) => one === wanted)
  return known === undefined ? key : i18next.t(`common:key.${known}`)
}

/** Returns the name of a combination such as `mod+shift+D`. */
export const keyNames = (combination: string): string => combination.split('+').map(keyName).join('+')

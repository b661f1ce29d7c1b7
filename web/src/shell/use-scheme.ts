/** The color scheme, and its choice by the user. */
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { changeMe } from '../platform/api/me.ts'
import { toastError } from '../ui/toasts.ts'

export interface SchemeChoice {
  readonly scheme: MantineColorScheme
  readonly choose: (scheme: MantineColorScheme) => void
}

export function useScheme(): SchemeChoice {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return {
    scheme: colorScheme,
    choose: (scheme) => {
      setColorScheme(scheme)
      // The scheme is applied here immediately; storing it applies it to other browsers, and keeps it.
      changeMe({ preferences: { scheme } }).catch(toastError)
    },
  }
}

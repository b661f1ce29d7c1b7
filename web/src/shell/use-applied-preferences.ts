/** Applies the preferences of the user to the page: density, and the color scheme if one is saved. */
import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useMe } from '../platform/api/me.ts'

export function useAppliedPreferences(): void {
  const { density, scheme } = useMe().preferences
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
  const applyScheme = useEffectEvent((wanted: typeof scheme) => {
    // The choice in this browser remains, unless the user has saved a scheme for all browsers.
    if (wanted !== 'auto' && wanted !== colorScheme) setColorScheme(wanted)
  })
  useEffect(() => applyScheme(scheme), [scheme])
}

/** Makes the page look as its user prefers: density, and the colours once chosen for good. */
import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useMe } from '../api/me.ts'

export function useAppliedPreferences(): void {
  const { density, scheme } = useMe().preferences
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
  const applyScheme = useEffectEvent((wanted: typeof scheme) => {
    // What was chosen in this browser stays, unless the user has chosen for all of them.
    if (wanted !== 'auto' && wanted !== colorScheme) setColorScheme(wanted)
  })
  useEffect(() => applyScheme(scheme), [scheme])
}

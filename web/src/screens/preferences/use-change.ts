/** Saves a preference when it is changed, and reports errors. */
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changeMe, type MeChange } from '../../platform/api/me.ts'
import type { Preferences } from '../../platform/api/preferences.ts'
import { announce } from '../../ui/live-region.tsx'
import { toastError } from '../../ui/toasts.ts'

export function useChange(): {
  readonly change: (change: MeChange) => void
  readonly prefer: (preferences: Partial<Preferences>) => void
} {
  const { t } = useTranslation('preferences')
  const { mutate } = useMutation({
    mutationFn: changeMe,
    // Runs sequentially, so that the last choice is stored.
    scope: { id: 'preferences' },
    onSuccess: () => announce(t('saved')),
    onError: (error) => toastError(error, t('notSaved')),
  })
  return { change: (given) => mutate(given), prefer: (preferences) => mutate({ preferences }) }
}

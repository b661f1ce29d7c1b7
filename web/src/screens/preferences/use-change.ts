/** Keeps a preference as soon as it is chosen, and says what has failed. */
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changeMe, type MeChange } from '../../api/me.ts'
import type { Preferences } from '../../api/preferences.ts'
import { announce } from '../../components/live-region.tsx'
import { toastError } from '../../components/toasts.ts'

export function useChange(): {
  readonly change: (change: MeChange) => void
  readonly prefer: (preferences: Partial<Preferences>) => void
} {
  const { t } = useTranslation('preferences')
  const { mutate } = useMutation({
    mutationFn: changeMe,
    // One after the other: the last choice counts.
    scope: { id: 'preferences' },
    onSuccess: () => announce(t('saved')),
    onError: (error) => toastError(error, t('notSaved')),
  })
  return { change: (given) => mutate(given), prefer: (preferences) => mutate({ preferences }) }
}

/** Changes the status of exceptions and reloads the displayed data. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ApiError, asApiError } from '../../platform/api/api-error.ts'
import { changeExceptions, type ExceptionChange } from '../../platform/api/exceptions.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { toastDone, toastError, toastWarning } from '../../ui/toasts.ts'

export interface ExceptionChanging {
  readonly busy: boolean
  readonly error: ApiError | undefined
  /**
   * Changes the status; does nothing while another change is being saved.
   * @param onDone called unless the plan has none of the exceptions any more
   */
  readonly change: (ids: readonly string[], change: ExceptionChange, onDone?: () => void) => void
}

interface Change {
  readonly ids: readonly string[]
  readonly change: ExceptionChange
}

export function useExceptionChange(): ExceptionChanging {
  const { t } = useTranslation('exceptions')
  const scenario = useScenario()
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ ids, change }: Change) => {
      let [changed, gone] = [0, 0]
      try {
        await changeExceptions(scenario.name, ids, change, (added, missing) => {
          changed += added
          gone += missing
        })
      } finally {
        // Of several requests, some may have succeeded before one failed.
        if (changed > 0) toastDone({ message: t('noted', { count: changed }) })
        if (gone > 0) toastWarning({ message: t('gone', { count: gone }) })
      }
      return changed
    },
    onError: (problem) => toastError(problem),
    onSettled: () => void client.invalidateQueries({ queryKey: ['exceptions', scenario.name] }),
  })
  return {
    busy: isPending,
    error: error === null ? undefined : asApiError(error),
    change: (ids, change, onDone) => {
      if (!isPending)
        mutate(
          { ids, change },
          {
            onSuccess: (changed) => {
              if (changed > 0) onDone?.()
            },
          },
        )
    },
  }
}

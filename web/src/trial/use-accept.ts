/**
 * Accepts a trial: stores its edits and its plan, refreshes the screen, and shows a notice with the stored changes. The
 * screen is locked meanwhile.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, asApiError } from '../platform/api/api-error.ts'
import { acceptTrial } from '../platform/api/plan-trials.ts'
import { refreshScenario } from '../platform/api/run-events.ts'
import { showUndoable } from '../undo/undo-later.ts'
import type { UndoTarget } from '../undo/undo-target.ts'
import { toastError } from '../ui/toasts.ts'
import { useScreenLock } from '../ui/use-screen-lock.ts'

export interface Accepting {
  readonly busy: boolean
  /** Error if nothing was stored. */
  readonly error: ApiError | undefined
  /** Resolves with whether the trial was stored. */
  readonly accept: (token: string) => Promise<boolean>
  readonly forget: () => void
}

/**
 * @param onUndoable called with what undoes an accepted trial, and again with `isUndone` after it was undone
 */
export function useAccept(
  scenario: string,
  onUndoable?: (target: UndoTarget | undefined, isUndone: boolean) => void,
): Accepting {
  const { t } = useTranslation('trial')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  useScreenLock(busy)
  const accept = async (token: string): Promise<boolean> => {
    setBusy(true)
    setError(undefined)
    try {
      const { changeset, orders } = await acceptTrial(scenario, token)
      const refresh = (): void => refreshScenario(client, scenario)
      const onUndone = (): void => {
        refresh()
        onUndoable?.(target, true)
      }
      const target: UndoTarget | undefined =
        changeset === null ? undefined : { scenario, changeset, onUndone }
      showUndoable(t('accept.stored', orders), target, t('accept.done'))
      onUndoable?.(target, false)
      refresh()
      return true
    } catch (problem) {
      setError(asApiError(problem))
      // The screen, or the dialog, may have been left meanwhile.
      if (!isShown.current) toastError(problem, t('accept.failed'))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, accept, forget: () => setError(undefined) }
}

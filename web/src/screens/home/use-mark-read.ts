/** Marks messages as read. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { markRead } from '../../platform/api/inbox.ts'
import { toastError } from '../../ui/toasts.ts'
import { focusTitleIfLost } from '../../ui/is-focus-lost.ts'

/** Returns the function that marks messages as read by their ids, or all of them without ids. */
export function useMarkRead(): (ids?: readonly string[]) => void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (ids: readonly string[] | undefined) => markRead(ids),
    onError: (failure) => toastError(failure),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['inbox'] })
      // The pressed button is removed.
      focusTitleIfLost()
    },
  })
  return mutate
}

/** Short notices at the edge of the screen: completed or failed actions, with possible next steps. */
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { asApiError, isAbort } from '../platform/api/api-error.ts'

export interface Toast {
  readonly title?: string
  readonly message: ReactNode
  /** A toast replaces an earlier one with the same id. */
  readonly id?: string
}

const colors = { done: 'teal', failed: 'red', told: 'petrol', warned: 'yellow' } as const

function show(kind: keyof typeof colors, { title, message, id }: Toast): void {
  const shown = {
    ...(id === undefined ? {} : { id }),
    title,
    message,
    color: colors[kind],
    role: kind === 'failed' || kind === 'warned' ? 'alert' : 'status',
    // Errors and warnings stay until the user closes them.
    autoClose: kind === 'failed' || kind === 'warned' ? false : 6_000,
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
  }
  // To show one again whose id is on the screen changes nothing.
  if (id !== undefined) notifications.update({ ...shown, id })
  notifications.show(shown)
}

export const toastDone = (toast: Toast): void => show('done', toast)
export const toastFailed = (toast: Toast): void => show('failed', toast)
export const toastWarning = (toast: Toast): void => show('warned', toast)
export const toastInfo = (toast: Toast): void => show('told', toast)

/** Shows an error with the message of the service. Aborted requests are ignored. */
export function toastError(error: unknown, title?: string): void {
  if (isAbort(error)) return
  const { detail, requestId } = asApiError(error)
  show('failed', {
    ...(title === undefined ? {} : { title }),
    message: requestId !== undefined && detail === '' ? requestId : detail,
  })
}

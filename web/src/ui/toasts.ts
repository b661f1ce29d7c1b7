/** Short notices at the edge of the screen: completed or failed actions, with possible next steps. */
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { createElement, Fragment, type ReactNode } from 'react'
import { isAbort } from '../platform/api/api-error.ts'
import { NotLoaded } from '../platform/not-loaded.ts'
import { errorText } from './error-text.ts'
import styles from './toast.module.css'

export interface Toast {
  readonly title?: string | undefined
  readonly message: ReactNode
  /** Button or link beside the message, such as “Undo”. */
  readonly action?: ReactNode
  /** A toast replaces an earlier one with the same id. */
  readonly id?: string | undefined
  /** Whether it is about something that ended by itself, such as a run: it is shown below the results of own actions. */
  readonly inBackground?: boolean
}

const colors = { done: 'teal', failed: 'red', told: 'petrol', warned: 'yellow' } as const

const shownMs = 6_000
/** Time to decide about an action; longer, and notices of undone changes cover those that come after. */
const shownWithActionMs = 20_000

/** Number of toasts so far. Of those about actions of the user, the newest one is shown on top, whatever waits. */
let count = 0

function show(kind: keyof typeof colors, toast: Toast): void {
  count += 1
  const { title, message, action, id = `toast ${count}`, inBackground = false } = toast
  // Errors and warnings stay until the user closes them.
  const stays = kind === 'failed' || kind === 'warned'
  const shown = {
    id,
    title,
    message: createElement(Fragment, null, createElement('span', null, message), action),
    color: colors[kind],
    role: stays ? 'alert' : 'status',
    autoClose: stays ? false : action === undefined ? shownMs : shownWithActionMs,
    priority: inBackground ? 0 : count,
    withBorder: true,
    className: styles.toast,
    closeButtonProps: { 'aria-label': i18next.t('common:close'), size: 'sm' },
  }
  // To show one again whose id is on the screen changes nothing.
  notifications.update(shown)
  notifications.show(shown)
}

/** Closes the toast with this id, if it is shown. */
export const hideToast = (id: string): void => void notifications.hide(id)

export const toastDone = (toast: Toast): void => show('done', toast)
export const toastFailed = (toast: Toast): void => show('failed', toast)
export const toastWarning = (toast: Toast): void => show('warned', toast)
export const toastInfo = (toast: Toast): void => show('told', toast)

/**
 * Shows an error with the message of the service, or that code could not be loaded: the message of the browser would
 * name a file, which tells the user nothing. Aborted requests are ignored.
 */
export function toastError(error: unknown, title?: string, id?: string): void {
  if (isAbort(error)) return
  if (error instanceof NotLoaded) {
    const message = i18next.t('common:error.partHint')
    show('failed', { id: 'part-failed', title: i18next.t('common:error.part'), message })
    return
  }
  show('failed', { title, id, message: errorText(error) })
}

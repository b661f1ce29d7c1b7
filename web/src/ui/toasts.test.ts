/** Tests which notices are shown, and for how long. */
import { notifications, notificationsStore } from '@mantine/notifications'
import { afterEach, expect, it } from 'vitest'
import { toastDone, toastFailed } from './toasts.ts'

afterEach(() => notifications.clean())

const shownIds = () => notificationsStore.getState().notifications.map(({ id }) => id)

it('shows the newest result of an action at once, whatever else is shown', () => {
  for (const id of ['run 1', 'run 2', 'run 3', 'run 4', 'run 5', 'run 6'])
    toastDone({ id, message: 'done', inBackground: true })
  toastDone({ id: 'saved', message: 'saved' })
  expect(shownIds()[0]).toBe('saved')
  for (const id of ['1', '2', '3', '4', '5']) toastFailed({ id, message: 'failed' })
  toastDone({ id: 'saved later', message: 'saved' })
  expect(shownIds()).toEqual(['saved later', '5', '4', '3', '2'])
})

it('leaves time for an action that a notice offers', () => {
  toastDone({ id: 'plain', message: 'saved' })
  toastDone({ id: 'undoable', message: 'saved', action: 'Undo' })
  toastFailed({ id: 'failed', message: 'failed' })
  const times = new Map(notificationsStore.getState().notifications.map((one) => [one.id, one.autoClose]))
  expect(Object.fromEntries(times)).toEqual({ plain: 6_000, undoable: 20_000, failed: false })
})

/** Tests which notices are shown, and for how long. */
import { notifications, notificationsStore } from '@mantine/notifications'
import i18next from 'i18next'
import { isValidElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import common from '../../../words/en/common.json' with { type: 'json' }
import { ApiError } from '../platform/api/api-error.ts'
import { loadCode } from '../platform/not-loaded.ts'
import { toastDone, toastError, toastFailed } from './toasts.ts'

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

it('is never empty, even if the service sent no message', async () => {
  await i18next.init({ lng: 'en', resources: { en: { common } } })
  toastError(new ApiError({ status: 500, detail: '', requestId: 'req-1' }))
  toastError(new ApiError({ status: 500, detail: '' }))
  toastError(new ApiError({ status: 0, detail: '' }))
  const texts = notificationsStore
    .getState()
    .notifications.map(({ message }) => (isValidElement(message) ? renderToStaticMarkup(message) : ''))
  expect(texts).toEqual([
    '<span>The service cannot be reached</span>',
    '<span>Something went wrong</span>',
    '<span>Something went wrong req-1</span>',
  ])
})

it('says that code could not be loaded, instead of the message of the browser', async () => {
  await i18next.init({ lng: 'en', resources: { en: { common } } })
  const cause = new TypeError('Failed to fetch dynamically imported module: /assets/undo-body-1.js')
  await loadCode(Promise.reject(cause)).catch(toastError)
  const [{ title, message } = {}] = notificationsStore.getState().notifications
  expect(title).toBe(common.error.part)
  expect(isValidElement(message) ? renderToStaticMarkup(message) : '').toContain('load the page again')
})

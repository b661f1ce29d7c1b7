/** Tests which requests tell the service that the user is away. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { send } from './client.ts'
import { watchUserInput } from './user-input.ts'

const page = new EventTarget()
let statuses: number[]
/** Whether each request was marked as sent without input. */
let marks: boolean[]

beforeEach(() => {
  statuses = []
  marks = []
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', (_address: string, { headers }: { readonly headers: Record<string, string> }) => {
    marks.push(headers['x-unattended'] === 'true')
    return Promise.resolve(new Response('{}', { status: statuses.shift() ?? 200 }))
  })
})
afterEach(() => vi.unstubAllGlobals())

/** An event of the browser: those of scripts are no input. */
function act(type: string, isTrusted = true): void {
  page.dispatchEvent(Object.defineProperty(new Event(type), 'isTrusted', { value: isTrusted }))
}

const poll = async (): Promise<boolean> => {
  await send('/api/me/').catch(() => undefined)
  return marks.at(-1)!
}

it('requests after input keep the session, those that a screen repeats do not', async () => {
  expect(await poll()).toBe(false)
  watchUserInput(page)
  // Opening the page was input.
  expect([await poll(), await poll(), await poll()]).toEqual([false, true, true])
  for (const type of ['pointerdown', 'keydown', 'input', 'click', 'wheel', 'drop']) {
    act(type)
    expect([await poll(), await poll()]).toEqual([false, true])
  }
  act('click', false)
  expect(await poll()).toBe(true)
})

it('all requests that one input causes keep the session', async () => {
  act('keydown')
  await Promise.all([send('/api/me/'), send('/api/menu/'), send('/api/inbox/')])
  expect(marks).toEqual([false, false, false])
})

it('input counts with the next request that the service answers', async () => {
  act('keydown')
  statuses = [503, 429, 200]
  expect([await poll(), await poll(), await poll(), await poll()]).toEqual([false, false, false, true])
})

/** Tests when a watch of the access of a user aborts. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Principal, ScenarioAccess } from '../auth/principal.ts'
import { ServiceError } from '../errors/service-error.ts'
import { type WatchedAuth, watchAccess } from './watch-access.ts'

const holding = (...permissions: readonly string[]): ScenarioAccess => ({
  superuser: false,
  permissions: new Set(permissions),
})
const principalWith = (
  scenarios: Readonly<Record<string, ScenarioAccess>>,
  ...busy: readonly string[]
): Principal => ({
  userId: 7,
  username: 'ann',
  language: 'en',
  scenarios: new Map(Object.entries(scenarios)),
  ...(busy.length === 0 ? {} : { busyScenarios: new Map(busy.map((name) => [name, holding()])) }),
  via: 'session',
  readOnly: false,
})
const both = { default: holding('input.view_item'), scenario1: holding('input.view_item') }
const principal = principalWith(both)

/** Starts a watch whose checks return or throw the values of `results`, the last one repeatedly. */
async function watch(results: readonly (Principal | Error | undefined)[], scenarios?: readonly string[]) {
  const listeners: ((scope: 'user' | 'all') => void)[] = []
  const queue = [...results]
  const recheck = vi.fn<WatchedAuth['recheck']>(async () => {
    const result = queue.length > 1 ? queue.shift() : queue[0]
    if (result instanceof Error) throw result
    return result
  })
  const auth: WatchedAuth = {
    recheck,
    access: {
      watch: (_userId, onChange) => {
        expect(recheck).not.toHaveBeenCalled()
        listeners.push(onChange)
        return () => void listeners.splice(0)
      },
    },
  }
  const access = await watchAccess(auth, { method: 'GET', address: '' }, principal, scenarios)
  const announce = async (scope: 'user' | 'all' = 'user', afterMs = 5_000): Promise<void> => {
    for (const listener of listeners) listener(scope)
    await vi.advanceTimersByTimeAsync(afterMs)
  }
  return { access, recheck, announce }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a watch of access', () => {
  it('aborts at once after a revocation between the sign-in and its start', async () => {
    const { access } = await watch([undefined])
    expect(access.revoked.aborted).toBe(true)
  })

  it('repeats a check that failed until it is closed', async () => {
    const failure = new ServiceError('overloaded')
    const { access, recheck, announce } = await watch([principal, failure, new Error('timeout'), undefined])
    await announce()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([recheck.mock.calls.length, access.revoked.aborted]).toEqual([4, true])
    const closed = await watch([principal, failure])
    await closed.announce()
    closed.access.close()
    const calls = closed.recheck.mock.calls.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect([closed.recheck.mock.calls.length, closed.access.revoked.aborted]).toEqual([calls, false])
  })

  it('ignores the loss of scenarios that it does not send, but no longer returns their permissions', async () => {
    const fewer = principalWith({ default: both.default })
    const one = await watch([principal, fewer], ['default'])
    await one.announce('all')
    expect([one.access.revoked.aborted, [...one.access.principal.scenarios.keys()]]).toEqual([
      false,
      ['default'],
    ])
    const all = await watch([principal, fewer])
    await all.announce('all')
    expect(all.access.revoked.aborted).toBe(true)
  })

  it('keeps the permissions of a scenario whose data is being replaced', async () => {
    const { access, announce } = await watch([
      principal,
      principalWith({ default: both.default }, 'scenario1'),
    ])
    await announce()
    expect([access.revoked.aborted, [...access.principal.scenarios.keys()]]).toEqual([
      false,
      ['default', 'scenario1'],
    ])
  })

  it('does not check all streams of a scenario at the same time', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.9)
    const { recheck, announce } = await watch([principal])
    await announce('user', 200)
    expect(recheck).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(300)
    expect(recheck).toHaveBeenCalledTimes(2)
    random.mockRestore()
  })
})

import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { subscribe } from './notifications.ts'

async function setUp() {
  const { database, ...rest } = await createTestDatabase()
  const heard: string[] = []
  const counts = { gaps: 0, failures: 0 }
  const subscription = subscribe(database, 'Some Channel', {
    onNotification: (payload) => heard.push(payload),
    onGap: () => {
      counts.gaps += 1
    },
    onFailure: () => {
      counts.failures += 1
    },
  })
  await subscription.ready
  const say = (text: string): Promise<unknown> =>
    database.query({ text: `SELECT pg_notify('Some Channel', $1)`, values: [text] })
  const breakConnections = (): Promise<unknown> =>
    database.query({
      text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    })
  return {
    subscription,
    heard,
    counts,
    say,
    breakConnections,
    [Symbol.asyncDispose]: async () => {
      await subscription.close()
      await rest[Symbol.asyncDispose]()
    },
  }
}

test('a broken connection is told as a gap, and listening goes on', async () => {
  await using setup = await setUp()
  const { subscription, heard, counts, say, breakConnections } = setup
  expect(subscription.live).toBe(true)
  const before = counts.gaps
  await breakConnections()
  await expect.poll(() => counts.failures).toBe(1)
  await expect.poll(() => subscription.live).toBe(true)
  // One gap when it broke, one when it was opened again.
  expect(counts.gaps).toBe(before + 2)
  await say('after')
  await expect.poll(() => heard).toEqual(['after'])
})

test('notifications arrive in order', async () => {
  await using setup = await setUp()
  for (const text of ['one', 'two', '']) await setup.say(text)
  await expect.poll(() => setup.heard).toEqual(['one', 'two', ''])
})

test('closing ends it for good', async () => {
  await using setup = await setUp()
  await setup.subscription.close()
  expect(setup.subscription.live).toBe(false)
  await setup.say('unheard')
  expect(setup.counts.failures).toBe(0)
})

test('all who listen share one connection, whenever they come and go', async () => {
  await using test = await createTestDatabase()
  const { database } = test
  const heard: string[] = []
  const follow = (channel: string, name = channel) =>
    subscribe(database, channel, {
      onNotification: (payload) => heard.push(`${name}: ${payload}`),
      onGap: () => heard.push(`${name} gap`),
    })
  const say = (channel: string, text: string): Promise<unknown> =>
    database.query({ text: 'SELECT pg_notify($1, $2)', values: [channel, text] })
  const one = follow('one')
  const two = follow('two')
  await Promise.all([one.ready, two.ready])
  const again = follow('one', 'again')
  const three = follow('three')
  await Promise.all([again.ready, three.ready])
  expect(database.pool.totalCount - database.pool.idleCount).toBe(1)
  heard.length = 0
  await Promise.all([say('one', 'a'), say('two', 'b'), say('three', 'c')])
  await expect.poll(() => heard.toSorted()).toEqual(['again: a', 'one: a', 'three: c', 'two: b'])
  heard.length = 0
  await one.close()
  await three.close()
  for (const channel of ['one', 'two', 'three']) await say(channel, 'd')
  await expect.poll(() => heard).toEqual(['one gap', 'three gap', 'again: d', 'two: d'])
  await again.close()
  const closing = two.close()
  const late = follow('late')
  await Promise.all([closing, late.ready])
  await say('late', 'e')
  await expect.poll(() => heard.at(-1)).toBe('late: e')
  await late.close()
  expect(database.pool.totalCount - database.pool.idleCount).toBe(0)
})

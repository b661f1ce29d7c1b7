/** Tests launches with an `Idempotency-Key` whose statement fails. */
import type { QueryResultRow } from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { buildUser } from '../../../test/support/users.ts'
import type { ControlDatabase } from '../../database/database.ts'
import { type Launch, launchOnce } from './launch.ts'

const launchOf = (userId: number): Launch => ({
  name: 'importworkbook',
  scenario: 'default',
  scenarios: ['default'],
  args: { all: {}, open: {}, secret: {}, text: '' },
  userId,
  operator: false,
  channel: 'api',
  idempotency: { key: 'once', hash: 'hash', hours: 24 },
})

it('is not the repetition of another one if only its own response is lost', async () => {
  await using held = await createTestDatabase()
  const { database } = held
  const launch = launchOf(await buildUser(database, { username: 'ann', rights: { default: 'superuser' } }))
  const losing: Pick<ControlDatabase, 'query'> = {
    query: async <Row extends QueryResultRow>(statement: Parameters<ControlDatabase['query']>[0]) => {
      const result = await database.query<Row>(statement)
      if (statement.name === 'launch-task') throw new Error('Connection terminated unexpectedly')
      return result
    },
  }
  const first = await launchOnce(losing, 'secret', launch)
  expect(first.isRepeat).toBe(false)
  expect(await launchOnce(database, 'secret', launch)).toEqual({ id: first.id, isRepeat: true })
})

it('repeats another one that is stored at the same time', async () => {
  await using held = await createTestDatabase()
  const { database } = held
  const launch = launchOf(await buildUser(database, { username: 'ann', rights: { default: 'superuser' } }))
  const both = await Promise.all([
    launchOnce(database, 'secret', launch),
    launchOnce(database, 'secret', launch),
  ])
  expect(both.filter(({ isRepeat }) => isRepeat)).toHaveLength(1)
  expect(both[0].id).toBe(both[1].id)
})

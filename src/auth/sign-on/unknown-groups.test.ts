import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { logUnknownGroups } from './unknown-groups.ts'
import { checkProviderGroups } from '../../http/doctor/database-checks.ts'

test('a group of RIGHTS that does not exist is named with its provider', async () => {
  await using held = await createTestDatabase()
  await held.database.query({ text: `INSERT INTO control."group" ("name") VALUES ('night shift')` })
  const provider = { ISSUER: 'https://id.example.com', CLIENT_ID: 'planning' }
  const settings = {
    OIDC_PROVIDERS: {
      fine: { ...provider, RIGHTS: { night: ['night shift'], admins: ['superuser'] } },
      typo: { ...provider, RIGHTS: { night: ['night shift', 'nihgt shift'] } },
    },
  }
  expect(await checkProviderGroups(held.database, settings)).toMatchObject([
    { check: 'settings', state: 'warning', message: { params: { provider: 'typo', groups: 'nihgt shift' } } },
  ])
  const lines: unknown[] = []
  const logger = { warn: (...line: readonly unknown[]) => lines.push(line) }
  for (const name of ['fine', 'typo', 'typo'])
    await logUnknownGroups({ control: held.database, settings, logger }, name)
  expect(lines).toEqual([
    [{ provider: 'typo', groups: ['nihgt shift'] }, expect.stringContaining('do not exist')],
  ])
  expect(await checkProviderGroups(held.database, { OIDC_PROVIDERS: {} })).toEqual([])
})

test('a check that fails is logged and fails no sign-in', async () => {
  const control = { query: () => Promise.reject(new Error('The connection has ended.')) }
  const RIGHTS = { night: ['night shift'] }
  const settings = {
    OIDC_PROVIDERS: { one: { ISSUER: 'https://id.example.com', CLIENT_ID: 'planning', RIGHTS } },
  }
  const lines: unknown[] = []
  const logger = { warn: (...line: readonly unknown[]) => lines.push(line) }
  await logUnknownGroups({ control, settings, logger }, 'one')
  expect(lines).toEqual([
    [expect.objectContaining({ provider: 'one' }), expect.stringContaining('could not be checked')],
  ])
})

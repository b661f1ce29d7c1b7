import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { createServerDatabase } from './create-database.ts'
import { loadSettings } from '../settings/load-settings.ts'
import { stopEmbedded } from './embedded/control.ts'
import { freePort } from './embedded/free-port.ts'
import { embeddedFolder, withDatabase, type DatabaseSettings } from './with-database.ts'

const silent = pino({ level: 'silent' })
const settings = (DATABASE_URL: string | undefined, VAR = '/nonexistent'): DatabaseSettings => ({
  ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }),
  VAR,
  TIME_ZONE: 'Europe/Brussels',
  POOL_SIZE: 3,
})

const run = (): Promise<never> => Promise.reject(new Error('must not run'))

test('a server that does not answer and a database of another encoding are refused before anything runs', async () => {
  const nowhere = settings(`postgres://x@127.0.0.1:${await freePort(undefined)}/x`)
  await expect(withDatabase(nowhere, silent, run)).rejects.toMatchObject({ code: 'database_unreachable' })
  await using test = await createTestDatabase()
  await test.database.query({
    text: `CREATE DATABASE ascii_only TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'`,
  })
  const url = new URL(test.url)
  url.pathname = '/ascii_only'
  await expect(withDatabase(settings(url.href), silent, run)).rejects.toThrow(/encoding SQL_ASCII/)
  await test.database.query({ text: 'DROP DATABASE ascii_only' })
})

test('a wrong password and a missing database are named with the server and the remedy', async () => {
  await using test = await createTestDatabase()
  const refused = (change: (url: URL) => void): Promise<unknown> => {
    const url = new URL(test.url)
    change(url)
    return withDatabase(settings(url.href), silent, run).catch((error: unknown) => String(error))
  }
  const { host } = new URL(test.url)
  expect(await refused((url) => (url.password = 'wrong'))).toBe(
    `ServiceError: The database server at ${host} refuses the connection: password authentication failed for user "${new URL(test.url).username}". Check user and password in DATABASE_URL.`,
  )
  expect(await refused((url) => (url.pathname = '/nowhere'))).toBe(
    `ServiceError: The database server at ${host} refuses the connection: database "nowhere" does not exist. Check its name in DATABASE_URL, or create it: planctl createdatabase`,
  )
  await test.database.query({ text: `CREATE ROLE "no_login" NOLOGIN PASSWORD 'secret'` })
  const barred = { username: 'no_login', password: 'secret' }
  expect(await refused((url) => Object.assign(url, barred))).toBe(
    `ServiceError: The database server at ${host} refuses the connection: role "no_login" is not permitted to log in. Allow the connection in pg_hba.conf of the server, or check the user in DATABASE_URL.`,
  )
  await test.database.query({ text: 'ALTER ROLE "no_login" LOGIN' })
  const url = Object.assign(new URL(test.url), barred, { pathname: '/not_yet' })
  const created = createServerDatabase(
    loadSettings({ cwd: '/nonexistent', env: { PLANCTL_DATABASE_URL: url.href } }),
  )
  await expect(created).rejects.toThrow(
    'The database "not_yet" does not exist and cannot be created: permission denied to create database. Create it on the server, or give the role CREATEDB.',
  )
  await test.database.query({ text: 'DROP ROLE "no_login"' })
})

test('DATABASE_URL is used when set; the result and the error of the callback come through', async () => {
  await using test = await createTestDatabase()
  const answer = await withDatabase(settings(test.url), silent, async (database, server) => {
    expect(server).toMatchObject({ embedded: false, version: expect.stringMatching(/^\d+/) })
    expect(server.url()).toBe(test.url)
    const { rows } = await database.query<{ TimeZone: string }>({ text: 'SHOW TimeZone' })
    return rows[0]?.TimeZone
  })
  expect(answer).toBe('Europe/Brussels')
  const failing = withDatabase(settings(test.url), silent, () => Promise.reject(new Error('mine')))
  await expect(failing).rejects.toThrow('mine')
})

test('without it the embedded server is used, also by several processes at once, and ends after them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'with-database-'))
  await chmod(folder, 0o755)
  const own = settings(undefined, folder)
  const visit = `
    import { pino } from 'pino'
    import { withDatabase } from ${JSON.stringify(join(import.meta.dirname, 'with-database.ts'))}
    await withDatabase(${JSON.stringify(own)}, pino({ level: 'silent' }), async (database, server) => {
      const { rows } = await database.query({ text: 'SELECT current_database() AS name' })
      if (!server.embedded || rows[0].name !== 'planning') process.exit(1)
    })`
  const visitors = [1, 2, 3].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', visit], { stdio: 'inherit' }),
  )
  const codes = await Promise.all(
    visitors.map(async (child): Promise<unknown> => (await once(child, 'exit'))[0]),
  )
  expect(codes).toEqual([0, 0, 0])
  await stopEmbedded(embeddedFolder(own))
  await rm(folder, { recursive: true })
})

/** Tests that a list of the data API in CSV is a file that the import reads as the same records. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { loadLabels } from '../../src/words/load-labels.ts'
import { createTestContext, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createTestFolder, type TestFolder } from '../support/folder-import.ts'
import { rowsOf, write } from '../support/records.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { goodPassword } from '../support/users.ts'

let server: TestServer
let target: TestDatabase
let folder: TestFolder

beforeAll(async () => {
  server = await startTestServer({ settings: { CSV_CHARSET: 'windows-1252' } })
  target = await createTestDatabase()
  folder = await createTestFolder(createTestContext(target.database))
})
afterAll(async () => {
  await folder[Symbol.asyncDispose]()
  await target[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

it('begins with a byte order mark if imports use another charset, and quotes a first cell that begins with #', async () => {
  const items = [
    { name: '#1 bolt', description: 'größer' },
    { name: 'nut', description: null },
  ]
  await write(createTestContext(server.database), 'input.item', items)
  const authorization = encodeBasic({ name: 'admin', password: goodPassword })
  const url = `${server.url}/api/input/item/?format=csv&fields=name,description`
  const list = Buffer.from(await (await fetch(url, { headers: { authorization } })).arrayBuffer())
  expect(list.toString()).toBe('\uFEFFname,description\n"#1 bolt",größer\n"nut",\n')
  await folder.put('item.csv', list)
  const labels = await loadLabels('en')
  await folder.import({
    conventions: { labels, loadLabels, decimal: '.', charset: 'windows-1252', dateStyle: 'YYYY-MM-DD' },
  })
  expect(await rowsOf(createTestContext(target.database), 'item', '"name"')).toMatchObject(items)
})

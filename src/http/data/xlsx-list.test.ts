import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodeBasic } from '../../auth/credentials/basic-header.ts'
import { startTestServer, type TestServer } from '../../../test/support/server.ts'
import { withTempFolder } from '../../../test/support/temp-folder.ts'
import { goodPassword } from '../../../test/support/users.ts'
import { sheetsOf } from '../../../test/support/workbook-import.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await server.addUser({ username: 'german', language: 'de', rights: { default: 'superuser' } })
  await server.request('POST', '/api/input/location/', { body: [{ name: 'Ghent' }] })
  await server.request('POST', '/api/input/demand/', {
    body: [
      { name: 'a', quantity: 1.5, location: 'Ghent', due: '2026-01-05T08:30:00', maxlateness: '3 04:00:00' },
      { name: 'b', quantity: 5, description: '=1+1' },
      { name: 'c', quantity: 9 },
    ],
  })
})
afterAll(() => server[Symbol.asyncDispose]())

async function fetchSheets(path: string, user = 'admin', headers: Readonly<Record<string, string>> = {}) {
  const authorization = encodeBasic({ name: user, password: goodPassword })
  const response = await fetch(server.url + path, { headers: { authorization, ...headers } })
  const content = Buffer.from(await response.arrayBuffer())
  return withTempFolder(async (folder) => {
    const file = join(folder, 'list.xlsx')
    await writeFile(file, content)
    return { response, sheets: await sheetsOf(file) }
  })
}

const demands = '/api/input/demand/'

it('gives a list as a workbook: filtered, ordered, with the fields that are asked for, values as they are', async () => {
  const query = '?format=xlsx&quantity__lte=5&ordering=-name&fields=name,quantity,due,maxlateness,description'
  const { response, sheets } = await fetchSheets(demands + query)
  expect(response.headers.get('content-type')).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="demand.xlsx"')
  expect(sheets).toEqual({
    'sales order': [
      ['name', 'quantity', 'due', 'maximum lateness', 'description'],
      ['b', 5, null, null, '=1+1'],
      ['a', 1.5, '2026-01-05T08:30:00', '3 04:00:00'],
    ],
  })
})

it('speaks the language of the reader, also to caches', async () => {
  const english = await fetchSheets(`${demands}?format=xlsx&fields=name,quantity`)
  const german = await fetchSheets(`${demands}?format=xlsx&fields=name,quantity`, 'german')
  expect(Object.keys(german.sheets)).toEqual(['Kundenauftrag'])
  expect(Object.values(german.sheets)[0]?.[0]).toEqual(['Name', 'Menge'])
  expect(german.response.headers.get('etag')).not.toBe(english.response.headers.get('etag'))
})

it('gives pages, single records and lists without records', async () => {
  const page = await fetchSheets(`${demands}?format=xlsx&limit=1&offset=1&fields=name`)
  expect(page.sheets['sales order']).toEqual([['name'], ['b']])
  expect(page.response.headers.get('x-total-count')).toBe('3')
  const one = await fetchSheets(`${demands}c/?format=xlsx&fields=name,quantity`)
  expect(one.sheets['sales order']).toEqual([
    ['name', 'quantity'],
    ['c', 9],
  ])
  const none = await fetchSheets(`${demands}?format=xlsx&name=zzz&fields=name`)
  expect(none.sheets['sales order']).toEqual([['name']])
})

it('is asked for by Accept as well, and not offered for writing', async () => {
  const accept = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const { sheets } = await fetchSheets(`${demands}?fields=name`, 'admin', { accept })
  expect(sheets['sales order']).toHaveLength(4)
  const refused = await server.request('POST', `${demands}?format=xlsx`, { body: [{ name: 'd' }] })
  expect(refused.status).toBe(404)
  const page = await server.request('GET', `${demands}?format=api`)
  expect(page.text).toContain('format=xlsx')
})

it('says with the usual words what is wrong, before anything is written', async () => {
  const { status, json } = await server.request('GET', `${demands}?format=xlsx&quantity=many`)
  expect([status, json]).toEqual([400, { quantity: expect.anything() }])
})

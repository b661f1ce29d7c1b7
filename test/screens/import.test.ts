/**
 * Tests the import of one file step by step, as on the import screen: upload, preview, mapping, dry run, run,
 * rejected rows.
 */
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { buildWorkbook } from '../support/build-workbook.ts'
import { createTestContext } from '../support/database.ts'
import { rowsOf, write } from '../support/records.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'

let server: TaskServer
let context: DataContext
const path = '/api/import/input/item/'

beforeAll(async () => {
  server = await startTaskServer({ MAX_FILE_SIZE: '100000', MAX_FOLDER_SIZE: '150000' })
  await server.startWorker()
  context = createTestContext(server.database)
  const user = (username: string, ...rights: readonly string[]) =>
    buildUser(server.database, { username, rights: { default: rights } })
  const rights = ['execute.run_importfromfolder', 'input.add_item', 'input.change_item']
  await buildUser(server.database, { username: 'eva', language: 'de', rights: { default: rights } })
  await user('ann', 'execute.run_importfromfolder', 'input.add_item', 'input.change_item')
  await user('ben', 'execute.run_importfromfolder', 'input.view_item')
  await user('cas', 'input.add_item', 'input.change_item')
  await user('dee', 'execute.run_importfromfolder', 'input.add_item', 'input.change_item')
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  await server.database.query({ text: 'TRUNCATE "default"."item" CASCADE' })
  await write(context, 'input.item', [{ name: 'old', cost: 5 }])
})

/** Returns a cell of a workbook. */
const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`

interface Sent {
  readonly as?: string | null
  readonly name?: string
  readonly to?: string
}

async function upload(
  content: string | Uint8Array<ArrayBuffer>,
  { as = 'ann', name = 'export 17.csv', to = path }: Sent = {},
) {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const { status, json } = await server.request('POST', to, { body: form, as })
  return { status, json: Object(json), id: String(Object(json).id) }
}

const get = async (url: string, as = 'ann') => {
  const { status, json } = await server.request('GET', url, { as })
  return { status, json: Object(json) }
}

async function run(args: Readonly<Record<string, unknown>>, as = 'ann') {
  const body = { entity: 'input.item', ...args }
  const launched = await server.request('POST', '/execute/api/importfromfolder/', { as, body })
  if (launched.status !== 200) return { status: launched.status, message: Object(launched.json).detail }
  const { status, message } = await server.ended(idIn(launched))
  return { status, message }
}

const items = async () => (await rowsOf(context, 'item', '"name"')).map(({ name, cost }) => ({ name, cost }))

const article = 'article,price\nold,6\nnew,7\nbad,dear\n'

/** Returns the counts of a dry run in a mode, and the lines of the rejected rows. */
const rehearse = async (mode: string) => {
  const { id } = await upload(article)
  await run({ upload: id, columns: ['name', 'cost'], mode, dryrun: true })
  const { created, updated, rejected, faults } = (await get(`${path}${id}/outcome/`)).json
  return [created, updated, rejected, faults.map(({ line }: { line: number }) => line)]
}

describe('an upload', () => {
  it('takes the right to import, and to add or to change records', async () => {
    const refused = [
      [null, path, 401],
      ['ben', path, 403],
      ['cas', path, 403],
      ['ann', '/api/import/input/demand/', 403],
      ['ann', '/api/import/output/problem/', 403],
      ['ann', '/api/import/input/nothing/', 404],
      ['ann', '/scenario1/api/import/input/item/', 404],
    ] as const
    for (const [as, to, status] of refused) {
      expect([as, to, (await upload('name\na\n', { as, to })).status]).toEqual([as, to, status])
    }
  })

  it('is its user’s alone', async () => {
    const { id } = await upload('name\na\n')
    expect((await get(`${path}${id}/`)).status).toBe(200)
    expect((await get(`${path}${id}/`, 'dee')).status).toBe(404)
    expect(await run({ upload: id }, 'dee')).toMatchObject({ status: 404 })
    expect((await server.request('DELETE', `${path}${id}/`, { as: 'dee' })).status).toBe(404)
    expect((await server.request('DELETE', `${path}${id}/`, { as: 'ann' })).status).toBe(204)
    expect((await get(`${path}${id}/`)).json.detail).toContain('not kept any more')
  })

  it('is refused when it is too large, or one of several', async () => {
    expect((await upload(`name\n${'x'.repeat(100_000)}`)).status).toBe(413)
    const { id } = await upload(`name\n${'x'.repeat(90_000)}`)
    expect((await upload(`name\n${'x'.repeat(90_000)}`)).status).toBe(507)
    await server.request('DELETE', `${path}${id}/`, { as: 'ann' })
    const response = await server.request('POST', path, { as: 'ann', body: {} })
    expect(response.status).toBe(415)
  })

  it('goes a day after it was last used', async () => {
    const { id } = await upload('name\na\n')
    const store = join(server.folder, 'upload/default/uploads')
    const before = new Date(Date.now() - 25 * 3_600_000)
    await utimes(join(store, id), before, before)
    const next = await upload('name\nb\n')
    const kept = await readdir(store)
    expect([kept.includes(id), kept.includes(next.id)]).toEqual([false, true])
  })
})

describe('a look at an upload', () => {
  it('tells format, delimiter, encoding, what the columns mean and the first rows', async () => {
    const { id } = await upload('Name;Kosten;cost\na;x;1,5\n\nb;y;2\n;;;;z\n')
    expect((await get(`${path}${id}/?rows=2`)).json).toEqual({
      id,
      name: 'export 17.csv',
      size: 38,
      entity: 'input.item',
      format: 'csv',
      packed: false,
      charset: 'utf-8',
      delimiter: 'semicolon',
      decimal: ',',
      headerLine: 1,
      columns: [
        { header: 'Name', field: 'name', written: true },
        { header: 'Kosten', field: null, written: false },
        { header: 'cost', field: 'cost', written: true },
      ],
      rows: [
        { line: 2, cells: ['a', 'x', '1,5'] },
        { line: 4, cells: ['b', 'y', '2'] },
      ],
      more: true,
      remarks: [expect.stringContaining('semicolons')],
      problem: null,
    })
  })

  it('remarks in the language of the reader what is read in another way than expected', async () => {
    const { id } = await upload('Name;cost;Farbe\na;1,5;rot\n', { as: 'eva' })
    const [remark] = (await get(`${path}${id}/`, 'eva')).json.remarks
    expect(remark).toContain('Spalten sind durch Semikolons getrennt, nicht durch Kommas')
    await run({ upload: id, dryrun: true }, 'eva')
    const { remarks } = (await get(`${path}${id}/outcome/`, 'eva')).json
    expect(remarks).toContain('Spalten, die keine Felder von input.item sind, werden übergangen: "Farbe".')
  })

  it('names missing records in the language of the reader', async () => {
    const { id } = await upload('name,owner\na,b\nc,d\n', { as: 'eva' })
    await run({ upload: id, dryrun: true, create_missing: false }, 'eva')
    const { remarks } = (await get(`${path}${id}/outcome/`, 'eva')).json
    expect(remarks).toEqual([expect.stringMatching(/^2 Datensätze \(Artikel\) gibt es nicht/)])
  })

  it('says what is wrong with columns that were chosen', async () => {
    const { id } = await upload('what,which\na,1\n')
    const problem = async (columns?: string) =>
      (await get(`${path}${id}/${columns === undefined ? '' : `?columns=${columns}`}`)).json.problem
    expect(await problem()).toContain('names no field')
    expect(await problem('name,cost')).toBeNull()
    expect(await problem('name,name')).toContain('both mean the field name')
    expect(await problem(',cost')).toContain('column name is missing')
    expect(await problem('name,size of it')).toContain('no field of input.item')
  })

  it('goes on in another encoding or with another delimiter', async () => {
    const { id } = await upload(new Uint8Array(Buffer.from('name|x;cost\nM\u00fcller;1\n', 'latin1')))
    const first = (await get(`${path}${id}/`)).json
    expect(first).toMatchObject({ charset: 'utf-8', refused: expect.stringContaining('not valid utf-8') })
    const second = (await get(`${path}${id}/?charset=windows-1252`)).json
    expect(second).toMatchObject({ delimiter: 'semicolon', rows: [{ cells: ['M\u00fcller', '1'] }] })
    const third = (await get(`${path}${id}/?charset=windows-1252&delimiter=tab`)).json
    expect(third.columns).toEqual([{ header: 'name|x;cost', field: null, written: false }])
    expect((await get(`${path}${id}/?charset=klingon`)).status).toBe(400)
    expect((await get(`${path}${id}/?delimiter=pipe`)).status).toBe(400)
  })

  it('offers the sheets of a workbook', async () => {
    const book = await buildWorkbook({
      sheets: [
        { name: 'Notes', rows: `<row>${cell('whatever')}</row>` },
        {
          name: 'Articles',
          rows: `<row>${cell('Item')}${cell('Cost')}</row><row>${cell('a')}<c><v>1.5</v></c></row>`,
        },
      ],
    })
    const { id } = await upload(new Uint8Array(book), { name: 'plan.xlsx' })
    expect((await get(`${path}${id}/`)).json).toMatchObject({
      format: 'xlsx',
      sheets: ['Notes', 'Articles'],
      sheet: 'Notes',
    })
    const chosen = (await get(`${path}${id}/?sheet=Articles&columns=name,cost`)).json
    expect(chosen).toMatchObject({ sheet: 'Articles', rows: [{ line: 2, cells: ['a', 1.5] }], problem: null })
    expect(await run({ upload: id, sheet: 'Articles', columns: ['name', 'cost'] })).toMatchObject({
      status: 'Done',
    })
    expect(await items()).toEqual([
      { name: 'a', cost: 1.5 },
      { name: 'old', cost: 5 },
    ])
  })
})

describe('the import of an upload', () => {
  const file = article
  const columns = ['name', 'cost']

  it('is rehearsed, run, and tells what it rejected', async () => {
    const { id } = await upload(file)
    expect((await get(`${path}${id}/outcome/`)).status).toBe(404)
    expect(await run({ upload: id, columns, dryrun: true, tolerate: 1 })).toMatchObject({ status: 'Done' })
    const rehearsed = (await get(`${path}${id}/outcome/`)).json
    const counts = { created: 1, updated: 1, unchanged: 0, rejected: 1, refused: null }
    expect(rehearsed).toMatchObject({ ...counts, dryrun: true, stored: false })
    expect(rehearsed.faults).toEqual([
      { sheet: null, line: 4, field: 'cost', value: 'dear', reason: expect.stringContaining('number') },
    ])
    expect(await items()).toEqual([{ name: 'old', cost: 5 }])
    expect(await get(`${path}${id}/rejected/`)).toMatchObject({
      status: 404,
      json: { detail: expect.stringContaining('A dry run keeps none.') },
    })

    expect(await run({ upload: id, columns, tolerate: 1 })).toMatchObject({ status: 'Done' })
    expect((await get(`${path}${id}/outcome/`)).json).toMatchObject({
      ...counts,
      dryrun: false,
      stored: true,
    })
    expect(await items()).toEqual([
      { name: 'new', cost: 7 },
      { name: 'old', cost: 6 },
    ])
    const rejected = await server.request('GET', `${path}${id}/rejected/`, { as: 'ann' })
    expect(rejected.headers.get('content-disposition')).toContain('export 17.errors.csv')
    expect(rejected.text).toMatch(/rejected because,article,price\n.*line 4.*,bad,dear\n$/)
    expect((await server.request('GET', `${path}${id}/rejected/`, { as: 'dee' })).status).toBe(404)
    // The file itself was deleted.
    expect((await get(`${path}${id}/`)).status).toBe(404)
    expect(await run({ upload: id, columns })).toMatchObject({ status: 404 })
  })

  it('only adds or only changes records where that is asked for', async () => {
    expect(await rehearse('create')).toEqual([1, 0, 2, [2, 4]])
    expect(await rehearse('update')).toEqual([0, 1, 2, [3, 4]])
  })

  it('empties the entity first where that is asked for and allowed', async () => {
    const { id } = await upload('name\nnew\n')
    await run({ upload: id, purge: ['input.item'] })
    expect((await get(`${path}${id}/outcome/`)).json).toMatchObject({
      stored: false,
      refused: expect.stringContaining('permission to delete'),
    })
    const own = await upload('name\nnew\n', { as: 'admin' })
    expect(await run({ upload: own.id, purge: ['input.item'] }, 'admin')).toMatchObject({ status: 'Done' })
    const { json } = await get(`${path}${own.id}/outcome/`, 'admin')
    expect(json).toMatchObject({ created: 1, purged: { 'input.item': 1 } })
  })

  it('keeps a file that was refused, to be tried again', async () => {
    const { id } = await upload(file)
    expect(await run({ upload: id })).toMatchObject({ status: 'Failed' })
    expect((await get(`${path}${id}/outcome/`)).json.refused).toContain('names no field')
    expect((await get(`${path}${id}/`)).status).toBe(200)
  })

  it.each([
    [{ upload: 'x', entity: undefined }, /"entity".*upload/],
    [{ upload: '../../x' }, /not kept/],
    [{ columns: ['name'] }, /exactly one file/],
    [{ files: ['a.csv', 'b.csv'] }, /exactly one file/],
    [{ files: ['a.csv'], upload: 'x' }, /"files"/],
    [{ upload: 'x', entity: 'input.nothing' }, /no entity/],
    [{ upload: 'x', entity: 'output.problem' }, /no records from files/],
    [{ upload: 'x', columns: ['nam'] }, /"nam" is no field/],
    [{ upload: 'x', charset: 'klingon' }, /klingon/],
    [{ upload: 'x', delimiter: 'pipe' }, /"delimiter"/],
    [{ upload: 'x', mode: 'replace' }, /"mode"/],
  ])('is refused with %j', async (args, words) => {
    const { status, message } = await run(args)
    expect([status, message]).toEqual([expect.any(Number), expect.stringMatching(words)])
  })
})

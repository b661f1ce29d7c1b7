/** Tests workbooks over HTTP and on the command line: permissions, exported content, and messages of an import. */
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { folderOf } from '../../src/files/folders/folder.ts'
import { workbookFolder } from '../../src/files/workbook/uploaded-workbook.ts'
import { buildWorkbook, rowsXml } from '../support/build-workbook.ts'
import { requireContract } from '../support/contract.ts'
import { detail } from '../support/detail.ts'
import { cleanEnvironment, planctlPath } from '../support/planctl.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { withTempFolder } from '../support/temp-folder.ts'
import { until } from '../support/wait.ts'
import { buildUser, goodPassword } from '../support/users.ts'
import { sheetsOf } from '../support/workbook-import.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

let server: TaskServer

beforeAll(async () => {
  server = await startTaskServer()
  const { database } = server
  await buildUser(database, { username: 'viewer', rights: { default: ['input.view_item'] } })
  await buildUser(database, {
    username: 'exporter',
    language: 'de',
    rights: { default: ['execute.run_exportworkbook', 'input.view_item', 'input.view_location'] },
  })
  await buildUser(database, {
    username: 'importer',
    rights: { default: ['execute.run_importworkbook', 'input.add_item', 'input.view_item'] },
  })
  await buildUser(database, {
    username: 'seller',
    rights: { default: ['execute.run_importworkbook', 'input.add_item', 'input.add_demand'] },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

beforeEach(async () => {
  await server.database.query({ text: 'TRUNCATE "default".item, "default".location CASCADE' })
  await server.request('POST', '/api/input/location/', { body: [{ name: 'Ghent' }] })
  await server.request('POST', '/api/input/item/', {
    body: [
      { name: 'bolt', cost: 1.5, description: '=1+1' },
      { name: 'nut', owner: 'bolt' },
    ],
  })
})

async function download(path: string, as: string, file: string): Promise<Response> {
  const authorization = encodeBasic({ name: as, password: goodPassword })
  const response = await fetch(server.address + path, { method: 'POST', headers: { authorization } })
  requireContract('POST', path, response)
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  return response
}

function form(content: Buffer, name = 'plan.xlsx', fields: Readonly<Record<string, string>> = {}): FormData {
  const data = new FormData()
  for (const [key, value] of Object.entries(fields)) data.append(key, value)
  data.append('file', new Blob([new Uint8Array(content)]), name)
  return data
}

const itemSheet = (rows: readonly (readonly (string | number | null)[])[], name = 'item') =>
  buildWorkbook({ sheets: [{ name, rows: rowsXml(rows) }] })

const send = (body: FormData, query = '', as = 'admin') =>
  server.request('POST', `/execute/importworkbook/${query}`, { body, as })

describe('POST /execute/exportworkbook/', () => {
  it('is for those with the right, and shows what they may see', async () => {
    expect(await server.request('POST', '/execute/exportworkbook/', { as: null })).toMatchObject({
      status: 401,
    })
    expect(await server.request('POST', '/execute/exportworkbook/', { as: 'viewer' })).toMatchObject({
      status: 403,
    })
    const path = '/execute/exportworkbook/?entities=input.item,input.demand'
    expect(await server.request('POST', path, { as: 'exporter' })).toMatchObject({ status: 403 })
    expect(await server.request('GET', '/execute/exportworkbook/')).toMatchObject({ status: 405 })
  })

  it('names what no workbook can hold', async () => {
    for (const [query, words] of [
      ['entities=common.user', 'common.user'],
      ['entities=input.nonsense', 'input.nonsense'],
      ['anonymous=perhaps', 'anonymous'],
      ['output=/etc/passwd', 'output'],
      // With its extension the name has more bytes than a file system allows.
      [`output=${'a'.repeat(252)}`, 'output'],
    ] as const) {
      const answer = await server.request('POST', `/execute/exportworkbook/?${query}`)
      expect([query, answer.status]).toEqual([query, 400])
      expect(answer.text).toContain(words)
    }
  })

  it('answers the file, a sheet per entity in the language of the user, keys first', async () => {
    await withTempFolder(async (folder) => {
      const file = join(folder, 'out.xlsx')
      const response = await download('/execute/exportworkbook/', 'exporter', file)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe(
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      )
      expect(response.headers.get('content-disposition')).toBe('attachment; filename="workbook.default.xlsx"')
      const sheets = await sheetsOf(file)
      expect(Object.keys(sheets)).toEqual(['Standort', 'Artikel'])
      expect(sheets['Artikel']?.[0]?.[0]).toBe('Name')
      expect(sheets['Artikel']?.slice(1).map(([name]) => name)).toEqual(['bolt', 'nut'])
      expect(sheets['Artikel']?.flat()).toContain('=1+1')
    })
  })

  it.each(['0', 'false', 'no'])('takes anonymous=%s for a no', async (value) => {
    await withTempFolder(async (folder) => {
      const file = join(folder, 'out.xlsx')
      const path = `/execute/exportworkbook/?entities=item&anonymous=${value}`
      const response = await download(path, 'admin', file)
      expect(response.headers.get('x-warning')).toBe(null)
      expect((await sheetsOf(file))['item']?.flat()).toContain('bolt')
    })
  })

  it('answers a template: the same sheets without their records, which may be filled in', async () => {
    await withTempFolder(async (folder) => {
      const file = join(folder, 'template.xlsx')
      const answer = await download('/execute/exportworkbook/?entities=item&template=1', 'exporter', file)
      expect(answer.headers.get('content-disposition')).toContain('template.xlsx')
      const full = join(folder, 'full.xlsx')
      await download('/execute/exportworkbook/?entities=item&template=0', 'exporter', full)
      const [title, rows] = Object.entries(await sheetsOf(full))[0]!
      expect(rows).toHaveLength(3)
      expect(await sheetsOf(file)).toEqual({ [title]: rows.slice(0, 1) })
    })
  })

  it('warns of what remains in an anonymous one', async () => {
    await withTempFolder(async (folder) => {
      const file = join(folder, 'out.xlsx')
      const response = await download('/execute/exportworkbook/?entities=item&anonymous=1', 'admin', file)
      expect(response.headers.get('x-warning')).toContain('review')
      const names = (await sheetsOf(file))['item']?.slice(1).map(([name]) => name)
      expect(names).toEqual(['item 000001', 'item 000002'])
    })
  })
})

describe('POST /execute/importworkbook/', () => {
  it('is for those with the right, before the file is taken', async () => {
    const body = form(await itemSheet([['name'], ['x']]))
    expect(await send(body, '', 'viewer')).toMatchObject({ status: 403 })
    expect(await server.request('POST', '/execute/importworkbook/')).toMatchObject({ status: 404 })
    expect(await send(body, '?nonsense=1')).toMatchObject({ status: 400 })
    expect(await send(body, '?tolerate=-1')).toMatchObject({ status: 400 })
    const answer = await send(body, '?file=other.xlsx')
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('file')])
    expect(await readdir(workbookFolder(server.settings, 'default').path)).toEqual([])
  })

  it('launches one import for requests with the same Idempotency-Key and the same file', detail, async () => {
    const headers = { 'idempotency-key': 'upload' }
    const [two, three] = [
      await itemSheet([
        ['name', 'cost'],
        ['bolt', 2],
      ]),
      await itemSheet([
        ['name', 'cost'],
        ['bolt', 3],
      ]),
    ]
    const post = (content: Buffer, name?: string) =>
      server.request('POST', '/execute/importworkbook/', { body: form(content, name), headers })
    // Each of two simultaneous requests may be the first one.
    const [first, again] = await Promise.all([post(two), post(two)])
    expect([again.status, idIn(again)]).toEqual([200, idIn(first)])
    const later = await post(two)
    expect([later.status, idIn(later)]).toEqual([200, idIn(first)])
    expect(await post(three)).toMatchObject({ status: 422 })
    expect(await post(two, 'other.xlsx')).toMatchObject({ status: 422 })
    expect(await readdir(workbookFolder(server.settings, 'default').path)).toHaveLength(1)
    await using _ = await server.startWorker()
    expect(await server.ended(idIn(first))).toMatchObject({ status: 'Done' })
  })

  it('keeps the file of a queued import when the wait for its end fails', async () => {
    const { database } = server
    const { path } = workbookFolder(server.settings, 'default')
    await rm(path, { recursive: true, force: true })
    const rename = (from: string, to: string) =>
      database.query({ text: `ALTER TABLE control."${from}" RENAME TO "${to}"` })
    const queued = async () => {
      const { rows } = await database.query<{ id: number; file: string }>({
        text: `SELECT "id"::integer AS "id", "parameters"->>'file' AS "file" FROM control."task" WHERE "idempotency_key" = 'breaks'`,
      })
      return rows[0]
    }
    const body = form(await itemSheet([['name'], ['bolt']]))
    const headers = { 'idempotency-key': 'breaks', prefer: 'wait=30' }
    const sent = server.request('POST', '/execute/importworkbook/', { body, headers })
    const { id, file } = await until('the import is queued', queued)
    await rename('task', 'elsewhere')
    await database.query({ text: `SELECT pg_notify('task_changed', '1:Waiting')` })
    expect((await sent).status).toBeGreaterThanOrEqual(500)
    await rename('elsewhere', 'task')
    expect(await readdir(path)).toEqual([file])
    await using _ = await server.startWorker()
    expect(await server.ended(id)).toMatchObject({ status: 'Done' })
  })

  it('takes a workbook with a long name of long characters', detail, async () => {
    const body = form(await itemSheet([['name'], ['bolt']]), `${'計'.repeat(75)}.xlsx`)
    const answer = await send(body)
    expect(answer).toMatchObject({ status: 200 })
    await using _ = await server.startWorker()
    expect((await server.ended(idIn(answer))).message).toMatch(/^計{50,}\.xlsx: item: /)
  })

  it('launches the import and answers its number', detail, async () => {
    await using worker = await server.startWorker()
    const answer = await send(
      form(
        await itemSheet([
          ['name', 'cost'],
          ['bolt', 2],
          ['screw', 3],
        ]),
      ),
    )
    expect(answer).toMatchObject({ status: 200, json: { message: 'Successfully launched task' } })
    const task = await server.ended(idIn(answer))
    expect(task).toMatchObject({
      status: 'Done',
      message: 'plan.xlsx: item: 1 created, 1 updated, 0 unchanged.',
    })
    expect(await server.request('GET', '/api/input/item/screw/')).toMatchObject({ json: { cost: 3 } })
    expect(await readdir(workbookFolder(server.settings, 'default').path)).toEqual([])
    expect(worker).toBeDefined()
  })

  it('rejects faulty rows with sheet, row, field, value and reason, and gives them back to be corrected', async () => {
    await using worker = await server.startWorker()
    const answer = await send(
      form(
        await itemSheet([
          ['name', 'cost'],
          ['bolt', 'dear'],
          ['screw', 3],
        ]),
        'new items.xlsx',
      ),
    )
    const task = await server.ended(idIn(answer))
    expect(task).toMatchObject({
      status: 'Failed',
      message: expect.stringContaining('item: 1 created, 0 updated, 0 unchanged, 1 rejected.'),
    })
    expect(await server.log(task)).toContain('sheet "item", row 2, cost "dear": ')
    const errors = folderOf(server.settings, 'default', 'errors').path
    expect(await readdir(errors)).toEqual(['item.new items.errors.csv'])
    expect(await readFile(join(errors, 'item.new items.errors.csv'), 'utf8')).toContain('bolt,dear')
    expect(worker).toBeDefined()
  })

  it(
    'does not blame another transaction when a row takes the natural key of another record',
    detail,
    async () => {
      await using worker = await server.startWorker()
      await server.request('POST', '/api/input/buffer/', {
        body: ['bolt', 'nut'].map((item) => ({ item, location: 'Ghent' })),
      })
      const { rows: stored } = await server.database.query<{ id: string }>({
        text: `SELECT "id"::text AS id FROM "default".buffer WHERE "item" = 'bolt'`,
      })
      const rows = [['id', 'item', 'location'], ...stored.map(({ id }) => [id, 'nut', 'Ghent'])]
      const log = await server.log(
        await server.ended(idIn(await send(form(await itemSheet(rows, 'buffer'), 'taken key.xlsx')))),
      )
      expect(log).toContain(
        'Tried again, to rule out a change of the same records by another transaction: "buffer".',
      )
      expect(log).toContain('Sheet "buffer" is refused: ')
      expect(worker).toBeDefined()
    },
  )

  it('keeps the rejected rows of a stored import when a later one stores nothing', detail, async () => {
    await using worker = await server.startWorker()
    const errors = folderOf(server.settings, 'default', 'errors').path
    await server.ended(
      idIn(
        await send(
          form(
            await itemSheet([
              ['name', 'cost'],
              ['cog', 'dear'],
            ]),
            'kept.xlsx',
          ),
        ),
      ),
    )
    const refused = form(
      await itemSheet([
        ['name', 'cost'],
        ['cam', 'dear'],
      ]),
      'kept.xlsx',
      { 'all-or-nothing': 'true' },
    )
    await server.ended(idIn(await send(refused)))
    expect(await readFile(join(errors, 'item.kept.errors.csv'), 'utf8')).toContain('cog,dear')
    expect(await readFile(join(errors, 'item.kept.errors.unstored.csv'), 'utf8')).toContain('cam,dear')
    expect(worker).toBeDefined()
  })

  it('tells what is stored although the file of rejected rows cannot be written', detail, async () => {
    await using worker = await server.startWorker()
    const errors = folderOf(server.settings, 'default', 'errors').path
    await mkdir(join(errors, 'item.taken.errors.csv', 'in'), { recursive: true })
    const rows = [
      ['name', 'cost'],
      ['bolt', 'dear'],
      ['screw', 4],
    ]
    const answer = await send(form(await itemSheet(rows), 'taken.xlsx'))
    const task = await server.ended(idIn(answer))
    await rm(join(errors, 'item.taken.errors.csv'), { recursive: true })
    expect(task.message).toMatch(/item: .*, 1 rejected\. .*item\.taken\.errors\.csv/)
    const all = await send(form(await itemSheet(rows), 'all.xlsx', { 'all-or-nothing': 'true' }))
    expect(await server.log(await server.ended(idIn(all)))).toContain(
      'The rejected rows are in errors/item.all.errors.unstored.csv. Nothing is stored: correct them in all.xlsx',
    )
    expect(worker).toBeDefined()
  })

  it('tells which sheets were read, which are blank, and which were left alone', detail, async () => {
    await using worker = await server.startWorker()
    const message = async (
      sheets: Readonly<Record<string, readonly (readonly string[])[]>>,
      fields = {},
    ): Promise<readonly unknown[]> => {
      const book = Object.entries(sheets).map(([name, rows]) => ({ name, rows: rowsXml(rows) }))
      const body = form(await buildWorkbook({ sheets: book }), 'e.xlsx', fields)
      const { status, message: text } = await server.ended(idIn(await send(body)))
      return [status, text]
    }
    expect(await message({ item: [] })).toEqual(['Done', 'e.xlsx: No rows changed. Blank sheets: "item".'])
    expect(await message({ foo: [['a']], users: [['b']], demand: [], item: [['name'], ['washer']] })).toEqual(
      [
        'Done',
        'e.xlsx: item: 1 created, 0 updated, 0 unchanged. Blank sheets: "demand". Left alone: "foo", "users".',
      ],
    )
    const names =
      'item demand location customer supplier resource skill calendar operation buffer bucket setupmatrix'
    const blank = Object.fromEntries(names.split(' ').map((name) => [name, []]))
    expect((await message(blank))[1]).toMatch(/Blank sheets: (?:"\w+", ){10}… \(\+2\)\.$/)
    expect(
      await message(
        {
          item: [
            ['name', 'cost'],
            ['ring', ''],
            ['seal', 'x'],
          ],
        },
        { 'all-or-nothing': 'true' },
      ),
    ).toEqual([
      'Failed',
      'e.xlsx: Nothing was stored. If it had been stored: item: 1 created, 0 updated, 0 unchanged, 1 rejected.',
    ])
    expect(worker).toBeDefined()
  })

  it('creates missing records only for those who may add them', detail, async () => {
    await using worker = await server.startWorker()
    const rows = [
      ['name', 'item', 'location', 'quantity'],
      ['SO 1', 'wheel', 'Ghent', 1],
      ['SO 2', 'wheel', 'Lille', 1],
    ]
    const body = form(await itemSheet(rows, 'demand'))
    const task = await server.ended(idIn(await send(body, '', 'seller')))
    expect(task).toMatchObject({
      status: 'Failed',
      message: expect.stringContaining(
        'demand: 1 created, 0 updated, 0 unchanged, 1 rejected. Created with just a name, because rows refer to them: item "wheel"',
      ),
    })
    expect(await server.log(task)).toContain('location "Lille": There is no location "Lille".')
    expect(await server.request('GET', '/api/input/location/Lille/')).toMatchObject({ status: 404 })
    expect(worker).toBeDefined()
  })

  it('adds only, for somebody who may not change', detail, async () => {
    await using worker = await server.startWorker()
    const body = form(
      await itemSheet([
        ['name', 'cost'],
        ['bolt', 2],
        ['screw', 3],
      ]),
    )
    const task = await server.ended(idIn(await send(body, '', 'importer')))
    expect(task).toMatchObject({
      status: 'Failed',
      message: expect.stringContaining('1 created, 0 updated, 0 unchanged, 1 rejected'),
    })
    const other = form(await itemSheet([['name'], ['Lille']], 'location'))
    const refused = await server.ended(idIn(await send(other, '', 'importer')))
    expect(refused).toMatchObject({ status: 'Failed', message: expect.stringContaining('1 sheet refused') })
    expect(worker).toBeDefined()
  })

  it('takes parameters as fields of the form as well', detail, async () => {
    await using worker = await server.startWorker()
    const body = form(await itemSheet([['name'], ['screw']]), 'plan.xlsx', { dryrun: '1' })
    const task = await server.ended(idIn(await send(body)))
    expect(task).toMatchObject({ status: 'Done', message: expect.stringContaining('nothing was stored') })
    expect(await server.request('GET', '/api/input/item/screw/')).toMatchObject({ status: 404 })
    expect(worker).toBeDefined()
  })

  it('refuses at once what is no workbook, or has no sheet of an entity, and keeps nothing of it', async () => {
    const whole = await itemSheet([['name'], ['screw']])
    const other = await itemSheet([['name'], ['screw']], 'Notes')
    for (const [file, words] of [
      [Buffer.from('PK not really'), /plan\.xlsx\\?" cannot be imported: it is/],
      [whole.subarray(0, whole.length >> 1), /it is cut short/],
      [other, /none of its sheets can be imported: \\?"Notes/],
    ] as const) {
      const answer = await send(form(file))
      expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(words)])
    }
    expect(await readdir(workbookFolder(server.settings, 'default').path)).toEqual([])
  })

  it('takes no file of the machine, nor that of somebody else', async () => {
    for (const file of ['/etc/passwd', '../../x.xlsx', `1-${'0'.repeat(32)}-plan.xlsx`]) {
      const query = new URLSearchParams({ file }).toString()
      expect(await server.request('POST', `/execute/api/importworkbook/?${query}`)).toMatchObject({
        status: 400,
      })
    }
  })
})

describe('planctl', () => {
  it('writes a workbook and reads it back, changing nothing', async () => {
    await withTempFolder(async (folder) => {
      const env = { PLANCTL_VAR: server.folder, DATABASE_URL: server.url }
      const path = join(folder, 'all.xlsx')
      const written = await warmPlanctl(['exportworkbook', `--output=${path}`], { env, cwd: folder })
      expect(written).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('records of') })
      const read = await warmPlanctl(['importworkbook', path], { env, cwd: folder })
      expect(read).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining('item: 0 created, 0 updated, 2 unchanged'),
      })
      const missing = await warmPlanctl(['importworkbook', 'nowhere.xlsx'], { env, cwd: folder })
      expect(missing).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('nowhere.xlsx') })
    })
  })

  it('writes where it is told to, and no workbook under the ending of another file', detail, async () => {
    await withTempFolder(async (folder) => {
      const env = { PLANCTL_VAR: server.folder, DATABASE_URL: server.url }
      const write = (output: string) =>
        warmPlanctl(['exportworkbook', '--entities=item', `--output=${output}`], { env, cwd: folder })
      expect(await write('plain')).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining(`written to ${join(folder, 'plain')}.`),
      })
      const refused = await write('items.csv')
      expect(refused).toMatchObject({
        exitCode: 2,
        stderr: 'planctl: Parameter "output" is invalid: must not have the ending ".csv"; use .xlsx.\n',
      })
      expect(await readdir(folder)).toEqual(['plain'])
    })
  })

  it.each(['-', '/dev/stdout'])('writes the workbook to standard output as %s', detail, async (output) => {
    await withTempFolder(async (folder) => {
      const env = { ...cleanEnvironment(), PLANCTL_VAR: server.folder, DATABASE_URL: server.url }
      const line = `"${planctlPath}" exportworkbook --entities=item --output=${output} 2> messages | cat > piped.xlsx`
      await promisify(execFile)('sh', ['-c', line], { env, cwd: folder })
      expect(Object.keys(await sheetsOf(join(folder, 'piped.xlsx')))).toHaveLength(1)
      expect(await readFile(join(folder, 'messages'), 'utf8')).toContain('written to /dev/stdout')
      expect((await readdir(folder)).toSorted()).toEqual(['messages', 'piped.xlsx'])
      const intoFile = `"${planctlPath}" exportworkbook --entities=item --output=${output} 2> messages > file.xlsx; echo end >> file.xlsx`
      await promisify(execFile)('sh', ['-c', intoFile], { env, cwd: folder })
      const written = await readFile(join(folder, 'file.xlsx'))
      expect(written.subarray(0, 2).toString()).toBe('PK')
      expect(written.subarray(-4).toString()).toBe('end\n')
      expect((await readdir(folder)).toSorted()).toEqual(['file.xlsx', 'messages', 'piped.xlsx'])
    })
    const env = { PLANCTL_VAR: server.folder, DATABASE_URL: server.url }
    const queued = await warmPlanctl(['exportworkbook', `--output=${output}`, '--background'], { env })
    expect(queued).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('no standard input and output'),
    })
  })

  it('writes a template', async () => {
    await withTempFolder(async (folder) => {
      const file = join(folder, 'form.xlsx')
      const { exitCode, stdout } = await warmPlanctl(
        ['exportworkbook', '--template', '--entities=item,demand', `--output=${file}`],
        { env: { PLANCTL_VAR: server.folder, DATABASE_URL: server.url } },
      )
      expect([exitCode, stdout.trim()]).toEqual([
        0,
        `A template with sheets for 2 entities written to ${file}.`,
      ])
      expect(Object.values(await sheetsOf(file)).map((rows) => rows.length)).toEqual([1, 1])
    })
  })

  it('keeps it in the export folder unless a file is named', detail, async () => {
    const env = { PLANCTL_VAR: server.folder, DATABASE_URL: server.url }
    const written = await warmPlanctl(['exportworkbook', '--entities=input.item', '--anonymous'], { env })
    expect(written).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('written to export/workbook.xlsx'),
    })
    expect(await readdir(folderOf(server.settings, 'default', 'export').path)).toEqual(['workbook.xlsx'])
  })
})

/** Tests two servers whose files are in an object store: folders, imports, exports, backups, logs, and failures. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, request } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { logFolder } from '../../src/files/folders/folder.ts'
import { deleteScenarioFiles } from '../../src/files/folders/scenario-files.ts'
import { checkStore } from '../../src/http/doctor/machine-checks.ts'
import { loadSettings } from '../../src/settings/load-settings.ts'
import type { BlobStore } from '../../src/storage/blob-store.ts'
import { s3PlaceOf } from '../../src/storage/s3-connection.ts'
import { findObject, getObject } from '../../src/storage/s3-reads.ts'
import { copyObject, deleteObjects, putObject } from '../../src/storage/s3-writes.ts'
import { storeOf } from '../../src/storage/store-of.ts'
import { storeDump } from '../../src/tasks/stored-dumps.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { planctl } from '../support/planctl.ts'
import { rawRequest } from '../support/raw-http.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { idIn } from '../support/task-server.ts'
import { buildUser, goodPassword } from '../support/users.ts'
import { until } from '../support/wait.ts'
import { type ObjectStore, startObjectStore, unconditionalFiles } from './support/object-store.ts'

let held: TestDatabase
let store: ObjectStore
/** Runs the tasks. */
let one: ServerProcess
/** Runs no tasks, and has no folder in common with the other server. */
let two: ServerProcess
let folder: string
const cleanup = new AsyncDisposableStack()

const secret = { JWT_SECRET: 'a secret of 32 characters or more' }
const authorization = encodeBasic({ name: 'admin', password: goodPassword })

beforeAll(async () => {
  store = cleanup.use(await startObjectStore())
  held = cleanup.use(await createTestDatabase())
  folder = await mkdtemp(join(tmpdir(), 'planning-store-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  await buildUser(held.database, { username: 'admin', rights: { default: 'superuser' } })
  const settings = { ...store.settings, ...secret, SUPPORT_ACCOUNTS: 'admin' }
  const start = async (name: string, more: Readonly<Record<string, string>>): Promise<ServerProcess> => {
    await mkdir(join(folder, name))
    return startServerProcess({
      databaseUrl: held.url,
      folder: join(folder, name),
      settings: { ...settings, ...more },
    })
  }
  ;[one, two] = await Promise.all([
    start('one', { TASK_CONCURRENCY: '2' }),
    start('two', { TASK_CONCURRENCY: '0', FILES_PRESIGNED: 'true' }),
  ])
  cleanup.use(one)
  cleanup.use(two)
})
afterAll(() => cleanup.disposeAsync())

const environment = (name: string, more: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries({
      DATABASE_URL: held.url,
      VAR: join(folder, name),
      ...store.settings,
      ...secret,
      ...more,
    }).map(([key, value]) => [`PLANCTL_${key}`, value]),
  )

const blobsOf = (more: Readonly<Record<string, string>> = {}): BlobStore =>
  storeOf(loadSettings({ cwd: folder, env: environment('test', more) }))!

const objects = async (): Promise<readonly string[]> => {
  return (await blobsOf().list('')).map(({ key }) => key)
}

async function upload(server: ServerProcess, files: Readonly<Record<string, string>>): Promise<number> {
  const data = new FormData()
  for (const [name, text] of Object.entries(files)) data.append(name, new Blob([text]), name)
  return (await server.request('POST', '/execute/uploadtofolder/0/', { body: data })).status
}

const namesIn = async (server: ServerProcess, number: number): Promise<readonly string[]> => {
  const { json } = await server.request('GET', `/execute/uploadtofolder/${number}/`)
  return Array.isArray(json) ? json.map(({ name }: { name: string }) => name) : []
}

/** Waits for the end of a task and returns its status and message. */
const ended = (id: number) =>
  until(`task ${id} to end`, async () => {
    const { rows } = await held.database.query<{ status: string; message: string }>({
      text: `SELECT "status", "message" FROM control."task" WHERE "id" = $1 AND "finished" IS NOT NULL`,
      values: [id],
    })
    return rows[0]
  })

async function run(server: ServerProcess, task: string): Promise<number> {
  const id = idIn(await server.request('POST', `/execute/api/${task}`))
  expect(await ended(id)).toMatchObject({ status: 'Done' })
  return id
}

const logOf = (server: ServerProcess, id: number, headers: Readonly<Record<string, string>> = {}) =>
  server.request('GET', `/execute/api/log/?id=${id}`, { headers })

it('lists, sends, previews and deletes at one server what another has received', async () => {
  expect(await upload(one, { 'été.csv': 'name\na\n', 'item.csv': 'name\nbolt\nnut\n' })).toBe(200)
  expect(await namesIn(two, 0)).toEqual(['item.csv', 'été.csv'])
  const path = '/execute/downloadfromfolder/0/item.csv/'
  const part = await one.request('GET', path, { headers: { range: 'bytes=5-8' } })
  expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, 'bolt', 'bytes 5-8/14'])
  const tag = part.headers.get('etag')!
  expect((await one.request('GET', path, { headers: { 'if-none-match': tag } })).status).toBe(304)
  const redirect = await two.request('GET', path)
  expect(redirect.status).toBe(302)
  const direct = await fetch(redirect.headers.get('location')!)
  expect([await direct.text(), direct.headers.get('content-disposition')]).toEqual([
    'name\nbolt\nnut\n',
    'attachment; filename="item.csv"',
  ])
  const preview = await two.request('GET', '/execute/previewfromfolder/0/item.csv/')
  expect(preview.json).toMatchObject({
    entity: 'input.item',
    header: ['name'],
    rows: [{ cells: ['bolt'] }, {}],
  })
  const zip = await two.request('GET', '/execute/downloadfromfolder/0/')
  expect([zip.status, zip.text.slice(0, 2)]).toEqual([200, 'PK'])
  const removed = await two.request('DELETE', `/execute/deletefromfolder/0/${encodeURIComponent('été.csv')}/`)
  expect(removed.status).toBe(200)
  expect(await namesIn(one, 0)).toEqual(['item.csv'])
  expect(await objects()).toEqual(['upload/default/item.csv'])
})

it('refuses names that lead out of the folder', async () => {
  for (const name of ['..%2f..%2flog%2fx', '%2e%2e', '.draft-1.part', 'export%2fa.csv']) {
    for (const method of ['GET', 'DELETE']) {
      const place = method === 'GET' ? 'downloadfromfolder' : 'deletefromfolder'
      const { status } = await rawRequest(one.url, method, `/execute/${place}/0/${name}/`, {
        headers: { authorization },
      })
      expect([method, name, status]).toEqual([
        method,
        name,
        expect.toSatisfy((code) => [400, 404].includes(code)),
      ])
    }
  }
  expect(await upload(one, { '../../log/escaped.csv': 'name\n' })).toBe(400)
  expect(await objects()).toEqual(['upload/default/item.csv'])
})

it('imports a folder at one server, and shows the log at the other while the task runs', async () => {
  const lines: string[] = []
  let id = 0
  await held.database.withTransaction(async (client) => {
    await client.query('LOCK TABLE "default"."item"')
    id = idIn(await two.request('POST', '/execute/api/importfromfolder/?on-processed=archive'))
    const following = await fetch(`${two.url}/execute/api/events?id=${id}`, { headers: { authorization } })
    const decoder = new TextDecoder()
    // The stream ends with the task, but the task cannot end before the lock is released.
    for await (const chunk of following.body!) {
      lines.push(decoder.decode(chunk, { stream: true }))
      if (lines.join('').includes('importfromfolder in scenario default, begins')) break
    }
  })
  expect(await ended(id)).toMatchObject({
    status: 'Done',
    message: 'item: 2 created, 0 updated, 0 unchanged.',
  })
  const { json } = await two.request('GET', '/api/input/item/?name__in=bolt,nut')
  expect(json).toHaveLength(2)
  await until('the log to be archived', async () =>
    (await objects()).includes(`log/importfromfolder.${id}.log`),
  )
  const log = await logOf(two, id)
  expect(log.text).toMatch(/begins\.\n.*is moved to archive[^]*item\.csv: 2 created[^]*Done: item: 2 created/)
  const tail = await logOf(two, id, { range: 'bytes=-10' })
  expect([tail.status, tail.text]).toEqual([206, log.text.slice(-10)])
  const { stdout } = await planctl(['log', String(id)], { env: environment('two') })
  expect(stdout.trim()).toBe(log.text.trim())
  const { rows } = await held.database.query({ text: 'SELECT FROM control."tasklog"' })
  expect(rows).toHaveLength(0)
  expect((await objects()).filter((key) => key.includes('item'))).toEqual([
    expect.stringMatching(/^upload\/default\/archive\/\d+\.item\.csv$/),
  ])
  expect((await readdir(join(folder, 'one/log'))).filter((name) => name.endsWith('.log'))).toEqual([])
})

it('exports files, imports an exported workbook and writes rejected rows', detail, async () => {
  await run(one, 'exporttofolder/?files=item.xlsx,item.csv.gz')
  expect(await namesIn(two, 1)).toEqual(['item.csv.gz', 'item.xlsx'])
  const { status, headers } = await one.request('GET', '/execute/downloadfromfolder/1/item.xlsx/')
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheetml')])
  const workbook = await fetch(`${one.url}/execute/downloadfromfolder/1/item.xlsx/`, {
    headers: { authorization },
  })
  const data = new FormData()
  data.append('item.xlsx', await workbook.blob(), 'item.xlsx')
  data.append('location.csv', new Blob(['name,available\nwest,no such calendar\n']), 'location.csv')
  await two.request('POST', '/execute/uploadtofolder/0/', { body: data })
  const id = idIn(await two.request('POST', '/execute/api/importfromfolder/?tolerate=1'))
  expect(await ended(id)).toMatchObject({
    status: 'Done',
    message: expect.stringContaining('item: 0 created, 0 updated, 2 unchanged'),
  })
  expect(await namesIn(two, 2)).toEqual(['location.errors.csv'])
  expect(await readdir(join(folder, 'one/scratch'))).toEqual([])
})

it('imports a workbook and a file of the wizard that another server has received', detail, async () => {
  const exported = await fetch(`${one.url}/execute/downloadfromfolder/1/item.xlsx/`, {
    headers: { authorization },
  })
  const workbook = new FormData()
  workbook.append('file', await exported.blob(), 'item.xlsx')
  const task = idIn(await two.request('POST', '/execute/importworkbook/', { body: workbook }))
  expect(await ended(task)).toMatchObject({
    status: 'Done',
    message: expect.stringContaining('item: 0 created, 0 updated, 2 unchanged'),
  })
  const table = new FormData()
  table.append('file', new Blob(['name,available\nnorth,\nsouth,no such calendar\n']), 'places.csv')
  const { json } = await two.request('POST', '/api/import/input/location/', { body: table })
  const upload = String(Object(json).id)
  const parameters = `upload=${upload}&entity=input.location&tolerate=1`
  await run(two, `importfromfolder/?${parameters}`)
  const place = `/api/import/input/location/${upload}`
  expect((await two.request('GET', `${place}/outcome/`)).json).toMatchObject({ created: 1, rejected: 1 })
  expect((await one.request('GET', `${place}/rejected/`)).text).toContain('south')
  expect((await two.request('DELETE', `${place}/`)).status).toBe(204)
  expect((await one.request('GET', `${place}/outcome/`)).status).toBe(404)
  expect((await objects()).filter((key) => /workbooks|uploads/.test(key))).toEqual([])
})

it('backs up to the store, and restores from it by name', async () => {
  const id = await run(two, 'backup/')
  const dump = (await objects()).find((key) => key.endsWith('.sql.gz'))
  const name = dump!.replace('log/', '')
  const download = await one.request('GET', `/execute/logdownload/${id}/`)
  expect([download.status, download.headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename="${name}"`,
  ])
  await two.request('DELETE', '/api/input/item/bolt/')
  const restored = await planctl(['restore', name, '--noinput'], { env: environment('two') })
  expect(restored).toMatchObject({ exitCode: 0 })
  expect((await two.request('GET', '/api/input/item/bolt/')).status).toBe(200)
  expect(await readdir(join(folder, 'two/scratch'))).toEqual([])
})

it('continues a download at the byte at which the connection broke, however often it breaks', async () => {
  const endpoint = new URL(store.settings['FILES_ENDPOINT']!)
  let connections = 0
  const proxy = createServer((client) => {
    connections += 1
    const upstream = connect(Number(endpoint.port), endpoint.hostname)
    let bytes = 0
    upstream.on('data', (chunk) => {
      bytes += chunk.length
      if (bytes <= 2 ** 20) client.write(chunk)
      else client.destroy()
    })
    client.pipe(upstream)
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined)
      socket.on('close', () => (socket === client ? upstream : client).destroy())
    }
  }).listen(0, '127.0.0.1')
  try {
    await once(proxy, 'listening')
    const address = proxy.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const content = randomBytes(6 * 2 ** 20)
    const through = { FILES_ENDPOINT: `http://127.0.0.1:${port}` }
    await blobsOf().put('broken', content)
    const read = await blobsOf(through).get('broken')
    expect((await buffer(read!)).equals(content)).toBe(true)
    expect(connections).toBeGreaterThan(5)
    await blobsOf().delete(['broken'])
  } finally {
    proxy.close()
  }
})

it('refuses to start beside servers with another place of files', detail, async () => {
  const worker = await planctl(['runworker'], {
    env: environment('three', { FILES_URL: 's3://planning/other' }),
  })
  expect(worker).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('FILES_URL is not that of a server'),
  })
})

const settingsFor = (files: string) =>
  loadSettings({ cwd: folder, env: environment('test', { FILES_URL: files }) })

/** Zeros in parts that are together larger than one part of an upload. */
const largeContent = (): Readable => Readable.from(Array.from({ length: 17 }, () => Buffer.alloc(2 ** 20)))
const moment = (): Date => new Date('2026-03-14T02:15:00Z')

it('does not replace an object that must be new, however many write it at once and in parts', async () => {
  const key = 'log/new'
  const contents = Array.from({ length: 4 }, (_, index) => Buffer.alloc(100, String(index)))
  const written = await Promise.all(contents.map((content) => blobsOf().put(key, content, { isNew: true })))
  const first = await buffer((await blobsOf().get(key))!)
  expect(written).toContain(true)
  expect(await blobsOf().put(key, largeContent(), { isNew: true })).toBe(false)
  expect(await blobsOf().put(key, Readable.from([contents[0]!]), { isNew: true })).toBe(false)
  expect((await buffer((await blobsOf().get(key))!)).equals(first)).toBe(true)
  expect(await blobsOf().put('log/large', largeContent(), { isNew: true })).toBe(true)
  await blobsOf().delete([key, 'log/large'])
})

it('warns of a store that ignores this condition, and still keeps each of several backups', async () => {
  expect(await checkStore(settingsFor('s3://planning/test/files'))).toMatchObject([{ state: 'ok' }])
  expect(await checkStore(settingsFor(unconditionalFiles))).toMatchObject([
    { state: 'ok' },
    { state: 'warning', message: { code: 'check_files_replaced' } },
  ])
  const blobs = blobsOf({ FILES_URL: unconditionalFiles })
  const names: string[] = []
  for (const content of ['first.gz', 'second.gz']) {
    const path = join(folder, content)
    await writeFile(path, content)
    const backup = {
      path,
      fileName: content,
      tables: 1,
      rows: 1,
      size: content.length,
      deleted: [],
      undeleted: [],
    }
    const options = { backup, scenario: 'default', now: moment, signal: AbortSignal.timeout(60_000) }
    const stored = await storeDump(logFolder(settingsFor(unconditionalFiles)), blobs, options)
    names.push(stored.fileName)
  }
  expect(new Set(names).size).toBe(2)
  expect(await blobs.list('log/')).toHaveLength(2)
})

/** Starts a proxy to the store that refuses some requests, and records the addresses of all. */
async function startRefusingStore(refuses: (method: string, url: string) => boolean) {
  const { port, hostname } = new URL(store.settings['FILES_ENDPOINT']!)
  const urls: string[] = []
  const proxy = createHttpServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    urls.push(url)
    if (refuses(method, url)) {
      incoming.resume()
      outgoing.writeHead(403, { 'content-type': 'application/xml' })
      outgoing.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>')
      return
    }
    const forwarded = request({ port, hostname, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  return {
    urls,
    endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    [Symbol.asyncDispose]: async () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

it.each([
  ['to delete', (method: string, url: string) => method === 'DELETE' || /[?&]delete\b/.test(url)],
  ['to list', (method: string, url: string) => method === 'GET' && url.includes('list-type=2')],
])('keeps a backup of a store that refuses %s old ones, and says so', async (action, refuses) => {
  const old = 'log/backup.default.20200101000000.sql.gz'
  await blobsOf().put(old, Buffer.from('old'))
  await using refusing = await startRefusingStore(refuses)
  const env = environment('refused', { FILES_ENDPOINT: refusing.endpoint })
  const { exitCode, stdout, stderr } = await planctl(['backup'], { env })
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^backup\.default\.\d{14}\.sql\.gz/)])
  expect(stderr).toMatch(
    action === 'to delete'
      ? /An old backup could not be deleted: backup\.default\.20200101000000\.sql\.gz: .*AccessDenied/
      : /An old backup could not be deleted: .*AccessDenied/,
  )
  // The folder also contains the logs of all tasks, which can be more than a list may have.
  const lists = refusing.urls.filter((url) => url.includes('list-type=2'))
  expect(lists).toEqual([expect.stringContaining('prefix=test%2Ffiles%2Flog%2Fbackup.')])
  const { rows } = await held.database.query<{ logfile: string }>({
    text: `SELECT "logfile" FROM control."task" WHERE "name" = 'backup' ORDER BY "id" DESC LIMIT 1`,
  })
  expect(await objects()).toEqual(expect.arrayContaining([old, `log/${rows[0]!.logfile}`]))
  await blobsOf().delete([old])
})

it('copies a large object in parts, and rejects a copy of a missing one', detail, async () => {
  const place = s3PlaceOf(loadSettings({ cwd: folder, env: environment('test') }))
  const content = randomBytes(12 * 2 ** 20)
  await putObject(place, 'large', content)
  await copyObject(place, 'large', 'copy of large', 5 * 2 ** 20)
  const copied = await getObject(place, 'copy of large')
  expect((await buffer(copied!)).equals(content)).toBe(true)
  await deleteObjects(place, ['large', 'copy of large'])
  await expect(copyObject(place, 'large', 'copy of large')).rejects.toMatchObject({ code: 'unknown_file' })
  expect(await findObject(place, 'copy of large')).toBeUndefined()
})

it('leaves no file of an upload whose server is killed', async () => {
  const before = await objects()
  const boundary = 'cut'
  const sent = request(`${two.url}/execute/uploadtofolder/0/`, {
    method: 'POST',
    headers: { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  sent.on('error', () => undefined)
  sent.write(
    `--${boundary}\r\nContent-Disposition: form-data; name="demand.csv"; filename="demand.csv"\r\n\r\n`,
  )
  // More than one part: the store has received some of them.
  for (let megabytes = 0; megabytes < 40; megabytes += 1) {
    const accepted = sent.write(Buffer.alloc(2 ** 20, 'x'))
    if (!accepted) await new Promise((resolve) => sent.once('drain', resolve))
  }
  await two.end('SIGKILL')
  expect(await objects()).toEqual(before)
  expect(await namesIn(one, 0)).not.toContain('demand.csv')
})

it('deletes the files of one scenario only', async () => {
  const own = ['upload/gone/item.csv', 'upload/gone/export/demand.csv', 'upload/gone/archive/item.csv']
  const others = ['upload/gone_too/item.csv', 'upload/default/gone.csv', 'upload/default/gone/x.csv']
  for (const key of [...own, ...others]) await blobsOf().put(key, Buffer.from('name\n'))
  const settings = loadSettings({ cwd: folder, env: environment('test') })
  const { counts } = await deleteScenarioFiles(settings, {
    scenario: 'gone',
    scenarios: ['gone', 'gone_too'],
  })
  expect([...counts.keys()]).toEqual(['upload', 'export', 'archive'])
  const left = await objects()
  expect(left).toEqual(expect.arrayContaining(others))
  expect(left.filter((key) => key.startsWith('upload/gone/'))).toEqual([])
  await blobsOf().delete(others)
})

it('answers 503 for files while the store is away, and serves everything else', detail, async () => {
  await store.stop()
  const files = await one.request('GET', '/execute/uploadtofolder/0/')
  expect([files.status, files.headers.get('retry-after')]).toEqual([503, '10'])
  expect(files.text).toContain('The object store of the files cannot be reached')
  expect(await upload(one, { 'item.csv': 'name\n' })).toBe(503)
  expect((await one.request('GET', '/api/input/item/?name=bolt')).status).toBe(200)
  const unready = await until('the check of the store to fail', async () => {
    const { status, json } = await one.request('GET', '/readyz', { as: null })
    return status === 200 && JSON.stringify(json).includes('FILES_URL') ? json : undefined
  })
  expect(unready).toMatchObject({
    status: 'degraded',
    checks: { files: 'FILES_URL cannot be used (store_unavailable)' },
  })
  const doctor = await planctl(['doctor'], { env: environment('two') })
  expect(doctor.stdout + doctor.stderr).toMatch(/files.*s3:\/\/planning\/test\/files: .*cannot be reached/)
  // The log of a task that ends meanwhile stays in the database.
  const id = idIn(await one.request('POST', '/execute/api/importfromfolder/'))
  expect(await ended(id)).toMatchObject({
    status: 'Failed',
    message: expect.stringContaining('object store'),
  })
  expect((await logOf(one, id)).text).toContain('Failed: The object store')
  await store.start()
  expect(await namesIn(one, 1)).toEqual(['item.csv.gz', 'item.xlsx'])
})

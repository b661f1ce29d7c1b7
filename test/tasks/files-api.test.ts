/** Tests the files of a scenario over HTTP: upload, list, download, delete, and permissions. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { fileHandlers } from '../../src/http/files/file-routes.ts'
import { runProgram } from '../support/programs.ts'
import { exchangeBytes, rawRequest } from '../support/raw-http.ts'
import { startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser, goodPassword } from '../support/users.ts'
import { until } from '../support/wait.ts'

const limit = 1_000_000
let server: TaskServer
let folder: string
let aside: string

beforeAll(async () => {
  aside = await mkdtemp(join(tmpdir(), 'files-aside-'))
  server = await startTaskServer({ MAX_FILE_SIZE: String(limit), MAX_FOLDER_SIZE: String(3 * limit) })
  folder = join(server.folder, 'upload/default')
  const { database } = server
  await buildUser(database, { username: 'filer', rights: { default: ['execute.manage_files'] } })
  await buildUser(database, { username: 'norights', rights: { default: [] } })
  await buildUser(database, { username: 'planner', rights: { default: ['execute.run_exporttofolder'] } })
  await buildUser(database, { username: 'outsider', rights: { scenario1: 'superuser' } })
}, 60_000)

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(aside, { recursive: true, force: true })
})

beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'export'), { recursive: true })
})

const authorization = encodeBasic({ name: 'admin', password: goodPassword })

function form(
  files: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>> = {},
): FormData {
  const data = new FormData()
  for (const [field, text] of Object.entries(files))
    data.append(field, new Blob([text]), names[field] ?? 'blob')
  return data
}

const upload = (data: FormData, as = 'admin') =>
  server.request('POST', '/execute/uploadtofolder/0/', { body: data, as })

const part = (name: string): string =>
  `--cut\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n\r\n`

/** Returns the names of all stored files, drafts included. */
const stored = async (): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name !== 'export').toSorted()

const put = (name: string, text: string): Promise<void> => writeFile(join(folder, 'export', name), text)

const get = (name: string, headers: Readonly<Record<string, string>> = {}) =>
  server.request('GET', `/execute/downloadfromfolder/1/${encodeURIComponent(name)}/`, { headers })

const remove = (name: string, number = 0, method = 'DELETE') =>
  server.request(method, `/execute/deletefromfolder/${number}/${name}/`)

/** Returns how often this process has a file of that name open. */
async function openFiles(name: string): Promise<number> {
  const open = await readdir('/proc/self/fd')
  const targets = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return targets.filter((target) => target.includes(name)).length
}

describe('uploading', () => {
  it('keeps several files at once under the names of their fields', async () => {
    const { status, json } = await upload(
      form({ 'demand.csv': 'name\na', 'item.csv.gz': 'gz', 'été 🚲 (1).csv': 'x' }),
    )
    expect([status, json]).toEqual([
      200,
      {
        files: [
          { name: 'demand.csv', size: 6, uploaded: true },
          { name: 'item.csv.gz', size: 2, uploaded: true },
          { name: 'été 🚲 (1).csv', size: 1, uploaded: true },
        ],
      },
    ])
    expect(await stored()).toEqual(['demand.csv', 'item.csv.gz', 'été 🚲 (1).csv'])
    expect(await readFile(join(folder, 'demand.csv'), 'utf8')).toBe('name\na')
  })

  it('takes the name of the file where that of the field says nothing', async () => {
    const data = new FormData()
    data.append('files[]', new Blob(['1']), 'demand.csv')
    data.append('files[]', new Blob(['2']), 'item.csv')
    data.append('csrfmiddlewaretoken', 'ignored')
    expect((await upload(data)).status).toBe(200)
    expect(await stored()).toEqual(['demand.csv', 'item.csv'])
  })

  it('is the line of the specification, with curl', async () => {
    const path = join(aside, 'export 17.csv')
    await writeFile(path, 'name\nA\n')
    const args = ['-sS', '-u', `admin:${goodPassword}`, '-X', 'POST', '-F', `demand.csv=@${path}`]
    const { output, errors } = await runProgram('curl', [
      ...args,
      `${server.address}/execute/uploadtofolder/0/`,
    ])
    expect(errors).toBe('')
    expect(JSON.parse(output)).toMatchObject({ files: [{ name: 'demand.csv', uploaded: true }] })
    expect(await readFile(join(folder, 'demand.csv'), 'utf8')).toBe('name\nA\n')
  })

  it('goes into the folder of the scenario in front', async () => {
    const { status } = await server.request('POST', '/scenario1/execute/uploadtofolder/0/', {
      body: form({ 'demand.csv': '1' }),
    })
    expect(status).toBe(200)
    expect(await readdir(join(server.folder, 'upload/scenario1'))).toContain('demand.csv')
    expect(await stored()).toEqual([])
  })

  it('replaces a file in one step', async () => {
    await upload(form({ 'demand.csv': 'old' }))
    await upload(form({ 'demand.csv': 'new' }))
    expect(await readFile(join(folder, 'demand.csv'), 'utf8')).toBe('new')
  })

  it('says that no file was sent', async () => {
    for (const request of [{}, { body: new FormData() }, { body: form({}) }]) {
      const { status, json } = await server.request('POST', '/execute/uploadtofolder/0/', request)
      expect([status, json]).toMatchObject([404, { detail: 'Missing file selection' }])
    }
    const data = new FormData()
    data.append('name', 'only a field')
    expect((await upload(data)).json).toMatchObject({ detail: 'Missing file selection' })
    const json = await server.request('POST', '/execute/uploadtofolder/0/', { body: { a: 1 } })
    expect(json.status).toBe(415)
  })

  it.each([
    '../x.csv',
    '..\\x.csv',
    '/etc/cron.d/x.csv',
    'a/b.csv',
    '.x.csv',
    'x\u0001.csv',
    'CON.csv',
    'a:b.csv',
  ])('refuses the name %j wherever it stands, and keeps the other files', async (name) => {
    const file = new FormData()
    file.append('file', new Blob(['1']), name)
    for (const bad of [form({ [name]: 'bad' }), file]) {
      bad.append('good.csv', new Blob(['good']))
      const { status, json } = await upload(bad)
      expect([status, json]).toMatchObject([
        400,
        {
          detail: expect.stringContaining('not allowed'),
          files: [{ uploaded: false }, { name: 'good.csv', uploaded: true }],
        },
      ])
    }
    expect(await stored()).toEqual(['good.csv'])
    expect((await readdir(server.folder)).toSorted()).not.toContain('x.csv')
  })

  it('refuses a second file of the same name', async () => {
    const data = new FormData()
    data.append('a.csv', new Blob(['first']))
    data.append('a.csv', new Blob(['second']))
    expect(await upload(data)).toMatchObject({
      status: 400,
      json: { files: [{ uploaded: true }, { uploaded: false }] },
    })
    expect(await readFile(join(folder, 'a.csv'), 'utf8')).toBe('first')
  })

  it('replaces a link instead of following it', async () => {
    const outside = join(aside, 'outside.csv')
    await writeFile(outside, 'untouched')
    await symlink(outside, join(folder, 'demand.csv'))
    expect((await upload(form({ 'demand.csv': 'mine' }))).status).toBe(200)
    expect(await readFile(outside, 'utf8')).toBe('untouched')
  })

  it('keeps one whole file of two that arrive at once under one name', async () => {
    const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(400_000))
    const answers = await Promise.all(texts.map((text) => upload(form({ 'same.csv': text }))))
    // Drafts count towards the maximum folder size as well; uploads that exceed it are rejected.
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(texts).toContain(await readFile(join(folder, 'same.csv'), 'utf8'))
    expect(await stored()).toEqual(['same.csv'])
  })
})

describe('limits of uploads', () => {
  it('are told per file, and what is too much is not kept', async () => {
    const { status, json } = await upload(form({ 'good.csv': '1', 'big.csv': 'x'.repeat(limit + 1) }))
    expect([status, json]).toMatchObject([
      400,
      {
        files: [
          { name: 'good.csv', uploaded: true },
          { name: 'big.csv', uploaded: false },
        ],
      },
    ])
    expect(JSON.stringify(json)).toContain('MAX_FILE_SIZE')
    expect(await stored()).toEqual(['good.csv'])
  })

  it('hold for the folder, where a file that is replaced makes room', async () => {
    for (const name of ['a.csv', 'b.csv', 'c.csv']) {
      expect((await upload(form({ [name]: 'x'.repeat(limit) }))).status).toBe(200)
    }
    const { status, text } = await upload(form({ 'd.csv': 'x' }))
    expect([status, text]).toMatchObject([507, expect.stringContaining('MAX_FOLDER_SIZE')])
    expect((await upload(form({ 'c.csv': 'y'.repeat(limit) }))).status).toBe(200)
    expect(await stored()).toEqual(['a.csv', 'b.csv', 'c.csv'])
  })

  it('end a body of a gigabyte early, and without memory', async () => {
    const before = process.memoryUsage().rss
    const path = join(aside, 'big.csv')
    await writeFile(path, '')
    await truncate(path, 2 ** 30)
    const url = `${server.address}/execute/uploadtofolder/0/`
    const args = ['-sS', '-u', `admin:${goodPassword}`, '-F', `big.csv=@${path}`]
    const announced = await runProgram('curl', [...args, url])
    expect(announced.output).toContain('larger than the limit')
    const chunked = await runProgram('curl', [...args, '-H', 'Transfer-Encoding: chunked', url])
    expect(chunked.output).toContain('MAX_FILE_SIZE')
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20)
    expect(await stored()).toEqual([])
  })

  it('leave nothing of a client that goes in the middle', async () => {
    const { hostname, port } = new URL(server.address)
    const socket = connect({ host: hostname, port: Number(port) })
    const head = `POST /execute/uploadtofolder/0/ HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: multipart/form-data; boundary=cut\r\nContent-Length: 500000\r\n\r\n`
    socket.write(`${head}${part('whole.csv')}1\r\n${part('half.csv')}${'x'.repeat(200_000)}`)
    await until('the draft is there', async () => ((await stored()).length === 2 ? true : undefined))
    socket.destroy()
    expect(
      await until('the draft has gone', async () => ((await stored()).length === 0 ? true : undefined)),
    ).toBe(true)
  })

  it('refuse a form that ends in the middle of a file', async () => {
    const body = `--cut\r\nContent-Disposition: form-data; name="a.csv"; filename="a.csv"\r\n\r\nhalf`
    const headers = { authorization, 'content-type': 'multipart/form-data; boundary=cut' }
    const { status } = await rawRequest(server.address, 'POST', '/execute/uploadtofolder/0/', {
      headers,
      body,
    })
    expect(status).toBe(400)
    const without = await rawRequest(server.address, 'POST', '/execute/uploadtofolder/0/', {
      headers: { ...headers, 'content-type': 'multipart/form-data' },
      body,
    })
    expect(without.status).toBe(400)
    expect(await stored()).toEqual([])
  })
})

describe('a folder that cannot be used', () => {
  it('is said, without giving away where it is', async () => {
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file in its place')
    const { status, text } = await upload(form({ 'a.csv': '1' }))
    expect([status, text]).toEqual([500, expect.stringContaining('UPLOADFILEFOLDER')])
    expect(text).not.toContain(server.folder)
    await rm(folder)
  })

  it.runIf(process.getuid?.() !== 0)('is said when it is not writable', async () => {
    await chmod(folder, 0o500)
    expect((await upload(form({ 'a.csv': '1' }))).status).toBe(500)
    await chmod(folder, 0o700)
  })

  it('may stand on a disk that is full', async (context) => {
    await rm(folder, { recursive: true })
    await mkdir(folder)
    const mounted = await runProgram('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder])
    if (mounted.code !== 0) context.skip('no file system can be mounted here')
    try {
      const { status, text } = await upload(form({ 'a.csv': 'x'.repeat(500_000), 'b.csv': 'fits' }))
      expect([status, text]).toEqual([507, expect.stringContaining('disk')])
      expect(await stored()).toEqual(['b.csv'])
    } finally {
      await runProgram('umount', [folder])
    }
  })
})

describe('listing', () => {
  it('tells name, size, time and entity of each file, and in which order they are imported', async () => {
    await upload(form({ 'demand (2).csv': '12', 'item.csv': '1', 'notes.txt': '1' }))
    await writeFile(join(folder, '.hidden'), '1')
    await symlink('/etc/passwd', join(folder, 'link.csv'))
    const { status, json, headers } = await server.request('GET', '/execute/uploadtofolder/0/')
    const modified = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    expect([status, json]).toEqual([
      200,
      [
        { name: 'demand (2).csv', size: 2, modified, entity: 'input.demand', place: 2 },
        { name: 'item.csv', size: 1, modified, entity: 'input.item', place: 1 },
        { name: 'notes.txt', size: 1, modified, entity: null, place: null },
      ],
    ])
    expect(Number(headers.get('x-free-space'))).toBeGreaterThan(0)
    expect((await server.request('GET', '/execute/uploadtofolder/1/')).json).toEqual([])
    expect((await server.request('GET', '/execute/uploadtofolder/7/')).status).toBe(404)
  })
})

describe('downloading', () => {
  it('gives the file under its name, whatever it is called', async () => {
    await put("plan d'été 🚲.csv", 'a,b\n')
    const { status, text, headers } = await get("plan d'été 🚲.csv")
    expect([status, text]).toEqual([200, 'a,b\n'])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv',
      'content-length': '4',
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="plan d'_t_ __.csv"; filename*=UTF-8''plan%20d%27%C3%A9t%C3%A9%20%F0%9F%9A%B2.csv`,
    })
  })

  it('is the line of the specification, with curl', async () => {
    await put('demand.csv', 'name\nA\n')
    const url = `${server.address}/execute/downloadfromfolder/1/demand.csv/`
    const { output } = await runProgram('curl', ['-sS', '-u', `admin:${goodPassword}`, url])
    expect(output).toBe('name\nA\n')
  })

  it('gives parts, and answers with tags', async () => {
    await put('a.csv', '0123456789')
    const whole = await get('a.csv')
    const etag = whole.headers.get('etag')!
    expect(await get('a.csv', { range: 'bytes=2-4' })).toMatchObject({ status: 206, text: '234' })
    expect(await get('a.csv', { range: 'bytes=-3' })).toMatchObject({ status: 206, text: '789' })
    expect(await get('a.csv', { range: 'bytes=2-4', 'if-range': '"other"' })).toMatchObject({ status: 200 })
    expect(await get('a.csv', { range: 'bytes=2-4', 'if-range': etag })).toMatchObject({ status: 206 })
    expect((await get('a.csv', { range: 'bytes=20-' })).status).toBe(416)
    expect(await get('a.csv', { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' })
    const head = await server.request('HEAD', '/execute/downloadfromfolder/1/a.csv/')
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '10', ''])
    await put('a.csv', 'changed')
    expect((await get('a.csv', { 'if-none-match': etag })).text).toBe('changed')
  })

  it('gives empty files', async () => {
    await put('empty.csv', '')
    expect(await get('empty.csv')).toMatchObject({ status: 200, text: '' })
  })

  it.each([
    '..%2f..%2fsettings.toml',
    '%2e%2e',
    '..%5cx',
    '%2fetc%2fpasswd',
    '.hidden',
    'a%00b',
    '%ff',
    '..%252fx',
  ])('leads nowhere else: %s', async (name) => {
    await put('.hidden', 'secret')
    for (const number of ['0', '1', '2']) {
      const headers = { authorization }
      const path = `/execute/downloadfromfolder/${number}/${name}/`
      const { status } = await rawRequest(server.address, 'GET', path, { headers })
      expect([400, 404]).toContain(status)
      const gone = await rawRequest(server.address, 'DELETE', path.replace('download', 'delete'), { headers })
      expect([400, 404]).toContain(gone.status)
    }
  })

  it('follows no link', async () => {
    await symlink('/etc/passwd', join(folder, 'export/link.csv'))
    expect((await get('link.csv')).status).toBe(404)
    await rm(join(folder, 'export'), { recursive: true })
    await symlink('/etc', join(folder, 'export'))
    expect((await get('passwd')).status).toBe(500)
  })

  it('gives all files as an archive', async () => {
    await put('a.csv', 'x'.repeat(10_000))
    await put('b été.csv', '2')
    const path = join(aside, 'all.zip')
    const url = `${server.address}/execute/downloadfromfolder/1/`
    await runProgram('curl', ['-sS', '-u', `admin:${goodPassword}`, '-o', path, url])
    const script =
      'import sys,zipfile,json; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps(z.namelist()))'
    const { output } = await runProgram('python3', ['-c', script, path])
    expect(JSON.parse(output)).toEqual(['a.csv', 'b été.csv'])
  })

  it('has nothing to give of an empty folder', async () => {
    expect((await server.request('GET', '/execute/downloadfromfolder/1/')).status).toBe(404)
  })

  it('closes the file when its reader leaves', async () => {
    await put('big.csv', 'x'.repeat(20_000_000))
    const child = spawn('curl', [
      '-sS',
      '--limit-rate',
      '100K',
      '-u',
      `admin:${goodPassword}`,
      '-o',
      '/dev/null',
      `${server.address}/execute/downloadfromfolder/1/big.csv/`,
    ])
    await until('the file is open', async () => ((await openFiles('big.csv')) > 0 ? true : undefined))
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(
      await until('the file is closed', async () => ((await openFiles('big.csv')) === 0 ? true : undefined)),
    ).toBe(true)
  })
})

describe('deleting', () => {
  it('removes one file, or all of them', async () => {
    await upload(form({ 'a.csv': '1', 'b.csv': '2', 'c d.csv': '3' }))
    expect(await remove('c%20d.csv')).toMatchObject({ status: 200, json: { deleted: ['c d.csv'] } })
    // Deleting a missing file is no error, because scripts clean up without checking first.
    expect(await remove('c%20d.csv')).toMatchObject({ status: 200, json: { deleted: [] } })
    expect(await remove('a.csv', 1)).toMatchObject({ status: 200, json: { deleted: [] } })
    expect((await remove('a.csv', 0, 'GET')).status).toBe(405)
    expect(await remove('AllFiles')).toMatchObject({ json: { deleted: ['a.csv', 'b.csv'] } })
    expect(await stored()).toEqual([])
  })

  it('leaves sub-folders and links alone', async () => {
    await symlink('/etc/passwd', join(folder, 'link.csv'))
    expect(await remove('link.csv')).toMatchObject({ json: { deleted: [] } })
    expect(await remove('export')).toMatchObject({ json: { deleted: [] } })
    await remove('AllFiles')
    expect(await readdir(folder)).toEqual(['export', 'link.csv'])
  })
})

describe('rights on files', () => {
  /** One request for each route and method. */
  const requests: readonly (readonly [string, string])[] = [
    ['GET', '/execute/uploadtofolder/0/'],
    ['POST', '/execute/uploadtofolder/0/'],
    ['GET', '/execute/downloadfromfolder/1/'],
    ['GET', '/execute/downloadfromfolder/0/a.csv/'],
    ['DELETE', '/execute/deletefromfolder/0/a.csv/'],
    ['GET', '/execute/previewfromfolder/0/a.csv/'],
    ['DELETE', '/execute/deletefromfolder/0/AllFiles/'],
  ]

  it('are asked for by every route of files', () => {
    const known = Object.keys(fileHandlers).map((name) => name.replaceAll(/\{folder\}|\{name\}/g, '*'))
    const asked = new Set(
      requests.map(([method, path]) =>
        [method, path.replace(/\/[01]\//, '/*/').replace(/(?:a\.csv|AllFiles)\/$/, '*/')].join(' '),
      ),
    )
    expect(known.filter((route) => !asked.has(route))).toEqual([])
  })

  it.each([
    [null, 401],
    ['norights', 403],
    ['planner', 403],
    ['outsider', 404],
  ])('are not those of %s', async (as, status) => {
    await writeFile(join(folder, 'a.csv'), 'kept')
    for (const [method, path] of requests) {
      for (const prefix of ['', '/default']) {
        const answer = await server.request(method, prefix + path, {
          as,
          ...(method === 'POST' ? { body: form({ 'x.csv': '1' }) } : {}),
        })
        expect([method, path, answer.status]).toEqual([method, path, status])
      }
    }
    expect(await stored()).toEqual(['a.csv'])
  })

  it('are those of superusers and whoever may manage files, in that scenario', async () => {
    await upload(form({ 'a.csv': '1' }), 'filer')
    for (const as of ['filer', 'admin']) {
      expect((await server.request('GET', '/execute/downloadfromfolder/0/a.csv/', { as })).text).toBe('1')
    }
    expect(
      (await server.request('GET', '/scenario1/execute/uploadtofolder/0/', { as: 'filer' })).status,
    ).toBe(404)
    expect(
      (await server.request('GET', '/scenario1/execute/uploadtofolder/0/', { as: 'outsider' })).status,
    ).toBe(200)
  })

  it('do not let a page of another site upload', async () => {
    const head = `POST /execute/uploadtofolder/0/ HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\nAuthorization: ${authorization}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
    expect(await exchangeBytes(server.address, head)).toContain('403')
  })
})

const look = async (path: string, as = 'filer') => {
  const { status, json } = await server.request('GET', `/execute/previewfromfolder/${path}`, { as })
  return { status, json: Object(json) }
}

describe('a look into a file', () => {
  it('shows a table as the import would read it, and other text line by line', async () => {
    await writeFile(join(folder, 'item.csv'), 'name;cost\na;1\nb;2\n')
    await writeFile(join(folder, 'export/plan.json'), '[\n{}\n]\n')
    expect((await look('0/item.csv/?rows=1')).json).toMatchObject({
      name: 'item.csv',
      entity: 'input.item',
      format: 'csv',
      delimiter: 'semicolon',
      header: ['name', 'cost'],
      rows: [{ line: 2, cells: ['a', '1'] }],
      more: true,
    })
    expect((await look('1/plan.json/')).json).toMatchObject({
      entity: null,
      format: 'text',
      lines: ['[', '{}', ']'],
      more: false,
    })
  })

  it('says why there is nothing to show', async () => {
    await writeFile(join(folder, 'empty.csv'), '')
    await writeFile(join(folder, 'old.xlsx'), 'no workbook')
    for (const name of ['empty.csv', 'old.xlsx']) {
      expect([name, (await look(`0/${name}/`)).json.refused]).toEqual([name, expect.any(String)])
    }
    await symlink(join(aside, 'secret.csv'), join(folder, 'link.csv'))
    expect((await look('0/link.csv/')).status).toBe(404)
    expect((await look('0/none.csv/')).status).toBe(404)
    expect((await look('0/..%2Fitem.csv/')).status).toBe(400)
    expect((await look('0/item.csv/', 'norights')).status).toBe(403)
    expect((await look('7/item.csv/')).status).toBe(404)
  })
})

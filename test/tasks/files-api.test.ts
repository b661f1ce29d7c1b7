/** Tests the files of a scenario over HTTP: listing, downloading, deleting, looking into them, and rights. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { fileHandlers } from '../../src/http/files/file-routes.ts'
import { detail } from '../support/detail.ts'
import { form, serveFiles } from '../support/files-server.ts'
import { runProgram } from '../support/programs.ts'
import { exchangeBytes, rawRequest } from '../support/raw-http.ts'
import { goodPassword } from '../support/users.ts'
import { until } from '../support/wait.ts'

const { aside, folder, get, put, remove, server, stored, upload } = serveFiles()

const authorization = encodeBasic({ name: 'admin', password: goodPassword })

/** Returns how often this process has a file of that name open. */
async function openFiles(name: string): Promise<number> {
  const open = await readdir('/proc/self/fd')
  const targets = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return targets.filter((target) => target.includes(name)).length
}

describe('listing', () => {
  it('tells name, size, time and entity of each file, and in which order they are imported', async () => {
    await upload(form({ 'demand (2).csv': '12', 'item.csv': '1', 'notes.txt': '1' }))
    await writeFile(join(folder(), '.hidden'), '1')
    await symlink('/etc/passwd', join(folder(), 'link.csv'))
    const { status, json, headers } = await server().request('GET', '/execute/uploadtofolder/0/')
    const modified = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    expect([status, json]).toEqual([
      200,
      [
        { name: 'demand (2).csv', size: 2, modified, entity: 'input.demand', place: 2, imported: null },
        { name: 'item.csv', size: 1, modified, entity: 'input.item', place: 1, imported: null },
        { name: 'notes.txt', size: 1, modified, entity: null, place: null, imported: null },
      ],
    ])
    expect(Number(headers.get('x-free-space'))).toBeGreaterThan(0)
    expect((await server().request('GET', '/execute/uploadtofolder/1/')).json).toEqual([])
    expect((await server().request('GET', '/execute/uploadtofolder/7/')).status).toBe(404)
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
    const url = `${server().address}/execute/downloadfromfolder/1/demand.csv/`
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
    const head = await server().request('HEAD', '/execute/downloadfromfolder/1/a.csv/')
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
      const { status } = await rawRequest(server().address, 'GET', path, { headers })
      expect([400, 404]).toContain(status)
      const gone = await rawRequest(server().address, 'DELETE', path.replace('download', 'delete'), {
        headers,
      })
      expect([400, 404]).toContain(gone.status)
    }
  })

  it('follows no link', async () => {
    await symlink('/etc/passwd', join(folder(), 'export/link.csv'))
    expect((await get('link.csv')).status).toBe(404)
    await rm(join(folder(), 'export'), { recursive: true })
    await symlink('/etc', join(folder(), 'export'))
    expect((await get('passwd')).status).toBe(500)
  })

  it('gives all files as an archive', async () => {
    await put('a.csv', 'x'.repeat(10_000))
    await put('b été.csv', '2')
    const path = join(aside(), 'all.zip')
    const folder = '/execute/downloadfromfolder/1/'
    expect((await server().request('GET', folder)).status).toBe(200)
    const url = server().address + folder
    await runProgram('curl', ['-sS', '-u', `admin:${goodPassword}`, '-o', path, url])
    const script =
      'import sys,zipfile,json; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps(z.namelist()))'
    const { output } = await runProgram('python3', ['-c', script, path])
    expect(JSON.parse(output)).toEqual(['a.csv', 'b été.csv'])
  })

  it('has nothing to give of an empty folder', async () => {
    expect((await server().request('GET', '/execute/downloadfromfolder/1/')).status).toBe(404)
  })

  it('closes the file when its reader leaves', detail, async () => {
    await put('big.csv', 'x'.repeat(20_000_000))
    const child = spawn('curl', [
      '-sS',
      '--limit-rate',
      '100K',
      '-u',
      `admin:${goodPassword}`,
      '-o',
      '/dev/null',
      `${server().address}/execute/downloadfromfolder/1/big.csv/`,
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
    await symlink('/etc/passwd', join(folder(), 'link.csv'))
    expect(await remove('link.csv')).toMatchObject({ json: { deleted: [] } })
    expect(await remove('export')).toMatchObject({ json: { deleted: [] } })
    await remove('AllFiles')
    expect(await readdir(folder())).toEqual(['export', 'link.csv'])
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
    await writeFile(join(folder(), 'a.csv'), 'kept')
    for (const [method, path] of requests) {
      for (const prefix of ['', '/default']) {
        const answer = await server().request(method, prefix + path, {
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
      expect((await server().request('GET', '/execute/downloadfromfolder/0/a.csv/', { as })).text).toBe('1')
    }
    expect(
      (await server().request('GET', '/scenario1/execute/uploadtofolder/0/', { as: 'filer' })).status,
    ).toBe(404)
    expect(
      (await server().request('GET', '/scenario1/execute/uploadtofolder/0/', { as: 'outsider' })).status,
    ).toBe(200)
  })

  it('do not let a page of another site upload', async () => {
    const head = `POST /execute/uploadtofolder/0/ HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\nAuthorization: ${authorization}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
    expect(await exchangeBytes(server().address, head)).toContain('403')
  })
})

const look = async (path: string, as = 'filer') => {
  const { status, json } = await server().request('GET', `/execute/previewfromfolder/${path}`, { as })
  return { status, json: Object(json) }
}

describe('a look into a file', () => {
  it('shows a table as the import would read it, and other text line by line', async () => {
    await writeFile(join(folder(), 'item.csv'), 'name;cost\na;1\nb;2\n')
    await writeFile(join(folder(), 'export/plan.json'), '[\n{}\n]\n')
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
    await writeFile(join(folder(), 'empty.csv'), '')
    await writeFile(join(folder(), 'old.xlsx'), 'no workbook')
    for (const name of ['empty.csv', 'old.xlsx']) {
      expect([name, (await look(`0/${name}/`)).json.refused]).toEqual([name, expect.any(String)])
    }
    await symlink(join(aside(), 'secret.csv'), join(folder(), 'link.csv'))
    expect((await look('0/link.csv/')).status).toBe(404)
    expect((await look('0/none.csv/')).status).toBe(404)
    expect((await look('0/..%2Fitem.csv/')).status).toBe(400)
    expect((await look('0/item.csv/', 'norights')).status).toBe(403)
    expect((await look('7/item.csv/')).status).toBe(404)
  })
})

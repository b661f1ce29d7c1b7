/** Tests uploading files to the folder of a scenario, its limits, and folders that cannot be used. */
import { chmod, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { form, limit, serveFiles } from '../support/files-server.ts'
import { runProgram } from '../support/programs.ts'
import { rawRequest } from '../support/raw-http.ts'
import { buildUser, goodPassword } from '../support/users.ts'
import { until } from '../support/wait.ts'

const { aside, folder, server, stored, upload } = serveFiles()

const authorization = encodeBasic({ name: 'admin', password: goodPassword })

const part = (name: string): string =>
  `--cut\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n\r\n`

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
    expect(await readFile(join(folder(), 'demand.csv'), 'utf8')).toBe('name\na')
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
    const path = join(aside(), 'export 17.csv')
    await writeFile(path, 'name\nA\n')
    const args = ['-sS', '-u', `admin:${goodPassword}`, '-X', 'POST', '-F', `demand.csv=@${path}`]
    const { output, errors } = await runProgram('curl', [
      ...args,
      `${server().address}/execute/uploadtofolder/0/`,
    ])
    expect(errors).toBe('')
    expect(JSON.parse(output)).toMatchObject({ files: [{ name: 'demand.csv', uploaded: true }] })
    expect(await readFile(join(folder(), 'demand.csv'), 'utf8')).toBe('name\nA\n')
  })

  it('goes into the folder of the scenario in front', async () => {
    const { status } = await server().request('POST', '/scenario1/execute/uploadtofolder/0/', {
      body: form({ 'demand.csv': '1' }),
    })
    expect(status).toBe(200)
    expect(await readdir(join(server().folder, 'upload/scenario1'))).toContain('demand.csv')
    expect(await stored()).toEqual([])
  })

  it('replaces a file in one step', async () => {
    await upload(form({ 'demand.csv': 'old' }))
    await upload(form({ 'demand.csv': 'new' }))
    expect(await readFile(join(folder(), 'demand.csv'), 'utf8')).toBe('new')
  })

  it('says that no file was sent', async () => {
    for (const request of [{}, { body: new FormData() }, { body: form({}) }]) {
      const { status, json } = await server().request('POST', '/execute/uploadtofolder/0/', request)
      expect([status, json]).toMatchObject([404, { detail: 'Missing file selection' }])
    }
    const data = new FormData()
    data.append('name', 'only a field')
    expect((await upload(data)).json).toMatchObject({ detail: 'Missing file selection' })
    const json = await server().request('POST', '/execute/uploadtofolder/0/', { body: { a: 1 } })
    expect([json.status, json.text]).toEqual([415, expect.stringContaining('multipart/form-data')])
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
    expect((await readdir(server().folder)).toSorted()).not.toContain('x.csv')
  })

  it('gives the reason in English and in the language of the user', async () => {
    await buildUser(server().database, {
      username: 'frieda',
      language: 'fr',
      rights: { default: 'superuser' },
    })
    const { json } = await server().request('POST', '/execute/uploadtofolder/0/', {
      as: 'frieda',
      body: form({ '../x.csv': 'bad' }),
    })
    const message = expect.stringContaining('not allowed')
    const detail = expect.stringContaining('fichier')
    expect(json).toEqual({
      message,
      detail,
      files: [{ name: expect.anything(), uploaded: false, message, detail }],
    })
  })

  it('refuses a second file of the same name', async () => {
    const data = new FormData()
    data.append('a.csv', new Blob(['first']))
    data.append('a.csv', new Blob(['second']))
    expect(await upload(data)).toMatchObject({
      status: 400,
      json: { files: [{ uploaded: true }, { uploaded: false }] },
    })
    expect(await readFile(join(folder(), 'a.csv'), 'utf8')).toBe('first')
  })

  it('replaces a link instead of following it', async () => {
    const outside = join(aside(), 'outside.csv')
    await writeFile(outside, 'untouched')
    await symlink(outside, join(folder(), 'demand.csv'))
    expect((await upload(form({ 'demand.csv': 'mine' }))).status).toBe(200)
    expect(await readFile(outside, 'utf8')).toBe('untouched')
  })

  it('keeps one whole file of two that arrive at once under one name', async () => {
    const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(400_000))
    const answers = await Promise.all(texts.map((text) => upload(form({ 'same.csv': text }))))
    // Drafts count towards the maximum folder size as well; uploads that exceed it are rejected.
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(texts).toContain(await readFile(join(folder(), 'same.csv'), 'utf8'))
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

  it('are told also for the files after one that is too large', async () => {
    const { status, json } = await upload(form({ 'big.csv': 'x'.repeat(limit + 1), 'good.csv': '1' }))
    expect([status, json]).toMatchObject([
      400,
      {
        detail: expect.not.stringContaining('not received'),
        files: [
          { name: 'big.csv', uploaded: false },
          { name: 'good.csv', uploaded: true },
        ],
      },
    ])
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
    const path = join(aside(), 'big.csv')
    await writeFile(path, '')
    await truncate(path, 2 ** 30)
    const url = `${server().address}/execute/uploadtofolder/0/`
    const args = ['-sS', '-u', `admin:${goodPassword}`, '-F', `big.csv=@${path}`]
    const announced = await runProgram('curl', [...args, url])
    expect(announced.output).toContain('larger than the limit')
    const chunked = await runProgram('curl', [...args, '-H', 'Transfer-Encoding: chunked', url])
    expect(chunked.output).toContain('MAX_FILE_SIZE')
    expect(JSON.parse(chunked.output)).toMatchObject({
      detail: expect.stringMatching(/Files after "big.csv" in the form were not received. Send them again.$/),
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20)
    expect(await stored()).toEqual([])
  })

  it('leave nothing of a client that goes in the middle', async () => {
    const { hostname, port } = new URL(server().address)
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
    const { status } = await rawRequest(server().address, 'POST', '/execute/uploadtofolder/0/', {
      headers,
      body,
    })
    expect(status).toBe(400)
    const without = await rawRequest(server().address, 'POST', '/execute/uploadtofolder/0/', {
      headers: { ...headers, 'content-type': 'multipart/form-data' },
      body,
    })
    expect(without.status).toBe(400)
    expect(await stored()).toEqual([])
  })
})

describe('a folder that cannot be used', () => {
  it('is said, without giving away where it is', async () => {
    await rm(folder(), { recursive: true })
    await writeFile(folder(), 'a file in its place')
    const { status, text } = await upload(form({ 'a.csv': '1' }))
    expect([status, text]).toEqual([500, expect.stringContaining('UPLOADFILEFOLDER')])
    expect(text).not.toContain(server().folder)
    await rm(folder())
  })

  it.runIf(process.getuid?.() !== 0)('is said when it is not writable', async () => {
    await chmod(folder(), 0o500)
    expect((await upload(form({ 'a.csv': '1' }))).status).toBe(500)
    await chmod(folder(), 0o700)
  })

  it('may stand on a disk that is full', async (context) => {
    await rm(folder(), { recursive: true })
    await mkdir(folder())
    const mounted = await runProgram('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder()])
    if (mounted.code !== 0) context.skip('no file system can be mounted here')
    try {
      const { status, text } = await upload(form({ 'a.csv': 'x'.repeat(500_000), 'b.csv': 'fits' }))
      expect([status, text]).toEqual([507, expect.stringContaining('disk')])
      expect(await stored()).toEqual(['b.csv'])
    } finally {
      await runProgram('umount', [folder()])
    }
  })
})

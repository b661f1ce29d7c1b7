/** Tests the export to the folder in separate processes, as the queue runs it. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadMessages } from '../../src/errors/load-messages.ts'
import { recordedText } from '../../src/errors/stored-message.ts'
import { planReports } from '../../src/planning/reports/reports.ts'
import { detail } from '../support/detail.ts'
import { runProgram } from '../support/programs.ts'
import { write } from '../support/records.ts'
import { createTestContext } from '../support/database.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import type { TaskRecord } from '../../src/tasks/queue/task-record.ts'
import { buildUser } from '../support/users.ts'
import { until } from '../support/wait.ts'

let server: TaskServer
let folder: string

const usual = [
  'purchaseorder',
  'distributionorder',
  'manufacturingorder',
  'deliveries',
  'problems',
  'operationplanmaterial',
  'operationplanresource',
  'demandreport',
  'inventoryreport',
  'capacityreport',
]

beforeAll(async () => {
  server = await startTaskServer()
  folder = join(server.folder, 'upload/default/export')
  await server.startWorker()
  const context = createTestContext(server.database)
  await write(context, 'input.item', [{ name: 'bolt', description: '=1+1' }, { name: 'bike; "big"' }])
  await write(context, 'input.location', [{ name: 'here' }])
  await write(context, 'input.demand', [
    {
      name: 'D1',
      item: 'bolt',
      location: 'here',
      quantity: 1.5,
      due: '2026-05-01T08:30:00',
      maxlateness: '2 01:00:00',
    },
    { name: 'D2', item: 'bike; "big"', location: 'here', quantity: 2, description: 'été\nzwei' },
  ])
  await write(context, 'input.purchaseorder', [
    { reference: 'PO1', item: 'bolt', location: 'here', supplier: 'S', quantity: 3 },
  ])
}, 60_000)

afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => rm(folder, { recursive: true, force: true }))
afterEach(() => server.database.query({ text: 'DELETE FROM control."dataexport"' }))

const text = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')

async function run(args: Readonly<Record<string, unknown>> = {}): Promise<TaskRecord> {
  return server.ended(await server.launch('exporttofolder', args))
}

describe('exporttofolder', () => {
  it('makes the usual files', async () => {
    const task = await run()
    expect(task).toMatchObject({ status: 'Done' })
    expect(task.message).toContain('10 files with 1 row')
    expect((await readdir(folder)).toSorted()).toEqual(usual.map((name) => `${name}.csv`).toSorted())
    const [header, row] = (await text('purchaseorder.csv')).split('\n')
    expect(header).toContain('reference')
    expect(row).toContain('PO1')
  })

  it('names a fault that many files share once, with the files', detail, async () => {
    for (const file of ['problems.csv', 'demandreport.csv'])
      await mkdir(join(folder, file, 'full'), { recursive: true })
    const task = await run({ files: ['problems', 'demandreport', 'inventoryreport'] })
    expect(task.status).toBe('Failed')
    expect(task.message).toMatch(
      /^The export has failed: problems\.csv, demandreport\.csv: The folder of files cannot be used \(EISDIR[^:]*: [^:]*Exported: 1 file /,
    )
  })

  it('makes what is named, in the format of its ending or of the argument', async () => {
    const files = ['demand.csv.gz', 'item.json', 'location', 'demand.xlsx', 'input.supplier.json.gz']
    expect(await run({ files, format: 'json' })).toMatchObject({ status: 'Done' })
    expect((await readdir(folder)).toSorted()).toEqual(
      ['demand.csv.gz', 'item.json', 'location.json', 'demand.xlsx', 'supplier.json.gz'].toSorted(),
    )
    const csv = gunzipSync(await readFile(join(folder, 'demand.csv.gz'))).toString()
    expect(csv).toContain('2026-05-01 08:30:00')
    expect(csv).toContain('2 01:00:00')
    expect(csv).toContain('"été\nzwei"')
    expect(JSON.parse(await text('item.json'))).toMatchObject([{ name: 'bike; "big"' }, { name: 'bolt' }])
    expect(JSON.parse(gunzipSync(await readFile(join(folder, 'supplier.json.gz'))).toString())).toHaveLength(
      1,
    )
    const script =
      'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(z.read("xl/worksheets/sheet1.xml").decode().count("<row"))'
    const { output } = await runProgram('python3', ['-c', script, join(folder, 'demand.xlsx')])
    expect(output.trim()).toBe('3')
  })

  it('gives all reports their header, also when there are no buckets', async () => {
    const task = await run({ files: planReports.map(({ name }) => name) })
    expect(await server.log(task)).toContain('createbuckets')
    expect(await text('demandreport.csv')).toBe(
      'item,location,bucket,startdate,enddate,orders,supply,backlog,reasons\n',
    )
  })

  it('finds entities by their own names too', async () => {
    await run({ files: ['input.demand', 'problem', 'deliveryorder.json'] })
    expect((await readdir(folder)).toSorted()).toEqual(['deliveries.json', 'demand.csv', 'problems.csv'])
    expect(await text('demand.csv')).toContain('D1')
  })

  it('refuses names that mean nothing, and control data', async () => {
    for (const files of [
      ['nothing'],
      ['user'],
      ['common.user'],
      ['task.csv'],
      ['../demand.csv'],
      ['demand.exe'],
    ]) {
      await expect(server.launch('exporttofolder', { files })).rejects.toThrow(/there is no export/)
    }
    await expect(server.launch('exporttofolder', { format: 'doc' })).rejects.toThrow(/format/)
  })
})

const launchInto = (path: string, as = 'admin', headers: Readonly<Record<string, string>> = {}) =>
  server.request('GET', path, { as, headers })

/** Blocks the export at the sales orders until the returned function is called. */
async function holdDemand(): Promise<() => Promise<void>> {
  const client = await server.database.pool.connect()
  await client.query('BEGIN; LOCK TABLE "default"."demand" IN ACCESS EXCLUSIVE MODE')
  return async () => {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** Launches an export that has written one file and waits before the second one. */
async function launchHeld(): Promise<number> {
  const id = await server.launch('exporttofolder', { files: ['item', 'demand'] })
  await server.untilTask(id, 'is at the sales orders', ({ step }) => step === 'demand.csv')
  await until('the first draft is there', async () =>
    (await readdir(folder)).some((name) => name.startsWith('.draft')) ? true : undefined,
  )
  return id
}

const old = async (): Promise<void> => {
  await mkdir(folder, { recursive: true })
  for (const name of ['item.csv', 'demand.csv']) await writeFile(join(folder, name), 'old')
}

const untouched = async (): Promise<readonly string[]> =>
  Promise.all(['item.csv', 'demand.csv'].map((name) => text(name)))

describe('an export that does not come to its end', () => {
  beforeEach(old)

  it('changes nothing when it is canceled, and leaves nothing', detail, async () => {
    const release = await holdDemand()
    const id = await launchHeld()
    await server.request('POST', `/execute/api/cancel/?id=${id}`)
    expect(await server.ended(id)).toMatchObject({ status: 'Canceled' })
    await release()
    expect(await untouched()).toEqual(['old', 'old'])
    await until('the drafts have gone', async () => ((await readdir(folder)).length === 2 ? true : undefined))
  })

  it('changes nothing when it is killed, and the next one clears away what is left', detail, async () => {
    const release = await holdDemand()
    const id = await launchHeld()
    const drafts = (await readdir(folder)).filter((name) => name.startsWith('.draft'))
    process.kill(Number(/^\.draft-(\d+)-/.exec(drafts[0]!)![1]), 'SIGKILL')
    expect(await server.ended(id)).toMatchObject({ status: 'Failed' })
    await release()
    expect(await untouched()).toEqual(['old', 'old'])
    expect(await readdir(folder)).toEqual(expect.arrayContaining(drafts))
    expect(await run({ files: ['item', 'demand'] })).toMatchObject({ status: 'Done' })
    expect((await readdir(folder)).toSorted()).toEqual(['demand.csv', 'item.csv'])
  })

  it('keeps the earlier file of one that cannot be made, and makes the others', detail, async () => {
    await server.database.query({
      text: `INSERT INTO control."dataexport" ("name", "report", "arguments") VALUES ('demand.csv', 'demand', '{"columns": ["nosuch"]}')`,
    })
    await server.database.query({
      text: `INSERT INTO control."dataexport" ("name", "report") VALUES ('gone.csv', 'input.gone')`,
    })
    const task = await run({ files: ['gone.csv', 'item', 'demand.csv'] })
    expect(task).toMatchObject({ status: 'Failed', message: expect.stringContaining('demand.csv') })
    expect(task.message).toContain('input.gone')
    expect(task.message).toContain('item.csv 2')
    expect(recordedText(task, await loadMessages('de'))).toMatch(
      /^Der Export .*gone\.csv: .*es gibt keine Entität .*"input\.gone".* Exportiert: 1 Datei mit 2 Zeilen: item\.csv 2\.$/,
    )
    expect(await text('demand.csv')).toBe('old')
    expect(await text('item.csv')).toContain('bolt')
    expect(await server.log(task)).toContain('nosuch')
  })

  it('says when the disk is full, and keeps the earlier file', async (context) => {
    const mounted = await runProgram('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
    if (mounted.code !== 0) context.skip('no file system can be mounted here')
    try {
      await old()
      await writeFile(join(folder, 'large'), 'x'.repeat(50_000))
      const { database } = server
      await database.query({
        text: `INSERT INTO "default"."item" ("name") SELECT 'many ' || n FROM generate_series(1, 5000) AS n`,
      })
      const task = await run({ files: ['item', 'location'] })
      expect(task).toMatchObject({ status: 'Failed', message: expect.stringContaining('disk') })
      expect(await text('item.csv')).toBe('old')
      expect(await text('location.csv')).toContain('here')
      expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([])
      await database.query({ text: `DELETE FROM "default"."item" WHERE "name" LIKE 'many %'` })
    } finally {
      await runProgram('umount', [folder])
    }
  })

  it('says that the folder cannot be used', async () => {
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file in its place')
    expect(await run({ files: ['item'] })).toMatchObject({
      status: 'Failed',
      message: expect.stringContaining('UPLOADFILEFOLDER'),
    })
    await rm(folder)
  })
})

describe('readers of exported files', () => {
  it('get the old or the new file while exports go on, never a half', detail, async () => {
    await run({ files: ['item'] })
    const whole = await text('item.csv')
    const going = new AbortController()
    const answers: string[] = []
    const reading = (async () => {
      while (!going.signal.aborted)
        answers.push((await launchInto('/execute/downloadfromfolder/1/item.csv/')).text)
    })()
    for (const description of ['one', 'two', 'three']) {
      await write(createTestContext(server.database), 'input.item', [{ name: 'bike; "big"', description }])
      await run({ files: ['item'] })
    }
    going.abort()
    await reading
    const heads = whole.split('\n').length
    expect(answers.length).toBeGreaterThan(3)
    expect(new Set(answers.map((answer) => answer.split('\n').length))).toEqual(new Set([heads]))
    await write(createTestContext(server.database), 'input.item', [
      { name: 'bike; "big"', description: null },
    ])
  })

  it('may ask for a fresh export, and wait for it', detail, async () => {
    // A link of another site makes the browser send the session.
    for (const site of ['cross-site', 'same-site']) {
      const path = '/execute/downloadfromfolder/1/item.csv/?generate'
      const linked = await server.request('GET', path, { headers: { 'sec-fetch-site': site } })
      expect([site, linked.status]).toEqual([site, 403])
    }
    const head = await server.request('HEAD', '/execute/downloadfromfolder/1/item.csv/?generate')
    for (const no of ['0', 'false'])
      expect((await launchInto(`/execute/downloadfromfolder/1/item.csv/?generate=${no}`)).status).toBe(404)
    expect((await launchInto('/execute/downloadfromfolder/1/item.csv/?generate=maybe')).status).toBe(400)
    expect([head.status, await readdir(folder).catch(() => [])]).toEqual([404, []])
    const file = await launchInto('/execute/downloadfromfolder/1/item.csv/?generate')
    expect([file.status, file.text.split('\n').length]).toEqual([200, 4])
    const release = await holdDemand()
    const waited = await launchInto('/execute/downloadfromfolder/1/demand.csv/?generate', 'admin', {
      prefer: 'wait=1',
    })
    expect([waited.status, waited.json]).toMatchObject([202, { taskid: expect.any(Number) }])
    expect(waited.headers.get('location')).toContain('/execute/api/status/?id=')
    await release()
    const zip = await launchInto('/execute/downloadfromfolder/1/?generate')
    expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect((await readdir(folder)).length).toBeGreaterThan(10)
    expect((await launchInto('/execute/downloadfromfolder/0/a.csv/?generate')).status).toBe(400)
  })
})

describe('rights on exports', () => {
  beforeAll(async () => {
    const may = ['execute.run_exporttofolder', 'execute.view_task', 'execute.manage_files', 'input.view_item']
    await buildUser(server.database, { username: 'itemviewer', rights: { default: may } })
    await buildUser(server.database, { username: 'filer', rights: { default: ['execute.manage_files'] } })
  })

  it('are those to see what is exported', async () => {
    const refused = await server.request('POST', '/execute/api/exporttofolder/?files=demand', {
      as: 'itemviewer',
    })
    expect(refused.status).toBe(403)
    const hidden = await server.request('POST', '/execute/api/exporttofolder/?files=demandreport', {
      as: 'itemviewer',
    })
    expect(hidden.status).toBe(403)
    const seen = await server.request('POST', '/execute/api/exporttofolder/?files=item', { as: 'itemviewer' })
    expect(seen.status).toBe(200)
    await server.ended(idIn(seen))
    expect((await server.request('POST', '/execute/api/exporttofolder/', { as: 'filer' })).status).toBe(403)
    const generated = await launchInto('/execute/downloadfromfolder/1/?generate', 'filer')
    expect(generated.status).toBe(403)
  })

  it('leave out of the usual files what the user may not see, and say so', async () => {
    await server.database.query({
      text: `INSERT INTO control."dataexport" ("name", "report") VALUES ('mine.json', 'item')`,
    })
    const launched = await server.request('POST', '/execute/api/exporttofolder/', { as: 'itemviewer' })
    expect(launched.status).toBe(200)
    const task = await server.ended(idIn(launched))
    expect(task).toMatchObject({ status: 'Done', message: expect.stringContaining('1 file with') })
    expect(await server.log(task)).toContain('purchaseorder.csv is left out')
    expect(await readdir(folder)).toEqual(['mine.json'])
  })

  it('decide what the list of exports shows', async () => {
    const { json } = await launchInto('/execute/api/exports/')
    expect(json).toEqual(
      expect.arrayContaining([
        { name: 'demandreport', title: 'demand report', kind: 'report', default: true },
      ]),
    )
    expect(json).toEqual(
      expect.arrayContaining([{ name: 'item', title: 'items', kind: 'entity', default: false }]),
    )
    expect((await launchInto('/execute/api/exports/', 'itemviewer')).json).toEqual([
      { name: 'item', title: 'items', kind: 'entity', default: false },
    ])
  })
})

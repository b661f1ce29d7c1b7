/** The export into the folder, in processes of its own, as the queue runs it. */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { planReports } from '../../src/planning/reports/reports.ts'
import { runProgram } from '../support/programs.ts'
import { write } from '../support/records.ts'
import { createTestContext } from '../support/database.ts'
import { startTaskServer, type TaskServer } from '../support/task-server.ts'
import type { TaskRecord } from '../../src/tasks/queue/task-record.ts'

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
    expect(task.message).toContain('10 files with 1 rows')
    expect((await readdir(folder)).toSorted()).toEqual(usual.map((name) => `${name}.csv`).toSorted())
    const [header, row] = (await text('purchaseorder.csv')).split('\n')
    expect(header).toContain('reference')
    expect(row).toContain('PO1')
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
    await run({ files: planReports.map(({ name }) => name) })
    expect(await text('demandreport.csv')).toBe(
      'item,location,bucket,startdate,enddate,orders,supply,backlog,reasons\n',
    )
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

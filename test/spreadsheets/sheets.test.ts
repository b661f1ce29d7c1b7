/** Tests valid, faulty and hostile sheets: the exact import messages, and the stored data. */
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import type { WorkbookImport } from '../../src/files/workbook/import-workbook.ts'
import { workbookEntities } from '../../src/files/workbook/workbook-entities.ts'
import { loadLabels } from '../../src/words/load-labels.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { type HandMadeWorkbook, rowsXml, writeHandMade } from '../support/build-workbook.ts'
import { withTempFolder } from '../support/temp-folder.ts'
import { until } from '../support/wait.ts'
import { exportTo, importFrom, type ImportResult, sheetsOf } from '../support/workbook-import.ts'

let server: ApiServer
let context: DataContext

beforeAll(async () => {
  server = await startApiServer()
  context = server.service.dataContext({ scenario: 'default', actor: { userId: null, channel: 'import' } })
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  await server.database.query({
    text: 'TRUNCATE "default".item, "default".location, "default".demand CASCADE',
  })
  await server.api.create('/api/input/item/', [{ name: 'bolt', cost: 1 }])
})

type Rows = readonly (readonly (string | number | null)[])[]

const handMade = (sheets: Readonly<Record<string, Rows>>): HandMadeWorkbook => ({
  sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows: rowsXml(rows) })),
})

function importing(workbook: HandMadeWorkbook, options: Partial<WorkbookImport> = {}): Promise<ImportResult> {
  return withTempFolder(async (folder) =>
    importFrom(await writeHandMade(join(folder, 'plan.xlsx'), workbook), context, options),
  )
}

const itemNames = async (): Promise<readonly unknown[]> =>
  (await server.api.list('/api/input/item/')).map((record) => record['name'])

describe('a workbook', () => {
  it('is imported parents first, whatever the order of its sheets; what is no entity is left and named', async () => {
    const result = await importing(
      handMade({
        'Sales Orders': [
          ['name', 'item', 'location'],
          ['so 1', 'gear', 'Ghent'],
        ],
        'My notes': [['anything']],
        'item (2)': [['name'], ['gear']],
        user: [['username'], ['mallory']],
        LOCATION: [['name'], ['Ghent']],
      }),
    )
    expect(result.told).toEqual([
      'My notes: left: it is the name of no entity',
      'user: left: common.user cannot be imported',
    ])
    expect(result.sheets.map(({ entity, created }) => [entity.model, created])).toEqual([
      ['location', 1],
      ['item', 1],
      ['demand', 1],
    ])
  })

  it.each([false, true])(
    'is imported although somebody else stores one of its new records meanwhile (all or nothing: %s)',
    async (allOrNothing) => {
      await server.api.create('/api/input/location/', [{ name: 'Ghent' }])
      const sheets = handMade({
        item: [['name'], ['gear']],
        buffer: [
          ['item', 'location', 'onhand'],
          ['bolt', 'Ghent', 5],
          ['gear', 'Ghent', 'x'],
        ],
      })
      const again: (readonly string[])[] = []
      const importingNow = await server.database.withTransaction(async (client) => {
        await client.query(`INSERT INTO "default".buffer ("item", "location") VALUES ('bolt', 'Ghent')`)
        const running = importing(sheets, {
          allOrNothing,
          tolerated: 1,
          onAgain: async (titles) => void again.push(titles),
        })
        await until('the import waits for the record', async () => {
          const { rows } = await server.database.query({
            text: `SELECT FROM pg_stat_activity WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`,
          })
          return rows.length > 0
        })
        return { running }
      })
      const { told, stored, sheets: done, rejected } = await importingNow.running
      expect(new Set(told)).toEqual(
        new Set(['sheet "buffer", row 3, onhand "x": A valid number is required.']),
      )
      expect([stored, rejected]).toEqual([true, 1])
      expect(done.map(({ entity, created, updated }) => [entity.model, created, updated])).toEqual([
        ['item', 1, 0],
        ['buffer', 0, 1],
      ])
      expect(again).toEqual([allOrNothing ? ['item', 'buffer'] : ['buffer']])
    },
  )

  it('is imported again as a whole after a deadlock with another transaction', async () => {
    await server.api.create('/api/input/location/', [{ name: 'Ghent' }])
    const sheets = handMade({
      location: [
        ['name', 'description', 'category'],
        ['Ghent', 'port', null],
        [null, 'of no name', null],
      ],
      item: [
        ['name', 'cost'],
        ['bolt', 5],
      ],
    })
    let again = 0
    const other: Promise<unknown>[] = []
    const result = await server.database.withTransaction(async (client) => {
      await client.query(`UPDATE "default".item SET "cost" = 2 WHERE "name" = 'bolt'`)
      const imported = importing(sheets, {
        allOrNothing: true,
        tolerated: 1,
        onRejected: async () => {
          if (other.length > 0) return
          other.push(client.query(`UPDATE "default".location SET "source" = 'x' WHERE "name" = 'Ghent'`))
          // After the time for which PostgreSQL waits before it looks for a deadlock: the import, which waits last, finds it.
          await until('the other transaction waits for the location', async () => {
            const { rows } = await server.database.query({
              text: `SELECT FROM pg_stat_activity WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'
                AND "query_start" < clock_timestamp() - 2 * current_setting('deadlock_timeout')::interval`,
            })
            return rows.length > 0
          })
        },
        onAgain: async () => {
          again += 1
        },
      })
      await until('the location is locked by the import', () => other.length > 0)
      await other[0]
      return { imported }
    })
    const { told, stored, refused, rejected } = await result.imported
    expect({ told, stored, refused, rejected, again }).toEqual({
      told: [],
      stored: true,
      refused: 0,
      rejected: 1,
      again: 1,
    })
  })

  it('is refused when none of its sheets can be imported', async () => {
    await expect(importing(handMade({ Sheet1: [['name'], ['x']] }))).rejects.toThrow(
      /none of its sheets can be imported: "Sheet1"/,
    )
  })

  it('is imported for the chosen entities alone', async () => {
    const entities = workbookEntities(context.model).filter(({ model }) => model === 'location')
    const result = await importing(
      handMade({ item: [['name'], ['gear']], location: [['name'], ['Ghent']] }),
      { entities },
    )
    expect(result.told).toEqual(['item: left: input.item is not among the entities to be imported'])
    expect(await itemNames()).toEqual(['bolt'])
  })

  it('may be in the language of its reader', async () => {
    const labels = await loadLabels('fr')
    const result = await importing(
      handMade({
        Articles: [
          ['Nom', 'Coût'],
          ['gear', 2],
        ],
      }),
      { labels },
    )
    expect(result.sheets).toMatchObject([{ created: 1, rejected: 0 }])
  })
})

const dateCell = (address: string, style: number): string =>
  `<c r="${address}" s="${style}"><v>46027.5</v></c>`

describe('faults', () => {
  it.each<[string, Rows, readonly string[], readonly string[]]>([
    [
      'an unknown column',
      [
        ['name', 'colour', 'cost'],
        ['gear', 'red', 2],
      ],
      ['item: Columns that are no fields of input.item are passed over: "colour".'],
      ['bolt', 'gear'],
    ],
    [
      'two columns for one field',
      [
        ['name', 'Name'],
        ['gear', 'wheel'],
      ],
      ['item: refused: the columns "name" (1) and "Name" (2) both mean the field name. Remove one of them.'],
      ['bolt'],
    ],
    [
      'no key',
      [['cost'], [2]],
      ['item: refused: the column name is missing, without which no row says which item it means.'],
      ['bolt'],
    ],
    [
      'no field at all',
      [
        ['x', 'y'],
        [2, 3],
      ],
      [expect.stringContaining('item: refused: the header names no field of input.item: "x", "y".')],
      ['bolt'],
    ],
    [
      'a reference to nothing',
      [
        ['name', 'owner'],
        ['gear', 'nothing'],
        ['nut', 'bolt'],
      ],
      [
        expect.stringContaining('sheet "item", row 2, owner "nothing": '),
        expect.stringContaining('1 item does not exist'),
      ],
      ['bolt', 'nut'],
    ],
    [
      'a number that is none',
      [
        ['name', 'cost'],
        ['gear', '1,5'],
        ['nut', 2],
      ],
      [expect.stringContaining('sheet "item", row 2, cost "1,5": ')],
      ['bolt', 'nut'],
    ],
    [
      'a cell too many',
      [['name'], ['gear', 'lost']],
      [
        expect.stringContaining(
          'sheet "item", row 2: has 2 cells, but the header has 1; "lost" would be lost',
        ),
      ],
      ['bolt'],
    ],
    [
      'a record twice',
      [
        ['name', 'cost'],
        ['gear', 1],
        ['gear', 2],
      ],
      ['item: 1 row came again later in the file; the last one counts.'],
      ['bolt', 'gear'],
    ],
  ])('%s', async (_what, rows, told, names) => {
    const result = await importing(handMade({ item: rows }))
    expect(result.told).toEqual(told)
    expect(await itemNames()).toEqual(names)
  })

  it('of dates that are plain numbers are told, those with a format read', async () => {
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
    const rows = rowsXml([['name', 'due'], ['so 1'], ['so 2']])
      .replace('</row><row r="3"', `${dateCell('B2', 1)}</row><row r="3"`)
      .replace(/<\/row>$/, `${dateCell('B3', 0)}</row>`)
    const result = await importing({ sheets: [{ name: 'demand', rows }], styles })
    expect(result.told).toEqual([expect.stringContaining('sheet "demand", row 3, due "46027.5": ')])
    expect(await server.api.get('/api/input/demand/so%201/')).toMatchObject({
      json: { due: '2026-01-05T12:00:00' },
    })
  })

  it('of one sheet do not undo another; all or nothing on demand; a rehearsal stores nothing', async () => {
    const workbook = handMade({
      item: [
        ['name', 'cost'],
        ['gear', 1],
        ['nut', 'dear'],
      ],
      location: [['x']],
    })
    expect(await importing(workbook, { dryRun: true })).toMatchObject({
      stored: false,
      rejected: 1,
      refused: 1,
    })
    expect(await itemNames()).toEqual(['bolt'])
    expect(await importing(workbook, { allOrNothing: true })).toMatchObject({
      stored: false,
      rejected: 1,
      refused: 1,
    })
    expect(await itemNames()).toEqual(['bolt'])
    expect(await importing(workbook)).toMatchObject({ stored: true, rejected: 1, refused: 1 })
    expect(await itemNames()).toEqual(['bolt', 'gear'])
  })

  it('are tolerated up to a number', async () => {
    const workbook = handMade({
      item: [
        ['name', 'cost'],
        ['gear', 1],
        ['nut', 'dear'],
      ],
    })
    expect(await importing(workbook, { allOrNothing: true, tolerated: 1 })).toMatchObject({
      stored: true,
      rejected: 1,
    })
    expect(await itemNames()).toEqual(['bolt', 'gear'])
  })

  it('of rights reject rows, or the sheet', async () => {
    const workbook = handMade({
      item: [
        ['name', 'cost'],
        ['gear', 1],
        ['bolt', 5],
      ],
    })
    const adder = await importing(workbook, {
      rights: () => ({ mayView: true, mayAdd: true, mayChange: false }),
    })
    expect(adder).toMatchObject({ rejected: 1, sheets: [{ created: 1, updated: 0 }] })
    const nobody = await importing(workbook, {
      rights: () => ({ mayView: true, mayAdd: false, mayChange: false }),
    })
    expect(nobody).toMatchObject({ refused: 1, sheets: [] })
  })
})

describe('a sheet that is full', () => {
  it('goes on in another one, and comes back', async () => {
    await server.api.create(
      '/api/input/item/',
      Array.from({ length: 2_500 }, (_, index) => ({ name: `row ${index}` })),
    )
    const entities = workbookEntities(context.model).filter(({ model }) => model === 'item')
    await withTempFolder(async (folder) => {
      const path = join(folder, 'many.xlsx')
      await exportTo(path, context, { entities, limits: { rows: 1_001, characters: 1e9 } })
      const sheets = await sheetsOf(path)
      expect(Object.entries(sheets).map(([title, rows]) => [title, rows.length])).toEqual([
        ['item', 1_001],
        ['item (2)', 1_001],
        ['item (3)', 502],
      ])
      const result = await importFrom(path, context)
      expect(result.told).toEqual([])
      expect(result.sheets.map(({ unchanged }) => unchanged)).toEqual([1_000, 1_000, 501])
    })
  })

  it('may hold no more rows than there are', async () => {
    const entities = workbookEntities(context.model).filter(({ model }) => model === 'item')
    await withTempFolder(async (folder) => {
      const path = join(folder, 'exact.xlsx')
      await exportTo(path, context, { entities, limits: { rows: 2, characters: 1e9 } })
      expect(Object.keys(await sheetsOf(path))).toEqual(['item'])
    })
  })
})

it('refuses a text that no cell can hold before anything is written, by key and field', async () => {
  await server.api.create('/api/input/item/', [{ name: 'novel', description: 'x'.repeat(32_768) }])
  const entities = workbookEntities(context.model).filter(({ model }) => model === 'item')
  await withTempFolder(async (folder) => {
    await expect(exportTo(join(folder, 'long.xlsx'), context, { entities })).rejects.toThrow(
      /input\.item "novel": description has 32,768 characters, and a cell holds 32,767/,
    )
  })
})

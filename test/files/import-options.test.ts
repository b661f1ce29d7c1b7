import { messageText } from '../../src/errors/messages.ts'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { loadLabels } from '../../src/words/load-labels.ts'
import { buildWorkbook, rowsXml } from '../support/build-workbook.ts'
import { createTestFolder, openImports, type TestFolder } from '../support/folder-import.ts'
import { rowsOf, write } from '../support/records.ts'

// Tests how an import processes the files of a folder: their order, what is stored if a file has errors, and what
// happens afterwards.
const { test, context, folder } = await openImports({ empty: ['item', 'location', 'calendar'] })

const items = async (): Promise<readonly unknown[]> =>
  (await rowsOf(context, 'item', '"name"')).map(({ name, description }) =>
    description === null ? name : [name, description],
  )
const demands = async (): Promise<readonly unknown[]> =>
  (await rowsOf(context, 'demand', '"name"')).map(({ name, item }) => [name, item])
const outcomes = ({ report }: Awaited<ReturnType<TestFolder['import']>>): readonly unknown[] =>
  report.outcomes.map((outcome) =>
    outcome.kind === 'table'
      ? [
          outcome.file,
          outcome.report.created,
          outcome.report.updated,
          outcome.report.unchanged,
          outcome.report.rejected,
        ]
      : [outcome.file, outcome.kind],
  )

describe('the files of a folder', () => {
  it('come parents first, and those of one entity by name', async () => {
    await folder.put('demand.csv', 'name,item,quantity\nD,wheel,1\n')
    await folder.put('item.2.csv', 'name,description\nbike,second\n')
    await folder.put('Item (1).CSV', 'name,description\nbike,first\n')
    await folder.put('item.10.csv.gz', gzipSync('name,description\nbike,between\nwheel,\n'))
    await folder.put('item.txt', 'name\nnever\n')
    const run = await folder.import()
    expect(outcomes(run)).toEqual([
      ['Item (1).CSV', 1, 0, 0, 0],
      ['item.10.csv.gz', 1, 1, 0, 0],
      ['item.2.csv', 0, 1, 0, 0],
      ['demand.csv', 1, 0, 0, 0],
    ])
    expect(run.report.left).toEqual(['item.txt'])
    expect(await items()).toEqual([['bike', 'second'], 'wheel'])
  })

  it('are only those that are asked for, which must be there', async () => {
    await folder.put('item.csv', 'name\na\n')
    await folder.put('item.2.csv', 'name\nb\n')
    await expect(folder.import({ files: ['item.csv', 'nothing.csv'] })).rejects.toThrow(
      'There is no file "nothing.csv" in the folder.',
    )
    await expect(folder.import({ files: ['../item.csv'] })).rejects.toThrow('There is no file "../item.csv"')
    expect(outcomes(await folder.import({ files: ['item.2.csv'] }))).toEqual([['item.2.csv', 1, 0, 0, 0]])
    expect(await items()).toEqual(['b'])
  })

  it('are refused if they are asked for and contain what the planner computes', async () => {
    await folder.put('constraint.csv', 'id\n1\n')
    expect((await folder.import()).report.left).toEqual(['constraint.csv'])
    const { log } = await folder.import({ files: ['constraint.csv'] })
    expect(log).toEqual([
      '! constraint.csv is refused: output.constraint is computed by the planner and cannot be imported.',
    ])
  })

  it('are not links, which are refused, nor in sub-folders', async () => {
    await folder.put('elsewhere.txt', 'name\na\n')
    await symlink(join(folder.path, 'elsewhere.txt'), join(folder.path, 'item.csv'))
    expect(outcomes(await folder.import())).toEqual([['item.csv', 'refused']])
    expect(await items()).toEqual([])
  })

  it('are refused by name if their names cannot be used, so that none is passed over in silence', async () => {
    await folder.put('item.csv', 'name\na\n')
    await folder.put('item.\u001B[31mred.csv', 'name\nb\n')
    await folder.put('notes\n.csv', 'name\nc\n')
    await folder.put('.item.csv', 'name\nd\n')
    // Transferred with a name in Latin-1: "item.märz.csv".
    const latin = Buffer.from('item.m\u00E4rz.csv', 'latin1')
    await writeFile(Buffer.concat([Buffer.from(`${folder.path}/`), latin]), 'name\ne\n')
    const run = await folder.import()
    expect(outcomes(run)).toEqual([
      ['item.\uFFFD[31mred.csv', 'refused'],
      ['item.m\uFFFDrz.csv', 'refused'],
      ['item.csv', 1, 0, 0, 0],
    ])
    expect(run.report.left).toEqual(['notes\uFFFD.csv'])
    expect(run.log).toContain('notes\uFFFD.csv is left alone: "notes\uFFFD" is the name of no entity.')
    expect(run.log.join('')).not.toContain('\u001B')
    expect(run.log).toContain(
      '! item.m\uFFFDrz.csv is refused: its name contains control characters or bytes that are not UTF-8: rename it.',
    )
    expect(outcomes(await folder.import({ files: ['item.csv'] }))).toEqual([['item.csv', 0, 0, 1, 0]])
  })

  it('may be none', async () => {
    const { report, log } = await folder.import({
      folder: { kind: 'upload', path: join(folder.path, 'missing') },
    })
    expect([report, log]).toEqual([{ outcomes: [], unfinished: [], left: [], stored: true }, []])
  })
})

describe('a file', () => {
  it('that is bad neither stops nor undoes the others', async () => {
    await folder.put('item.1.csv', 'name\na\n')
    await folder.put('item.2.csv', 'nonsense\nb\n')
    await folder.put('item.3.csv', 'name\nc\n')
    expect(outcomes(await folder.import())).toEqual([
      ['item.1.csv', 1, 0, 0, 0],
      ['item.2.csv', 'refused'],
      ['item.3.csv', 1, 0, 0, 0],
    ])
    expect(await items()).toEqual(['a', 'c'])
  })

  it('is imported in the alphabetical order of whole names, whatever its format', async () => {
    const statement = `UPDATE item SET description = description || ', checked'`
    await folder.put('item.postprocessing.sql', statement)
    await folder.put('item.csv', 'name,description\na,listed\n')
    await folder.put('item.1.csv', 'name,description\na,first\n')
    await folder.put('item (1).csv', 'name,description\na,before\n')
    await folder.put('Item.Extra.csv', 'name,description\na,last\n')
    const { report } = await folder.import()
    expect(report.outcomes.map(({ file }) => file)).toEqual([
      'item (1).csv',
      'item.1.csv',
      'item.csv',
      'Item.Extra.csv',
      'item.postprocessing.sql',
    ])
  })

  it('may bring children before their parents', async () => {
    await folder.put('item.csv', 'name,owner\nleaf,branch\nbranch,root\nroot,\n')
    expect(outcomes(await folder.import())).toEqual([['item.csv', 3, 0, 0, 0]])
  })

  it('with a circle of owners is imported without its rows', async () => {
    await folder.put('item.csv', 'name,owner\na,b\nb,a\nc,\n')
    const { log, report } = await folder.import()
    expect(outcomes({ log, report })).toEqual([['item.csv', 1, 0, 0, 2]])
    expect(log).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/item\.csv.*line 2, owner "b": A record cannot be its own ancestor\./),
        expect.stringMatching(/item\.csv.*line 3, owner "a": A record cannot be its own ancestor\./),
      ]),
    )
    expect(await items()).toEqual(['c'])
  })

  it('with too many faulty rows is refused as a whole, naming the first', async () => {
    const rows = Array.from({ length: 50_001 }, (_, at) => `D${at},x`)
    await folder.put('demand.csv', ['name,quantity', 'sound,1', ...rows].join('\n'))
    const { log, report } = await folder.import()
    // The message of the task has the first line only.
    const [refused] = report.outcomes.flatMap((one) => (one.kind === 'refused' ? [one.reason] : []))
    expect(messageText({ code: 'clause', params: { message: refused! } })).toBe(
      'more than 50,000 rows are faulty, so nothing of it is imported',
    )
    expect(log).toHaveLength(1)
    expect(log[0]!.split('\n')).toEqual([
      '! demand.csv is refused: more than 50,000 rows are faulty, so nothing of it is imported:',
      ...rows.slice(0, 10).map((_, at) => `line ${at + 3}, quantity "x": A valid number is required.`),
    ])
    expect(await demands()).toEqual([])
  })

  it('whose rows lack a required column is refused when that concerns more rows than can be told', async () => {
    await write(context, 'common.bucket', [{ name: 'day', level: 1 }])
    const rows = Array.from(
      { length: 50_001 },
      (_, at) => `day,${new Date(at * 86_400_000).toISOString().slice(0, 10)}`,
    )
    await folder.put('bucketdetail.csv', ['bucket,startdate', ...rows].join('\n'))
    const { log } = await folder.import()
    expect(log[0]).toMatch(
      /^! bucketdetail\.csv is refused: more than 50,000 rows are faulty.*\nline 2, name: This field is required\./,
    )
  })
})

describe('a blank cell', () => {
  beforeEach(() => write(context, 'input.calendar', [{ name: 'old', defaultvalue: 5 }]))

  it('is the default in a new record, and clears an existing one where that is allowed', async () => {
    await folder.put('calendar.csv', 'name,defaultvalue\nold,\nnew,\n')
    expect(outcomes(await folder.import())).toEqual([['calendar.csv', 1, 1, 0, 0]])
    expect(await rowsOf(context, 'calendar', '"name"')).toEqual([
      expect.objectContaining({ name: 'new', defaultvalue: 0 }),
      expect.objectContaining({ name: 'old', defaultvalue: null }),
    ])
  })

  it('is a fault in an existing record that cannot be without a value', async () => {
    await folder.put('demand.csv', 'name,priority\nold,3\n')
    await folder.import()
    await folder.put('demand.csv', 'name,priority\nold,\nnew,\n')
    const { log } = await folder.import()
    expect(log[0]).toBe('! demand.csv, line 2, priority "": This field may not be null.')
    expect(await rowsOf(context, 'demand', '"name"')).toEqual([
      expect.objectContaining({ name: 'new', priority: 10 }),
      expect.objectContaining({ name: 'old', priority: 3 }),
    ])
  })

  it('is the default of a natural key, and asks for a number from the database', async () => {
    const content = 'id,calendar,startdate,value\n,old,,3\n,old,2026-01-01,4\n'
    await folder.put('calendarbucket.csv', content)
    expect(outcomes(await folder.import())).toEqual([['calendarbucket.csv', 2, 0, 0, 0]])
    expect(outcomes(await folder.import())).toEqual([['calendarbucket.csv', 0, 0, 2, 0]])
  })
})

describe('the file of rejected rows', () => {
  it('has decimal commas in columns of numbers only', async () => {
    const labels = await loadLabels('en')
    const conventions = {
      labels,
      loadLabels,
      decimal: ',',
      charset: 'utf-8',
      dateStyle: 'YYYY-MM-DD',
    } as const
    const rows = [
      ['name', 'description', 'cost', 'type'],
      [7.5, 0.5, 1.25, 'wood'],
    ]
    await folder.put('item.xlsx', await buildWorkbook({ sheets: [{ name: 'item', rows: rowsXml(rows) }] }))
    await folder.import({ conventions })
    const errors = await folder.read('errors/item.errors.csv')
    expect(errors.split('\n')[1]).toMatch(/;7\.5;0\.5;1,25;wood$/)
    await folder.put('item.errors.csv', errors.replace(';wood', ';make to order'))
    await folder.import({ files: ['item.errors.csv'], conventions })
    expect(await rowsOf(context, 'item', '"name"')).toMatchObject([
      { name: '7.5', description: '0.5', cost: 1.25 },
    ])
  })

  it('can be corrected and imported, and goes when nothing is rejected any more', async () => {
    await folder.put('demand.csv', 'name,quantity,description\nA,1,fine\nB,one,"#1, ""two""\nlines"\n')
    await folder.import()
    const errors = await folder.read('errors/demand.errors.csv')
    expect(errors).toBe(
      '\uFEFFrejected because,name,quantity,description\nline 3: quantity: A valid number is required.,B,one,"#1, ""two""\nlines"\n',
    )
    await folder.put('demand.errors.csv', errors.replace('one', '1'))
    const { log } = await folder.import({ files: ['demand.errors.csv'] })
    expect(log).toEqual(['demand.errors.csv: 1 created, 0 updated, 0 unchanged, 0 rejected'])
    expect(await rowsOf(context, 'demand', '"name"')).toEqual([
      expect.objectContaining({ name: 'A' }),
      expect.objectContaining({ name: 'B', description: '#1, "two"\nlines' }),
    ])
    await folder.put('demand.csv', 'name,quantity\nA,1\n')
    await folder.import({ files: ['demand.csv'] })
    expect(await folder.list('errors')).toEqual([])
  })

  it('is one of each of two files with the same title', async () => {
    await folder.put('demand.csv', 'name,quantity\nA,x\n')
    await folder.put('demand.csv.gz', gzipSync('name,quantity\nB,x\n'))
    await folder.import()
    expect(await folder.list('errors')).toEqual(['demand.csv.errors.csv', 'demand.csv.gz.errors.csv'])
  })
})

describe('a rehearsal', () => {
  it('tells what would happen, later files on top of earlier ones, and leaves nothing behind', async () => {
    await folder.put('item.csv', 'name\nbike\n')
    await folder.put('demand.csv', 'name,item\nA,bike\nB,car\n')
    await folder.put('demand.sql', 'DELETE FROM demand')
    const { log, report } = await folder.import({
      dryRun: true,
      onProcessed: 'delete',
      sql: { role: 'nobody', timeout: 0, allowed: true },
    })
    expect(log).toEqual([
      'item.csv: 1 created, 0 updated, 0 unchanged, 0 rejected',
      '! demand.csv, line 3, item "car": There is no item "car". Correct the name, or import that record first.',
      '! demand.csv: 1 item does not exist, so that the rows that name it are rejected: "car".',
      'demand.csv: 1 created, 0 updated, 0 unchanged, 1 rejected',
      'demand.sql is not run, because a rehearsal runs no statements.',
    ])
    expect(report.stored).toBe(false)
    expect([await items(), await demands()]).toEqual([[], []])
    expect(await folder.list()).toEqual(['demand.csv', 'demand.sql', 'item.csv'])
  })
})

describe('all or nothing', () => {
  it('stores nothing when a row is rejected or a file refused, and tells the faults of all', async () => {
    await folder.put('item.csv', 'name\nbike\n')
    await folder.put('location.csv', 'what\n')
    await folder.put('demand.csv', 'name,item,quantity\nA,bike,x\n')
    const run = await folder.import({ allOrNothing: true })
    expect(outcomes(run)).toEqual([
      ['location.csv', 'refused'],
      ['item.csv', 1, 0, 0, 0],
      ['demand.csv', 0, 0, 0, 1],
    ])
    expect(run.report.stored).toBe(false)
    expect(await items()).toEqual([])
  })

  it('that stores nothing writes the rejected rows with their reasons, and keeps those of an earlier import', async () => {
    await folder.put('item.csv', 'name,cost\nbike,x\n')
    await folder.import()
    await folder.put('item.csv', 'name\nbike\n')
    await folder.put('demand.csv', 'name,item,quantity\nA,bike,x\nB,bike,1\n')
    const run = await folder.import({ allOrNothing: true, onProcessed: 'delete' })
    expect(run.report).toMatchObject({ stored: false, unfinished: [] })
    expect(await folder.list('errors')).toEqual(['demand.errors.unstored.csv', 'item.errors.csv'])
    expect(await folder.read('errors/demand.errors.unstored.csv')).toBe(
      '\uFEFFrejected because,name,item,quantity\nline 2: quantity: A valid number is required.,A,bike,x\n',
    )
    expect(run.log).toContainEqual(
      expect.stringContaining(
        'The rejected rows of demand.csv are in errors/demand.errors.unstored.csv. Nothing is stored: correct them in demand.csv and import it again.',
      ),
    )
    expect(await folder.list()).toEqual(['demand.csv', 'errors', 'item.csv'])
  })

  it('that stores nothing keeps the rejected rows of a stored import of the same file, until one is stored', async () => {
    await folder.put('item.csv', 'name,cost\nbike,x\ncar,1\n')
    await folder.import()
    const earlier = await folder.read('errors/item.errors.csv')
    await folder.put('item.csv', 'name,cost\ntram,y\n')
    await folder.import({ allOrNothing: true })
    expect(await folder.read('errors/item.errors.csv')).toBe(earlier)
    expect(await folder.read('errors/item.errors.unstored.csv')).toContain('tram,y')
    await folder.put('item.csv', 'name,cost\ntram,1\nbus,z\n')
    await folder.import({ allOrNothing: true, tolerate: 1 })
    expect(await folder.list('errors')).toEqual(['item.errors.csv'])
    expect(await folder.read('errors/item.errors.csv')).toContain('bus,z')
  })

  it('stores all when as many rows are rejected as are tolerated', async () => {
    await folder.put('item.csv', 'name\nbike\n')
    await folder.put('demand.csv', 'name,item,quantity\nA,bike,x\nB,bike,1\n')
    const run = await folder.import({ allOrNothing: true, tolerate: 1 })
    expect(run.report.stored).toBe(true)
    expect([await items(), await demands()]).toEqual([['bike'], [['B', 'bike']]])
    const { rows } = await test.database.query({
      text: 'SELECT "origin" FROM "default"."changeset" ORDER BY "id" DESC LIMIT 1',
    })
    expect(rows).toHaveLength(1)
  })

  it('refuses statements, which have transactions of their own', async () => {
    await folder.put('item.sql', 'SELECT 1')
    await expect(folder.import({ allOrNothing: true })).rejects.toThrow('--all-or-nothing: item.sql')
  })
})

describe('a purge', () => {
  beforeEach(async () => {
    await write(context, 'input.item', [{ name: 'old' }, { name: 'kept' }])
    await write(context, 'input.demand', [{ name: 'D', item: 'old', quantity: 1, due: '2026-01-01' }])
  })

  it('replaces what was there, in the transaction of the first file', async () => {
    await folder.put('demand.1.csv', 'name,item\nA,kept\n')
    await folder.put('demand.2.csv', 'name,item\nB,kept\n')
    const { log } = await folder.import({ purge: ['demand'] })
    expect(log).toEqual([
      'Purge: 1 records of input.demand go.',
      'demand.1.csv: 1 created, 0 updated, 0 unchanged, 0 rejected',
      'demand.2.csv: 1 created, 0 updated, 0 unchanged, 0 rejected',
    ])
    expect(await demands()).toEqual([
      ['A', 'kept'],
      ['B', 'kept'],
    ])
  })

  it('loses nothing when the file is refused, nor when rows are rejected', async () => {
    await folder.put('demand.csv', 'nonsense\nA\n')
    await folder.import({ purge: ['input.demand'] })
    expect(await demands()).toEqual([['D', 'old']])
    await folder.put('demand.csv', 'name,item\nA,kept\nB,nothing\n')
    const { log } = await folder.import({ purge: ['Sales Orders'] })
    expect(log.at(-1)).toBe(
      '! demand.csv is refused: 1 of its rows are faulty, and with --purge their records would be lost. Correct them, or tolerate them with --tolerate=1.',
    )
    expect(await demands()).toEqual([['D', 'old']])
    await folder.import({ purge: ['demand'], tolerate: 1 })
    expect(await demands()).toEqual([['A', 'kept']])
  })

  it('needs a file that brings the entity, and the right to delete', async () => {
    await folder.put('demand.csv', 'name,item\nA,kept\n')
    await expect(folder.import({ purge: ['item'] })).rejects.toThrow(
      'no file of the folder brings items, so that they would only be deleted',
    )
    await expect(folder.import({ purge: ['itme'] })).rejects.toThrow(
      '"itme" is the name of no entity, such as input.demand.',
    )
    const { log } = await folder.import({
      purge: ['demand'],
      rights: () => ({ view: true, add: true, change: true, delete: false }),
    })
    expect(log[0]).toMatch(/^! demand\.csv is refused: you do not have permission to delete sales orders/)
    expect(await demands()).toEqual([['D', 'old']])
  })

  it('needs the right to delete what cannot be without the deleted', async () => {
    await write(context, 'input.location', [{ name: 'shop' }])
    await write(context, 'input.buffer', [{ item: 'old', location: 'shop', onhand: 5 }])
    await folder.put('item.csv', 'name\nnew\n')
    const { log } = await folder.import({
      purge: ['item'],
      rights: ({ name }) => ({ view: true, add: true, change: true, delete: name !== 'input.buffer' }),
    })
    expect(log[0]).toMatch(/^! item\.csv is refused: you do not have permission to delete buffers/)
    expect(await items()).toEqual(['kept', 'old'])
    expect(await rowsOf(context, 'buffer', '"id"')).toHaveLength(1)
    await folder.import({ purge: ['item'] })
    expect(await items()).toEqual(['new'])
    expect(await rowsOf(context, 'buffer', '"id"')).toEqual([])
  })
})

describe('rights', () => {
  it('reject the rows that need one that is missing, and refuse a file that needs both', async () => {
    await write(context, 'input.item', [{ name: 'old', description: 'x' }])
    await folder.put('item.csv', 'name,description\nold,y\nnew,z\n')
    const { log } = await folder.import({
      rights: () => ({ view: true, add: true, change: false, delete: false }),
    })
    expect(log[0]).toBe('! item.csv, line 2: You do not have permission to change this record.')
    expect(await items()).toEqual([
      ['new', 'z'],
      ['old', 'x'],
    ])
    const none = await folder.import({
      rights: () => ({ view: true, add: false, change: false, delete: true }),
    })
    expect(none.log.at(-1)).toBe('! item.csv is refused: you do not have permission to add or change items.')
  })
})

describe('a file that was imported', () => {
  it('is archived, and its rejected rows are written, when its name has the greatest length', async () => {
    const name = `location.${'計'.repeat(80)}.csv`
    await folder.put(name, 'name;available\nGhent;\nLille;nowhere\n')
    const run = await folder.import({ onProcessed: 'archive' })
    expect(run.log.join('\n')).not.toMatch(/too long|ENAMETOOLONG/)
    expect(await folder.list()).toEqual(['archive', 'errors'])
    expect(await folder.list('archive')).toEqual([expect.stringMatching(/^\d{17}\..*計{70,}\.csv$/)])
    expect(await folder.list('errors')).toEqual([
      expect.stringMatching(/^location\.計{70,}-[0-9a-f]{8}\.errors\.csv$/),
    ])
  })

  it('has a file of rejected rows of its own also if its long name differs from another one only at the end', async () => {
    const start = `location.${'計'.repeat(79)}`
    for (const end of ['ab', 'cd']) await folder.put(`${start}${end}.csv`, `name;available\n${end};nowhere\n`)
    await folder.import()
    expect(await folder.list('errors')).toHaveLength(2)
  })

  it('is archived or deleted on demand, unless it was refused', async () => {
    await folder.put('item.csv', 'name\na\n')
    await folder.put('location.csv', 'nonsense\n')
    await folder.import({ onProcessed: 'archive' })
    expect(await folder.list()).toEqual(['archive', 'location.csv'])
    expect(await folder.list('archive')).toEqual([expect.stringMatching(/^\d{17}\.item\.csv$/)])
    await folder.put('item.csv', 'name\nb\n')
    await folder.put('demand.csv', 'name,quantity\nA,x\nB,1\n')
    const { log } = await folder.import({ onProcessed: 'delete' })
    expect(await folder.list()).toEqual(['archive', 'demand.csv', 'errors', 'location.csv'])
    expect(log).toContain('demand.csv stays, because rows of it were rejected.')
  })

  it.each([false, true])(
    'counts as imported if it cannot be archived or its rejected rows cannot be written',
    async (allOrNothing) => {
      await folder.put('archive', 'not a folder')
      await mkdir(join(folder.path, 'errors/item.errors.csv'), { recursive: true })
      await folder.put('item.csv', 'name,cost\na,1\nb,x\n')
      await folder.put('location.csv', 'name\nhere\n')
      const run = await folder.import({ onProcessed: 'archive', allOrNothing, tolerate: 1 })
      expect(outcomes(run)).toEqual([
        ['location.csv', 1, 0, 0, 0],
        ['item.csv', 1, 0, 0, 1],
      ])
      expect(await items()).toEqual(['a'])
      expect(run.report).toMatchObject({ stored: true })
      expect(run.report.unfinished.map(({ file }) => file)).toEqual(['location.csv', 'item.csv', 'item.csv'])
      expect(run.log).toContainEqual(
        expect.stringMatching(
          /^! item.csv is imported, but a file could not be written, moved or deleted: The /,
        ),
      )
    },
  )
})

describe('the change log', () => {
  it('tells the file, or nothing but the counts on demand', async () => {
    await folder.put('item.csv', 'name\na\n')
    await folder.import()
    await folder.put('item.csv', 'name\nb\n')
    await folder.import({ withoutChangeLog: true })
    const { rows } = await test.database.query({
      text: `SELECT s."origin", e."created", (SELECT count(*)::int FROM "default"."change" c WHERE c."changeset" = s."id") AS changes
        FROM "default"."changeset" s JOIN "default"."changesetentity" e ON e."changeset" = s."id"
        WHERE e."entity" = 'input.item' ORDER BY s."id" DESC LIMIT 2`,
    })
    expect(rows).toEqual([
      { origin: 'item.csv', created: 1, changes: 0 },
      { origin: 'item.csv', created: 1, changes: 1 },
    ])
  })
})

describe('a .cpy file', () => {
  const file = 'item.cpy'
  const refused = async (content: string | Buffer): Promise<string> => {
    await folder.put(file, content)
    const { log } = await folder.import()
    expect(log).toHaveLength(1)
    return log[0]!
  }

  it.each([
    ['csv', 'name,description,cost\na,"x, y",1.5\nb,,\n'],
    ['csv with semicolons', '\uFEFFNAME;"description";cost\r\na;x, y;1.5\r\nb;;\r\n'],
    ['text', 'name\tdescription\tcost\na\tx, y\t1.5\nb\t\\N\t\\N\n'],
  ])('adds records in the format %s', async (_format, content) => {
    await folder.put('item.cpy.gz', gzipSync(content))
    expect(outcomes(await folder.import())).toEqual([['item.cpy.gz', 2, 0, 0, 0]])
    expect(await items()).toEqual([['a', 'x, y'], 'b'])
  })

  it('is aborted by one faulty record, which it names', async () => {
    await write(context, 'input.item', [{ name: 'old' }])
    expect(await refused('name,cost\na,1\nb,x\n')).toBe(
      '! item.cpy is refused: nothing of it is imported, because of line 3, cost: invalid input syntax for type double precision: "x".',
    )
    expect(await refused('name,owner\na,\nb,nobody\n')).toMatch(
      /because of record 2, owner: Invalid pk "nobody"/,
    )
    expect(await refused('name,type\na,wood\n')).toMatch(/record 1, type: "wood" is not a valid choice/)
    expect(await refused('name,cost\na,NaN\n')).toMatch(/record 1, cost: A valid number is required/)
    expect(await refused('name,cost\n" ",1\n')).toMatch(/record 1, name: /)
    expect(await refused('name\na\nold\n')).toMatch(/record 2, name: A record with this value exists already/)
    expect(await refused('name\na\na\n')).toMatch(/1 of its records come again later in the file/)
    const many = Array.from({ length: 3_000 }, (_, at) => `item ${at % 2_999}\n`).join('')
    expect(await refused(`name\n${many}`)).toMatch(/names a record twice: Key \(name\)=\(item 0\)/)
    expect(await refused('name,cost\na\n')).toMatch(/line 2.*missing data for column/)
    expect(await refused('name,cost\na,1,2\n')).toMatch(/line 2: extra data after last expected column/)
    expect(await refused(Buffer.from('name\nMühle\n', 'latin1'))).toMatch(/line 2: invalid byte sequence/)
    expect(await refused('what\na\n')).toMatch(/the header names no field of input.item/)
    expect(await refused('name')).toMatch(/has no header/)
    expect(await items()).toEqual(['old'])
  })

  it.each([
    ['demand', 'quantity', '1.7e308', /A number from -1e\+60 to 1e\+60|1e\+60/],
    ['demand', 'quantity', '-1e300', /1e\+60/],
    ['demand', 'quantity', '1e-70', /1e-70/],
    ['demand', 'due', '20000-01-01', /Datetime has wrong format/],
    ['demand', 'due', '0001-01-01 BC', /Datetime has wrong format/],
    ['demand', 'due', 'now', /Datetime has wrong format/],
    ['demand', 'due', 'infinity', /Datetime has wrong format/],
    ['demand', 'due', '2026-12-01 10:00 PST', /Datetime has wrong format/],
    ['demand', 'due', '2026-12-01+02', /Datetime has wrong format/],
    ['demand', 'due', '2026-02-30', /Datetime has wrong format/],
    ['demand', 'maxlateness', '1 mon', /Duration has wrong format/],
    ['demand', 'maxlateness', '100000000 days', /Duration has wrong format/],
    ['calendarbucket', 'starttime', '24:00:00', /Time has wrong format/],
    ['calendarbucket', 'starttime', 'now', /Time has wrong format/],
    ['calendarbucket', 'endtime', '10:00+02', /Time has wrong format/],
  ])('is aborted by what every other file rejects: %s with %s %s', async (entity, field, value, message) => {
    await write(context, 'input.calendar', [{ name: 'c' }])
    const key = entity === 'demand' ? 'name' : 'calendar'
    await folder.put(`${entity}.cpy`, `${key},${field}\nc,${value}\n`)
    const { log } = await folder.import()
    expect(log).toEqual([expect.stringMatching(new RegExp(`record 1, ${field}: .*${message.source}`))])
  })

  it('reads dates and times as every other file', async () => {
    await write(context, 'input.calendar', [{ name: 'c' }])
    const dues = [
      '2026-12-01',
      '2026-12-01 10:00',
      '2026-12-01T10:00:00Z',
      '20261201T100000+02',
      '2026-12-01 10:00 PM',
    ]
    await using brussels = await createTestFolder({ ...context, timeZone: 'Europe/Brussels' })
    await brussels.put('demand.cpy', `name,due\n${dues.map((due, at) => `D${at},${due}\n`).join('')}E,\n`)
    await brussels.put('calendarbucket.cpy', 'calendar,starttime,endtime\nc,08:00,24:00:00\n')
    expect(outcomes(await brussels.import())).toHaveLength(2)
    const rows = await rowsOf(context, 'demand', '"name"')
    expect(rows.map(({ due }) => due)).toEqual([
      '2026-12-01 00:00:00',
      '2026-12-01 10:00:00',
      '2026-12-01 11:00:00',
      '2026-12-01 09:00:00',
      '2026-12-01 22:00:00',
      null,
    ])
    expect(await rowsOf(context, 'calendarbucket', '"id"')).toMatchObject([
      { starttime: '08:00:00', endtime: '23:59:59' },
    ])
  })

  it('stores texts as every other file: without blanks around them, and nothing for an empty one', async () => {
    await write(context, 'input.customer', [{ name: 'shop' }])
    await write(context, 'input.item', [{ name: 'chair' }])
    const lines = [
      'name\tcustomer\titem\tcategory\tstatus',
      ' D1 \t shop\u00a0\tchair\t big \topen',
      'D2\t\tchair\t\t',
    ]
    await folder.put('demand.cpy', `${lines.join('\n')}\n`)
    await folder.put('customer.cpy', 'name,owner\n" other ","shop "\n')
    const { log } = await folder.import()
    expect(log.filter((line) => line.includes('just a name'))).toEqual([])
    expect(await rowsOf(context, 'customer', '"name"')).toMatchObject([
      { name: 'other', owner: 'shop' },
      { name: 'shop', owner: null },
    ])
    expect(await rowsOf(context, 'demand', '"name"')).toMatchObject([
      { name: 'D1', customer: 'shop', item: 'chair', category: 'big', status: 'open' },
      { name: 'D2', customer: null, item: 'chair', category: null, status: 'open' },
    ])
  })

  it('fills what it does not give: natural keys, types of orders, defaults', async () => {
    await write(context, 'input.calendar', [{ name: 'c' }])
    await folder.put('calendarbucket.cpy', 'calendar,value,unknown\nc,3,x\n')
    await folder.put('purchaseorder.cpy', 'reference\tquantity\nPO 1\t3\nPO 2\t\\N\n')
    const run = await folder.import()
    expect(outcomes(run)).toEqual([
      ['calendarbucket.cpy', 1, 0, 0, 0],
      ['purchaseorder.cpy', 2, 0, 0, 0],
    ])
    expect(run.log[0]).toBe(
      '! calendarbucket.cpy: Columns that are no fields of input.calendarbucket are passed over: "unknown".',
    )
    expect(await rowsOf(context, 'operationplan', '"reference"')).toEqual([
      expect.objectContaining({ reference: 'PO 1', type: 'PO', quantity: 3 }),
      expect.objectContaining({ reference: 'PO 2', type: 'PO', quantity: 1 }),
    ])
    expect(await rowsOf(context, 'calendarbucket', '"id"')).toEqual([
      expect.objectContaining({ calendar: 'c', priority: 0, enddate: '2030-12-31 00:00:00' }),
    ])
  })
})

describe('durations without a unit', () => {
  it('are seconds, of which the log tells once for each column, also if nothing is stored', async () => {
    await write(context, 'input.item', [{ name: 'bike' }])
    const rows = ['A,10', 'B,10d', 'C,0', 'D,3600', 'E,', 'F,1:00:00']
    await folder.put('demand.csv', `name,maxlateness\n${rows.join('\n')}\n`)
    for (const dryRun of [true, false]) {
      const { log } = await folder.import({ dryRun })
      expect(log.filter((line) => line.includes('unit'))).toEqual([
        '! demand.csv: maxlateness: 2 values without a unit are read as seconds. Write 10d for days or 10h for hours.',
      ])
    }
  })

  it('are minutes and seconds if they look like a time, which spreadsheets have for hours and minutes', async () => {
    await write(context, 'input.item', [{ name: 'bike' }])
    const rows = ['A,1:30', 'B,0:05', 'C,0:00', 'D,1:30:00', 'E,1 day 1:30', 'F,2 h', 'G,']
    await folder.put('demand.csv', `name,maxlateness\n${rows.join('\n')}\n`)
    const { log } = await folder.import()
    expect(log.filter((line) => line.startsWith('!'))).toEqual([
      '! demand.csv: maxlateness: 2 values such as 1:30 are read as minutes and seconds. Write 1:30:00 for hours.',
    ])
    const stored = await rowsOf(context, 'demand', '"name"')
    expect(stored[0]).toMatchObject({ name: 'A', maxlateness: '00:01:30' })
  })
})

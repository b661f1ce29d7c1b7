import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FolderImport } from '../../src/files/import/folder-import.ts'
import { loadLabels } from '../../src/words/load-labels.ts'
import { openImports } from '../support/folder-import.ts'
import { rowsOf, write } from '../support/records.ts'

// Hostile and faulty files, each with the exact messages about it. `@` stands for the name of the file.
const { context, folder } = await openImports({ empty: ['item', 'location', 'customer', 'bucket'] })

beforeEach(async () => {
  await write(context, 'input.item', [{ name: 'bike', description: 'as it was' }])
  await write(context, 'input.location', [{ name: 'here' }])
  await write(context, 'input.customer', [{ name: 'Ann' }])
  await write(context, 'common.bucket', [{ name: 'week', level: 2 }])
  await write(context, 'common.bucketdetail', [
    { bucket: 'week', name: 'W1', startdate: '2026-01-05', enddate: '2026-01-12' },
  ])
})

interface Case {
  readonly what: string
  readonly content: string | Buffer
  /** The log, without the lines that do not concern the content. */
  readonly log: readonly string[]
  /** Records of demand after the import, with some fields of each. */
  readonly demand?: readonly Readonly<Record<string, unknown>>[]
  /** The file of rejected rows, without its byte order mark. */
  readonly errors?: string
  readonly file?: string
  readonly options?: Partial<FolderImport>
}

const head = 'name,quantity,item,location,customer,due'
const tail = 'bike,here,Ann,2026-01-02'
const sound = (name: string, quantity: string | number = 1): string => `${name},${quantity},${tail}`
const counts = (created: number, rejected = 0, updated = 0, unchanged = 0): string =>
  `@: ${created} created, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected`
const rejectedIn = (name: string): string =>
  `The rejected rows of @ are in errors/${name}. Correct them there and import them.`
const missing = (item: string): string =>
  `! @: 1 item does not exist, so that the rows that name it are rejected: "${item}".`
const because = `rejected because,${head}\n`

const cases: readonly Case[] = [
  {
    what: 'a sound file',
    content: `${head}\n${sound('A', 2.5)}\n`,
    log: [counts(1)],
    demand: [{ name: 'A', quantity: 2.5 }],
  },
  {
    what: 'a byte order mark, all kinds of line ends, blank lines, comments and no line end at the end',
    content: `\uFEFF# from the ERP\n${head}\r\n\n${sound('A')}\r# ,"\n , \r\n${sound('B')}`,
    log: ['! @: Passed over 2 lines beginning with "#".', counts(2)],
    demand: [{ name: 'A' }, { name: 'B' }],
  },
  {
    what: 'faulty rows among sound ones, with every fault of each',
    content: `${head}\n${sound('A')}\nB,x,bike,nowhere,Ann,31.01.2026\n${sound('C')}\n,1,${tail}\n`,
    log: [
      '! @, line 3, quantity "x": A valid number is required.',
      '! @, line 3, due "31.01.2026": Write dates with the year first (YYYY-MM-DD), or have the order of day and month set in the setting DATE_STYLE.',
      '! @, line 5, name "": This field may not be blank.',
      rejectedIn('demand.errors.csv'),
      counts(2, 2),
    ],
    demand: [{ name: 'A' }, { name: 'C' }],
    errors: `${because}"line 3: quantity: A valid number is required. due: Write dates with the year first (YYYY-MM-DD), or have the order of day and month set in the setting DATE_STYLE.",B,x,bike,nowhere,Ann,31.01.2026\nline 5: name: This field may not be blank.,,1,bike,here,Ann,2026-01-02\n`,
  },
  {
    what: 'references to nothing',
    content: `${head}\nA,1,car,here,Ann,2026-01-02\n${sound('B')}\n`,
    log: [
      '! @, line 2, item "car": There is no item "car". Correct the name, or import that record first.',
      rejectedIn('demand.errors.csv'),
      missing('car'),
      counts(1, 1),
    ],
  },
  {
    what: 'ragged rows: a shorter one has blank cells, of a longer one no cell is dropped',
    content: `${head}\n,1\n${sound('B')},more\n${sound('C')},, \nD,1,bike,here,Ann,2026-01-02\n`,
    log: [
      '! @, line 2, name "": This field may not be blank.',
      '! @, line 3: has 7 cells, but the header has 6; "more" would be lost',
      rejectedIn('demand.errors.csv'),
      counts(2, 2),
    ],
    demand: [{ name: 'C' }, { name: 'D' }],
    errors: `${because}line 2: name: This field may not be blank.,,1\n"line 3: has 7 cells, but the header has 6; ""more"" would be lost",B,1,bike,here,Ann,2026-01-02,more\n`,
  },
  {
    what: 'rows without the cells at their end that may be blank',
    content: 'name,item,due,quantity,location,customer\nA,bike,2026-01-02,1\nB,bike,2026-01-02,2,here\n',
    log: [counts(2)],
    demand: [
      { name: 'A', location: null, customer: null },
      { name: 'B', location: 'here' },
    ],
  },
  {
    what: 'a quote that is never closed: it costs its own line',
    content: `${head}\n${sound('A')}\n"B,1,${tail}\n${sound('C')}\n`,
    log: [
      '! @, line 3: a quote that opens in this line is never closed',
      rejectedIn('demand.errors.csv'),
      counts(2, 1),
    ],
    demand: [{ name: 'A' }, { name: 'C' }],
  },
  {
    what: 'quotes, delimiters and line ends in cells',
    content: `name,description,item,quantity,due\n"A ""B"", C","two\nlines",bike,1,2026-01-02\nD,x,y,1,2026-01-02\n`,
    log: [
      '! @, line 4, item "y": There is no item "y". Correct the name, or import that record first.',
      rejectedIn('demand.errors.csv'),
      missing('y'),
      counts(1, 1),
    ],
    demand: [{ name: 'A "B", C', description: 'two\nlines' }],
  },
  {
    what: 'two columns for one field',
    content: `name,item,quantity,item_id\nA,bike,1,bike\n`,
    log: [
      '! @ is refused: the columns "item" (2) and "item_id" (4) both mean the field item. Remove one of them.',
    ],
  },
  {
    what: 'unknown columns, told once, and columns that nobody may write, passed over in silence',
    content: `${head},colour,__proto__,constructor,Last Modified,delay\n${sound('A')},red,x,y,2020-01-01,5\n${sound('B')},,,,,\n`,
    log: [
      '! @: Columns that are no fields of input.demand are passed over: "colour", "__proto__", "constructor".',
      counts(2),
    ],
    demand: [{ name: 'A' }, { name: 'B' }],
  },
  {
    what: 'no column that names a field',
    content: `one,two\n1,2\n`,
    log: [
      '! @ is refused: the header names no field of input.demand: "one", "two". The first line must hold names of fields, such as source, name, owner, description.',
    ],
  },
  {
    what: 'no column that tells the records',
    content: `quantity,item\n1,bike\n`,
    log: [
      '! @ is refused: the column name is missing, without which no row says which sales order it means.',
    ],
  },
  {
    what: 'dates as plain numbers',
    content: `${head}\nA,1,bike,here,Ann,46023\nB,1,bike,here,Ann,46023.5\nC,1,bike,here,Ann,20260102\n`,
    log: [
      '! @, line 2, due "46023": 46023 is a plain number, not a date. Format the column as dates in the spreadsheet program, or write dates as YYYY-MM-DD.',
      '! @, line 3, due "46023.5": 46023.5 is a plain number, not a date. Format the column as dates in the spreadsheet program, or write dates as YYYY-MM-DD.',
      rejectedIn('demand.errors.csv'),
      counts(1, 2),
    ],
    demand: [{ name: 'C', due: '2026-01-02 00:00:00' }],
  },
  {
    what: 'a misspelt key, and other misspelt columns',
    content: `nmae,item,quantity,duee\nA,bike,1,2026-01-05\n`,
    log: [
      '! @ is refused: the column name is missing, without which no row says which sales order it means. If the column "nmae" is meant to be name, rename it.',
    ],
  },
  {
    what: 'a misspelt column beside its key',
    content: `${head},duee\n${sound('A')},2026-01-05\n`,
    log: ['! @: Columns that are no fields of input.demand are passed over: "duee".', counts(1)],
  },
  {
    what: 'a misspelt column of a field that is not given',
    content: `${head},priorty\n${sound('A')},5\n`,
    log: [
      '! @: Columns that are no fields of input.demand are passed over: "priorty" (is priority meant?).',
      counts(1),
    ],
  },
  {
    what: 'characters of four bytes',
    content: Buffer.from([0xff, 0xfe, 0, 0, 0x6e, 0, 0, 0]),
    log: ['! @ is refused: it is encoded in UTF-32. Save it as UTF-8.'],
  },
  { what: 'nothing', content: '', log: ['! @ is refused: it is empty.'] },
  {
    what: 'nothing but blanks and comments',
    content: '\n# header follows\n\n',
    log: ['! @ is refused: it has no header: the first line must hold the names of the fields.'],
  },
  { what: 'a header alone', content: `${head}\n`, log: [counts(0)] },
  {
    what: 'a broken quote in the header',
    content: `"name,quantity\nA,1\n`,
    log: ['! @ is refused: line 1, the header: a quote that opens in this line is never closed.'],
  },
  {
    what: 'duplicates within the file: the last one counts, which is said',
    content: `${head}\n${sound('A', 1)}\n${sound('A', 2)}\n${sound('A', 3)}\n`,
    log: ['! @: 2 rows came again later in the file; the last one counts.', counts(1)],
    demand: [{ name: 'A', quantity: 3 }],
  },
  {
    what: 'semicolons where commas are expected',
    content: `${head}\n${sound('A', '1,5')}\n`.replaceAll(/,(?!5)/g, ';'),
    log: [
      '! @: Columns are separated by semicolons, not by commas as expected in this language; numbers are read with "," before their decimals.',
      counts(1),
    ],
    demand: [{ name: 'A', quantity: 1.5 }],
  },
  {
    what: 'tabs, and the line with which spreadsheet programs name the delimiter',
    content: `sep=\t\n${head}\n${sound('A')}\n`.replaceAll(',', '\t'),
    log: [
      '! @: Columns are separated by tabs, not by commas as expected in this language; numbers are read with "." before their decimals.',
      counts(1),
    ],
  },
  {
    what: 'bytes that are no UTF-8',
    content: Buffer.from(`${head}\n${sound('A')}\n${sound('Mühle')}\n`, 'latin1'),
    log: [
      '! @ is refused: line 3 holds bytes that are not valid utf-8. Save the file as UTF-8, or set CSV_CHARSET to the encoding in which it was written, such as windows-1252.',
    ],
  },
  {
    what: 'UTF-16 with its mark, as spreadsheet programs write "Unicode text"',
    content: Buffer.from(`\uFEFF${head}\n${sound('Mühle 製')}\n`, 'utf16le'),
    log: ['! @: The file is encoded in utf-16le.', counts(1)],
    demand: [{ name: 'Mühle 製' }],
  },
  {
    what: 'null characters',
    content: `${head}\n${sound('A\0B')}\n${sound('C')}\n`,
    log: [
      '! @, line 2, name "A\\u0000B": Null characters are not allowed.',
      rejectedIn('demand.errors.csv'),
      counts(1, 1),
    ],
  },
  {
    what: 'a cell of ten megabytes',
    content: `name,description,quantity,due,item\nA,${'x'.repeat(10 * 2 ** 20)},1,2026-01-02,bike\nB,y,1,2026-01-02,bike\n`,
    log: [counts(2)],
    demand: [{ name: 'A' }, { name: 'B', description: 'y' }],
  },
  {
    what: 'a key of ten megabytes',
    content: `${head}\n${sound('x'.repeat(10 * 2 ** 20))}\n${sound('B')}\n`,
    log: [
      `! @, line 2, name "${'x'.repeat(100)}…": Ensure this field has no more than 2600 bytes in UTF-8: longer values cannot be indexed.`,
      rejectedIn('demand.errors.csv'),
      counts(1, 1),
    ],
    demand: [{ name: 'B' }],
  },
  {
    what: 'a line without an end',
    content: `${head}\n${'x'.repeat(17 * 2 ** 20)}`,
    log: ['! @ is refused: line 2 is longer than 16 million characters. Line ends or quotes are missing.'],
  },
  {
    what: 'formulas: they are text like any other',
    content: `name,description,quantity,due,item\n=cmd|' /C calc'!A0,@SUM(1),1,2026-01-02,bike\n`,
    log: [counts(1)],
    demand: [{ name: "=cmd|' /C calc'!A0", description: '@SUM(1)' }],
  },
  {
    what: '1.9 for an integer and commas in numbers: nothing is rounded or guessed',
    content: `${head},priority\n${sound('A')},1.9\n${sound('B', '"1,5"')},1\n${sound('C', '1e400')},2.0\n`,
    log: [
      '! @, line 2, priority "1.9": A valid integer is required.',
      '! @, line 3, quantity "1,5": A valid number is required.',
      '! @, line 4, quantity "1e400": The number is too large. Give one from -1e+60 to 1e+60.',
      rejectedIn('demand.errors.csv'),
      counts(0, 3),
    ],
  },
  {
    what: 'dates with a time of day, ISO dates with a zone, and dates that mean two things',
    content: `${head}\nA,1,bike,here,Ann,2026-01-02 13:45:59\nB,1,bike,here,Ann,2026-01-02T13:45Z\nC,1,bike,here,Ann,01/12/2026\n`,
    log: [
      '! @, line 4, due "01/12/2026": Write dates with the year first (YYYY-MM-DD), or have the order of day and month set in the setting DATE_STYLE.',
      rejectedIn('demand.errors.csv'),
      counts(2, 1),
    ],
    demand: [
      { name: 'A', due: '2026-01-02 13:45:59' },
      { name: 'B', due: '2026-01-02 13:45:00' },
    ],
  },
  {
    what: 'a gzip file',
    file: 'demand.csv.gz',
    content: gzipSync(`${head}\n${sound('A')}\n`),
    log: [counts(1)],
  },
  {
    what: 'an upper case extension',
    file: 'DEMAND.CSV.GZ',
    content: gzipSync(`${head}\n${sound('A')}\n`),
    log: [counts(1)],
  },
  {
    what: 'a gzip file that is cut short',
    file: 'demand.csv.gz',
    content: gzipSync(`${head}\n${sound('A')}\n${sound('B')}\n`).subarray(0, -12),
    log: ['! @ is refused: it is cut short: the end of the gzip data is missing. Transfer it again.'],
  },
  {
    what: 'a gzip file with a damaged middle',
    file: 'demand.csv.gz',
    content: damaged(gzipSync(Array.from({ length: 500 }, (_, at) => sound(`A${at * 7919}`)).join('\n'))),
    log: ['! @ is refused: it is damaged: the gzip data cannot be unpacked. Transfer it again.'],
  },
  {
    what: 'a gzip bomb',
    file: 'demand.csv.gz',
    content: gzipSync(Buffer.concat([Buffer.from(`${head}\n`), Buffer.alloc(100 * 2 ** 20, '\n')])),
    log: [
      '! @ is refused: it unpacks to more than 200 times its size, which no data does. Unpack it yourself if it is sound.',
    ],
  },
  {
    what: 'a gzip file without its extension',
    content: gzipSync(`${head}\n`),
    log: ['! @ is refused: it is packed with gzip. Add .gz to its name.'],
  },
  {
    what: 'a plain file with the extension of gzip',
    file: 'demand.csv.gz',
    content: `${head}\n`,
    log: ['! @ is refused: its name ends with .gz, but it is not packed with gzip.'],
  },
  {
    what: 'a spreadsheet with the extension of CSV',
    content: Buffer.from('PK\u0003\u0004…'),
    log: [
      '! @ is refused: it is a spreadsheet or a zip archive. Give a spreadsheet a name that ends with .xlsx.',
    ],
  },
  {
    what: 'a name with blanks and accents, in the file and of the file',
    file: 'sales orders.für März (1).csv',
    content: `${head}\n${sound('März')}\n`,
    log: [counts(1)],
    demand: [{ name: 'März' }],
  },
  {
    what: 'users',
    file: 'user.csv',
    content: 'username,is_superuser\neve,1\n',
    log: ['! @ is refused: common.user holds no planning data and cannot be imported.'],
  },
  {
    what: 'tasks',
    file: 'task.csv',
    content: 'id\n1\n',
    log: ['! @ is refused: execute.task holds no planning data and cannot be imported.'],
  },
  {
    what: 'what the planner computes',
    file: 'problem.csv',
    content: 'id\n1\n',
    log: ['@ is left alone: output.problem is computed by the planner and cannot be imported.'],
  },
  ...['problem.sql', 'constraint.sql.gz', 'constraint.cpy'].map((file) => ({
    what: 'what the planner computes, in a format that no export has',
    file,
    content: 'id\n1\n',
    log: [`! @ is refused: output.${file.split('.')[0]} is computed by the planner and cannot be imported.`],
  })),
  {
    what: 'a file that names nothing',
    file: 'notes.csv',
    content: 'a\n',
    log: ['@ is left alone: "notes" is the name of no entity.'],
  },
  {
    what: 'required columns that are missing, for a record that is new',
    file: 'bucketdetail.csv',
    content: 'bucket,startdate\nweek,2026-01-05\nweek,2026-01-12\n',
    log: [
      '! @, line 3, name: This field is required.',
      '! @, line 3, enddate: This field is required.',
      rejectedIn('bucketdetail.errors.csv'),
      counts(0, 1, 0, 1),
    ],
  },
]

function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy.fill(0xff, Math.floor(copy.length / 2), Math.floor(copy.length / 2) + 40)
  return copy
}

describe('a file with', () => {
  it.each(cases)('$what', async ({ content, log, demand, errors, file = 'demand.csv', options = {} }) => {
    await folder.put(file, content)
    const run = await folder.import(options)
    expect(run.log).toEqual(log.map((line) => line.replaceAll('@', file)))
    const stored = await rowsOf(context, 'demand', '"name"')
    expect(stored).toMatchObject(demand ?? stored)
    const [errorsFile] = await folder.list('errors')
    expect(errorsFile === undefined).toBe(!log.some((line) => line.startsWith('The rejected rows')))
    const rejected = errorsFile === undefined ? '' : await folder.read(`errors/${errorsFile}`)
    expect(rejected).toBe(errors === undefined ? rejected : `\uFEFF${errors}`)
  })
})

describe('files in other languages', () => {
  it('have semicolons, decimal commas and headers of their language', async () => {
    const labels = await loadLabels('de')
    await folder.put(
      'Kundenaufträge.csv',
      'Name;Menge;Artikel;Bedarfstermin\nA;1,5;bike;2026-01-02\nB;1.500;bike;2026-01-02\n',
    )
    const conventions = {
      labels,
      loadLabels,
      decimal: ',',
      charset: 'utf-8',
      dateStyle: 'YYYY-MM-DD',
    } as const
    const { log } = await folder.import({ conventions })
    expect(log).toEqual([
      '! Kundenaufträge.csv, line 3, quantity "1.500": A valid number is required, with "," before its decimals and no other separator.',
      'The rejected rows of Kundenaufträge.csv are in errors/Kundenaufträge.errors.csv. Correct them there and import them.',
      'Kundenaufträge.csv: 1 created, 0 updated, 0 unchanged, 1 rejected',
    ])
    expect(await folder.read('errors/Kundenaufträge.errors.csv')).toBe(
      '\uFEFFrejected because;Name;Menge;Artikel;Bedarfstermin\n"line 3: quantity: A valid number is required, with "","" before its decimals and no other separator.";B;1.500;bike;2026-01-02\n',
    )
  })

  it('may have another charset and order of dates', async () => {
    const labels = await loadLabels('en')
    await folder.put(
      'demand.csv',
      Buffer.from(
        `${head}\nMühle,1,bike,here,Ann,31/12/2026 06:30\nB,1,bike,here,Ann,12/31/2026\n`,
        'latin1',
      ),
    )
    const conventions = {
      labels,
      loadLabels,
      decimal: '.',
      charset: 'windows-1252',
      dateStyle: 'DD-MM-YYYY',
    } as const
    const { log } = await folder.import({ conventions })
    expect(log[0]).toMatch(/^! demand.csv, line 3, due "12\/31\/2026": Datetime has wrong format/)
    expect(await rowsOf(context, 'demand', '"name"')).toEqual([
      expect.objectContaining({ name: 'Mühle', due: '2026-12-31 06:30:00' }),
    ])
  })
})

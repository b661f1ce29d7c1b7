import { mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadMessages } from '../../src/errors/load-messages.ts'
import { recordedText } from '../../src/errors/stored-message.ts'
import { latestTasks } from '../../src/tasks/queue/task-record.ts'
import type { DataContext } from '../../src/data/context.ts'
import { createTestContext } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { type Outcome, type RunOptions, startPlanctl } from '../support/planctl.ts'
import { rowsOf } from '../support/records.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'
import { until } from '../support/wait.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

// Tests the import as users and programs start it: by command, by request, and interrupted in the middle.
let server: TaskServer
let context: DataContext
let upload: string

beforeAll(async () => {
  server = await startTaskServer()
  await server.startWorker()
  context = createTestContext(server.database)
  upload = join(server.folder, 'upload/default')
  await buildUser(server.database, {
    username: 'ann',
    rights: { default: ['execute.run_importfromfolder', 'input.add_item'] },
  })
  await buildUser(server.database, {
    username: 'cai',
    rights: { default: ['execute.run_importfromfolder', 'input.add_item', 'input.add_demand'] },
  })
  await buildUser(server.database, { username: 'bob', rights: { default: ['input.add_item'] } })
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  await rm(upload, { recursive: true, force: true })
  await mkdir(upload, { recursive: true })
  await server.database.query({ text: 'TRUNCATE "default"."item" CASCADE' })
})

const put = (name: string, content: string): Promise<void> => writeFile(join(upload, name), content)
const names = async (scenario = 'default'): Promise<readonly unknown[]> =>
  (await rowsOf({ ...context, scenario }, 'item', '"name"')).map(({ name }) => name)
const options = (): RunOptions => ({
  cwd: server.folder,
  env: { DATABASE_URL: server.url, PLANCTL_VAR: server.folder, PLANCTL_TIME_ZONE: 'UTC' },
})
const command = (...args: readonly string[]): Promise<Outcome> =>
  warmPlanctl(['importfromfolder', ...args], options())

/** Launches an import by request, waits for its end and returns status and message. */
async function launch(
  query: string,
  request: Parameters<TaskServer['request']>[2] = {},
): Promise<readonly unknown[]> {
  const launched = await server.request('POST', `/execute/api/importfromfolder/${query}`, request)
  expect(launched.status).toBe(200)
  const { status, message } = await server.ended(idIn(launched))
  return [status, message]
}

const waits = (): Promise<boolean> =>
  until('the import waits', async () => {
    const { rows } = await server.database.query({
      text: `SELECT FROM pg_locks WHERE NOT granted AND relation = '"default"."item"'::regclass`,
    })
    return rows.length > 0
  })

/** Runs the callback while a file is being imported: the merge of the file waits for a lock. */
async function inTheMiddle(run: () => Promise<void>): Promise<void> {
  await put('item.csv', ['name', ...Array.from({ length: 5_000 }, (_, at) => `item ${at}`)].join('\n'))
  await put('location.csv', 'name\nhere\n')
  const blocker = await server.database.pool.connect()
  await blocker.query('BEGIN')
  await blocker.query('LOCK TABLE "default"."item" IN SHARE MODE')
  try {
    await run()
  } finally {
    await blocker.query('COMMIT')
    blocker.release()
  }
  await until('its transaction is gone', async () => {
    const { rows } = await server.database.query({
      text: `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE '%in transaction%'`,
    })
    return rows.length === 0
  })
}

describe('planctl importfromfolder', () => {
  it('tells the counts, and exits with 0 when all went well', async () => {
    await put('item.csv', 'name,description\nbike,x\nwheel,\n')
    await put('readme.txt', '')
    const { exitCode, stdout, stderr } = await command()
    expect([exitCode, stdout]).toEqual([
      0,
      'item: 2 created, 0 updated, 0 unchanged. Left alone: readme.txt.\n',
    ])
    expect(stderr).toContain('readme.txt is left alone')
    await put('item.csv', 'name,description\nbike,x\nwheel,y\n')
    expect((await command()).stdout).toBe(
      'item: 0 created, 1 updated, 1 unchanged. Left alone: readme.txt.\n',
    )
  })

  it('tells the columns that it did not read, in the language of the reader', detail, async () => {
    const others = ['b', 'c', 'd', 'e', 'f'].join(',')
    await put('item.csv', `name,Menge,${others}\nbike,3,,,,,\n`)
    await put('location.csv', 'name\nhere\n')
    const { exitCode, stdout } = await command()
    expect([exitCode, stdout]).toEqual([
      0,
      'location: 1 created, 0 updated, 0 unchanged; item: 1 created, 0 updated, 0 unchanged. ' +
        'Columns of item that are no fields and were not read: "Menge", "b", "c", "d", "e", ….\n',
    ])
    const [task] = await latestTasks(server.database, { limit: 1 })
    expect(recordedText(task!, await loadMessages('de'))).toContain('nicht gelesen wurden: "Menge", "b"')
  })

  it('exits with 1 when rows are rejected or files refused, and stores the rest', async () => {
    await put('item.csv', 'name,cost\nbike,1\nwheel,x\n')
    await put('demand.csv', 'nonsense\n1\n')
    const { exitCode, stdout, stderr } = await command()
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toContain('item.csv, line 3, cost "x": A valid number is required.')
    expect(stderr).toMatch(
      /item: 1 created, 0 updated, 0 unchanged, 1 rejected\. 1 file refused: demand\.csv \(the header names no field/,
    )
    const [task] = await latestTasks(server.database, { limit: 1 })
    expect(recordedText(task!, await loadMessages('de'))).toMatch(
      /^1 von 2 Zeilen importiert, 1 abgelehnt\. item: 1 angelegt, 0 geändert, 0 unverändert, 1 abgelehnt\. 1 Datei abgelehnt: demand\.csv \(die Kopfzeile .*[^.]\)\.$/,
    )
    expect(await names()).toEqual(['bike'])
    expect((await command('--files=item.csv', '--tolerate=1')).exitCode).toBe(0)
  })

  it('logs every fault once, and then the result', detail, async () => {
    await put('item.csv', 'name,cost\nbike,1\nwheel,x\n')
    await put('demand.csv', 'nonsense\n1\n')
    await command()
    const [task] = await latestTasks(server.database, { limit: 1 })
    const log = await readFile(join(server.settings.LOGDIR, task!.logfile!), 'utf8')
    const faults = log.split('\n').filter((line) => / (?:warning|error) /.test(line))
    expect(faults.map((line) => line.slice(line.indexOf(' ') + 1))).toEqual([
      'warning item.csv, line 3, cost "x": A valid number is required.',
      expect.stringMatching(/^error demand\.csv is refused: the header names no field/),
      expect.stringMatching(
        /^error Failed: 1 of 2 rows imported, 1 rejected\. item: 1 created, .* 1 rejected\. 1 file refused: demand\.csv/,
      ),
    ])
  })

  it(
    'assigns fields to columns by their place, and reads no column whose place is empty',
    detail,
    async () => {
      await put('export17.csv', 'a,b,c,d,e,f\nA-1,bike,ignored,2026-02-01,3,ignored too\n')
      const { exitCode, stderr } = await command(
        '--files=export17.csv',
        '--entity=input.demand',
        '--columns=name,item,,due,quantity,',
      )
      expect([exitCode, stderr]).toEqual([0, expect.stringContaining('1 created')])
      expect(await rowsOf(context, 'demand', '"name"')).toMatchObject([
        { name: 'A-1', item: 'bike', due: '2026-02-01 00:00:00', quantity: 3 },
      ])
    },
  )

  it('rehearses, stores all or nothing, purges, archives, and works on another scenario', async () => {
    await put('item.csv', 'name\nbike\n')
    expect((await command('--dryrun')).stdout).toBe(
      'Nothing was stored. item: 1 created, 0 updated, 0 unchanged.\n',
    )
    expect(await names()).toEqual([])
    await put('item.csv', 'name,cost\nbike,\nwheel,x\n')
    const { stderr } = await command('--all-or-nothing')
    expect(stderr).toContain('item.csv: 1 created, 0 updated, 0 unchanged, 1 rejected (not stored yet')
    expect(stderr).not.toContain('All files are stored')
    expect(stderr).toContain('Nothing was stored. If it had been stored: item: 1 created')
    expect(await names()).toEqual([])
    await put('item.csv', 'name\nold\n')
    const stored = await command('--all-or-nothing', '--on-processed=delete')
    expect(stored.stderr).toMatch(
      /item\.csv: 1 created.* \(not stored yet.*\n(?:.*\n)*.*All files are stored\.\n/,
    )
    await put('item.csv', 'name\nnew\n')
    expect(await command('--purge=item', '--on-processed=archive', '--no-changelog')).toMatchObject({
      exitCode: 0,
      stdout: 'item: 1 created, 0 updated, 0 unchanged, 1 deleted.\n',
    })
    expect([await names(), await readdir(upload)]).toEqual([['new'], ['archive', 'errors']])
    await rm(join(upload, 'archive'), { recursive: true })
    await put('archive', '')
    await put('item.csv', 'name\nnewer\n')
    expect(await command('--on-processed=archive')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^item: 1 created, .* Imported, but a file could not be written, moved or deleted: item.csv \(The folder/,
      ),
    })
    expect(await names()).toEqual(['new', 'newer'])
    await rm(join(upload, 'item.csv'))
    const there = join(server.folder, 'upload/scenario1')
    await mkdir(there, { recursive: true })
    await writeFile(join(there, 'item.csv'), 'name\nelsewhere\n')
    expect((await command('--database=scenario1')).exitCode).toBe(0)
    expect([await names(), await names('scenario1')]).toEqual([['new', 'newer'], ['elsewhere']])
  })

  it('has nothing to do in an empty folder, and refuses files that are not there', detail, async () => {
    expect(await command()).toMatchObject({
      exitCode: 0,
      stdout: `There is no file to import in the folder ${upload}.\n`,
    })
    const missing = await command('--files=item.csv')
    expect([missing.exitCode === 0, missing.stderr]).toEqual([
      false,
      expect.stringContaining('the folder has no file "item.csv"'),
    ])
  })
})

it('refuses links, folders and pipes with the name of a data file', async () => {
  await put('location.csv', 'name\nhere\n')
  await symlink(join(upload, 'location.csv'), join(upload, 'item.csv'))
  await symlink('/etc/passwd', join(upload, 'notes.csv'))
  await mkdir(join(upload, 'demand.csv'))
  const { exitCode, stderr } = await command()
  expect(exitCode).toBe(1)
  expect(stderr).toContain('item.csv is refused: it is a link, a folder or a pipe; only files are imported')
  expect(stderr).toMatch(/location: .*2 files refused: demand\.csv \(.*; item\.csv \(/)
  expect(stderr).not.toContain('notes.csv')
  const named = await command('--files=item.csv')
  expect([named.exitCode, named.stderr]).toEqual([
    1,
    expect.stringContaining('item.csv is refused: it is a link, a folder or a pipe; only files are imported'),
  ])
})

describe('planctl importfromfolder --propose', () => {
  it('saves what the rows would change, with the values of before, and stores nothing', async () => {
    await put('item.csv', 'name,description,cost\na,old,1\nb,old,2\n')
    expect((await command()).exitCode).toBe(0)
    await put('item.csv', 'name,description,cost\na,new,1\nb,old,2\nc,new,3\n')
    const { exitCode, stdout } = await command('--propose=Better items')
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/Nothing was stored\..* Saved as proposal \d+\./),
    ])
    expect(await names()).toEqual(['a', 'b'])
    const { rows } = await server.database.query<{ title: string; edits: string }>({
      text: `SELECT p."title", p."state", json_agg(json_build_array(e."action", e."key", e."fields", e."base") ORDER BY e."number")::text AS "edits"
        FROM control."proposal" p JOIN control."proposaledit" e ON e."proposal" = p."id" GROUP BY p."id"`,
    })
    expect(rows).toMatchObject([{ title: 'Better items', state: 'open' }])
    expect(JSON.parse(rows[0]!.edits)).toEqual([
      ['create', 'c', expect.objectContaining({ description: 'new', cost: 3 }), null],
      ['update', 'a', { description: 'new' }, { description: 'old' }],
    ])
    const refused = await command('--propose=x', '--purge=input.item')
    expect([refused.exitCode, refused.stderr]).toEqual([
      2,
      expect.stringContaining('cannot be combined with purge'),
    ])
    await put('item.csv', 'name,cost\nd,many\n')
    const faulty = await command('--propose=x')
    expect([faulty.exitCode, faulty.stdout.includes('Saved')]).toEqual([1, false])
  })
})

describe('POST /execute/api/importfromfolder/', () => {
  it('ends whatever a file makes it say', detail, async () => {
    await put('item.csv', 'n\0ame\uD800\na\n')
    expect(await launch('')).toEqual([
      'Failed',
      expect.stringMatching(/1 file refused: item.csv \(the header names no field of input.item: "n�ame�"/),
    ])
    // The next import is not blocked.
    await put('item.csv', 'name\na\n')
    expect((await launch(''))[0]).toBe('Done')
  })

  it('imports with the arguments of the query, of a form and of JSON', async () => {
    await put('item.csv', 'name\nbike\n')
    expect(await launch('?dryrun=1')).toEqual([
      'Done',
      'Nothing was stored. item: 1 created, 0 updated, 0 unchanged.',
    ])
    expect(await launch('', { body: { files: ['item.csv'], dryrun: false, tolerate: 2 } })).toEqual([
      'Done',
      'item: 1 created, 0 updated, 0 unchanged.',
    ])
    expect(await launch('?dryrun=false&files=item.csv')).toEqual([
      'Done',
      'item: 0 created, 0 updated, 1 unchanged.',
    ])
  })

  it('refuses what is no argument, and who may not', async () => {
    for (const [status, query, as] of [
      [400, '?on-processed=burn', 'admin'],
      [400, '?tolerate=-1', 'admin'],
      [400, '?folder=/etc', 'admin'],
      [403, '', 'bob'],
    ] as const) {
      const answer = await server.request('POST', `/execute/api/importfromfolder/${query}`, { as })
      expect([query, answer.status]).toEqual([query, status])
    }
  })

  it('imports with the rights of whoever launches it', async () => {
    await put('item.csv', 'name,description\nbike,x\n')
    expect(await launch('', { as: 'ann' })).toEqual(['Done', 'item: 1 created, 0 updated, 0 unchanged.'])
    await put('item.csv', 'name,description\nbike,y\nwheel,\n')
    expect(await launch('', { as: 'ann' })).toEqual([
      'Failed',
      '1 of 2 rows imported, 1 rejected. item: 1 created, 0 updated, 0 unchanged, 1 rejected.',
    ])
    expect(await readFile(join(upload, 'errors/item.errors.csv'), 'utf8')).toContain(
      'line 2: You do not have permission to change this record.,bike,y',
    )
    await put('demand.csv', 'name\nA\n')
    expect(await launch('?files=demand.csv', { as: 'ann' })).toEqual([
      'Failed',
      '1 file refused: demand.csv (you do not have permission to add or change sales orders).',
    ])
  })

  it('counts rows that a later row with the same key replaces', async () => {
    await put('item.csv', 'name,description\nbell,1\nlamp,1\nbell,2\nbell,3\n,4\n')
    const [, message] = await launch('?files=item.csv&tolerate=1')
    expect(message).toMatch(
      /^2 of 5 rows imported, 2 skipped because a later row has the same key, 1 rejected\. /,
    )
  })

  it('creates missing records only for those who may add them', async () => {
    await put('demand.csv', 'name,item,location,quantity\nSO 1,wheel,,1\nSO 2,wheel,Lille,1\n')
    expect(await launch('', { as: 'cai' })).toEqual([
      'Failed',
      '1 of 2 rows imported, 1 rejected. demand: 1 created, 0 updated, 0 unchanged, 1 rejected. Created with just a name, because rows refer to them: item "wheel".',
    ])
    expect(await readFile(join(upload, 'errors/demand.errors.csv'), 'utf8')).toContain('There is no ')
    expect(await names()).toEqual(['wheel'])
    expect(await rowsOf(context, 'location', '"name"')).not.toContainEqual(
      expect.objectContaining({ name: 'Lille' }),
    )
  })
})

describe('an import that is broken off', () => {
  it(
    'by kill -9 has done nothing to the file that it was at, leaves nothing behind, and works again',
    detail,
    async () => {
      await inTheMiddle(async () => {
        await using running = startPlanctl(['importfromfolder', '--files=item.csv'], options())
        await waits()
        running.kill('SIGKILL')
        expect(await running.ended).not.toBe(0)
      })
      expect(await names()).toEqual([])
      expect((await command('--files=item.csv')).stdout).toBe(
        'item: 5,000 created, 0 updated, 0 unchanged.\n',
      )
      expect((await readdir(upload)).filter((name) => name.startsWith('.'))).toEqual([])
    },
  )

  it('by canceling ends as Canceled and has stored nothing of the file', async () => {
    await inTheMiddle(async () => {
      const id = idIn(await server.request('POST', '/execute/api/importfromfolder/?files=item.csv'))
      await waits()
      await server.request('POST', `/execute/api/cancel/?id=${id}`)
      expect((await server.ended(id)).status).toBe('Canceled')
    })
    expect(await names()).toEqual([])
  })
})

it('names the records that it creates because rows refer to them', detail, async () => {
  await put('demand.csv', 'name,item,location\nC1,Bike,Ghent\nC2,Trike,Ghent\n')
  const { exitCode, stdout } = await command()
  expect([exitCode, stdout.trim()]).toEqual([
    0,
    'demand: 2 created, 0 updated, 0 unchanged. Created with just a name, because rows refer to them: item "Bike", "Trike"; location "Ghent".',
  ])
  expect((await command()).stdout.trim()).toBe('demand: 0 created, 0 updated, 2 unchanged.')
})

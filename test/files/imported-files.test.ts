import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listFiles } from '../../src/files/folders/list-files.ts'
import { findImported } from '../../src/files/import/imported-files.ts'
import { undoChangeSets } from '../../src/data/write/undo/undo-change-set.ts'
import { productionScenario } from '../../src/model/production.ts'
import { copyScenario } from '../../src/scenarios/copy-scenario.ts'
import { promoteScenario, revertPromote } from '../../src/scenarios/promote-scenario.ts'
import { scenarioWork } from '../support/scenarios.ts'
import { openImports } from '../support/folder-import.ts'

// Tests what is known of files that were imported before.
const { test, context, folder } = await openImports({ empty: ['item', 'importedfile'], channel: 'import' })

const work = () => scenarioWork(test.database)

const copy = () =>
  copyScenario(work(), { source: 'default', destination: 'scenario1', force: true, user: null })

/** Undoes a change set, by default that of the last import; returns the number of the undo. */
async function undoLast(changeset?: number): Promise<number> {
  const { rows } = await test.database.query<{ id: number }>({
    text: `SELECT max("id")::float8 AS "id" FROM "default"."changeset" WHERE "channel" = 'import'`,
  })
  const changesets = [changeset ?? rows[0]!.id]
  const undone = await undoChangeSets(context, { changesets, dryRun: false, authorize: () => undefined })
  return Number(undone.changeset)
}

const states = async (): Promise<Readonly<Record<string, string>>> => {
  const files = await listFiles({ kind: 'upload', path: folder.path })
  const found = await findImported(context, files)
  return Object.fromEntries(
    files.map(({ name }) => {
      const last = found.get(name)
      return [
        name,
        last === undefined ? 'new' : `${last.changed ? 'changed' : 'imported'}, ${last.rejected} rejected`,
      ]
    }),
  )
}

describe('a file of the folder', () => {
  it('is new until its import is stored, and changed after it was replaced', async () => {
    await folder.put('item.csv', 'name,cost\nbike,1\nwheel,cheap\n')
    await folder.put('customer.csv', 'nothing\nknown\n')
    await folder.put('notes.txt', 'Ask Ann.')
    const isNew = { 'customer.csv': 'new', 'item.csv': 'new', 'notes.txt': 'new' }
    expect(await states()).toEqual(isNew)
    await folder.import({ dryRun: true })
    await folder.import({ allOrNothing: true })
    expect(await states()).toEqual(isNew)
    await folder.import()
    expect(await states()).toEqual({ ...isNew, 'item.csv': 'imported, 1 rejected' })
    await folder.put('item.csv', 'name,cost\nbike,2\n')
    await utimes(join(folder.path, 'item.csv'), new Date(), new Date(Date.now() + 5_000))
    expect(await states()).toEqual({ ...isNew, 'item.csv': 'changed, 1 rejected' })
    await folder.import({ files: ['item.csv'], allOrNothing: true })
    expect(await states()).toEqual({ ...isNew, 'item.csv': 'imported, 0 rejected' })
  })

  it('is imported again with a warning if it has not changed since', async () => {
    await folder.put('item.csv', 'name\nbike\n')
    expect((await folder.import()).log).toEqual(['item.csv: 1 created, 0 updated, 0 unchanged, 0 rejected'])
    for (const overrides of [{ dryRun: true }, {}]) {
      expect((await folder.import(overrides)).log).toEqual([
        expect.stringMatching(
          /^! item\.csv was imported before, at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(.+\), and has not changed since\. Importing it again overwrites edits that were made to its records after that\.$/,
        ),
        'item.csv: 0 created, 0 updated, 1 unchanged, 0 rejected',
      ])
    }
    await utimes(join(folder.path, 'item.csv'), new Date(), new Date(Date.now() + 5_000))
    expect((await folder.import()).log).toEqual(['item.csv: 0 created, 0 updated, 1 unchanged, 0 rejected'])
  })

  it('is new again after its import was undone, and imported after the undo was undone', async () => {
    await folder.put('item.csv', 'name\nbike\n')
    await folder.import()
    const undo = await undoLast()
    expect(await states()).toEqual({ 'item.csv': 'new' })
    expect((await folder.import({ dryRun: true })).log).toEqual([
      'item.csv: 1 created, 0 updated, 0 unchanged, 0 rejected',
    ])
    await undoLast(undo)
    expect(await states()).toEqual({ 'item.csv': 'imported, 0 rejected' })
  })

  it('is new after its import with all others in one transaction was undone, and not after that of an upload', async () => {
    const actor = { ...context.actor, task: 7, origin: 'importfromfolder' }
    await folder.put('item.csv', 'name\nbike\n')
    await folder.import({ allOrNothing: true, context: { ...context, actor } })
    expect(await states()).toEqual({ 'item.csv': 'imported, 0 rejected' })
    const { rows } = await test.database.query<{ id: number }>({
      text: `INSERT INTO "default"."changeset" ("channel", "origin", "task") VALUES ('import', 'item.csv', 8)
        RETURNING "id"::float8 AS "id"`,
    })
    const upload = rows[0]!.id
    await test.database.query({
      text: `INSERT INTO "default"."changeset" ("channel", "origin", "undoes")
        VALUES ('edit', 'undo ${upload}', int8multirange(int8range(${upload}, ${upload}, '[]')))`,
    })
    expect(await states()).toEqual({ 'item.csv': 'imported, 0 rejected' })
    await undoLast(upload - 1)
    expect(await states()).toEqual({ 'item.csv': 'new' })
  })

  it('stays imported through a promotion if the copy has its rows, and is new if they are lost', async () => {
    await folder.put('item.csv', 'name\nbike\n')
    await folder.import()
    await copy()
    await folder.put('item.2.csv', 'name\nwheel\n')
    await folder.import({ files: ['item.2.csv'] })
    const both = { 'item.csv': 'imported, 0 rejected', 'item.2.csv': 'imported, 0 rejected' }
    expect(await states()).toEqual(both)
    const request = { destination: productionScenario, user: null }
    await promoteScenario(work(), { ...request, source: 'scenario1' })
    expect(await states()).toEqual({ ...both, 'item.2.csv': 'new' })
    await revertPromote(work(), request)
    expect(await states()).toEqual(both)
  })

  it('is forgotten once the folder does not contain it any more', async () => {
    await folder.put('item.csv', 'name\nbike\n')
    await folder.import({ onProcessed: 'delete' })
    await folder.put('item.2.csv', 'name\nbike\n')
    await folder.import()
    const { rows } = await test.database.query<{ name: string }>({
      text: 'SELECT "name" FROM "default"."importedfile"',
    })
    expect(rows).toEqual([{ name: 'item.2.csv' }])
  })
})

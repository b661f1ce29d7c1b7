/** Tests that an exported workbook imports unchanged, for every entity, in every language. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyEntities } from '../../src/data/write/empty/empty-entities.ts'
import { planEmptying } from '../../src/data/write/empty/empty-plan.ts'
import { formatDuration, parseDuration } from '../../src/model/values/durations.ts'
import type { DataContext } from '../../src/data/context.ts'
import {
  chosenEntities,
  entityOfTitle,
  workbookEntities,
} from '../../src/files/workbook/workbook-entities.ts'
import { fieldFinder } from '../../src/model/headers.ts'
import { englishLabels } from '../../src/model/labels/labels.ts'
import { languages } from '../../src/model/labels/languages.ts'
import { loadLabels } from '../../src/words/load-labels.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { mainCases } from '../support/detail.ts'
import { storeEverything } from '../support/entity-suite.ts'
import { exportTo, importFrom, sheetsOf } from '../support/workbook-import.ts'
import { withTempFolder } from '../support/temp-folder.ts'

let server: ApiServer
let context: DataContext

beforeAll(async () => {
  server = await startApiServer()
  await storeEverything(server)
  context = server.service.dataContext({
    scenario: 'default',
    actor: { userId: null, channel: 'import' },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const sum = (sheets: readonly { readonly created: number; readonly updated: number }[]) =>
  sheets.reduce(
    (total, { created, updated }) => ({ created: total.created + created, updated: total.updated + updated }),
    { created: 0, updated: 0 },
  )

/** Replaces blank cells of new records by the default, as the docs define for files of every format. */
function withDefaults(sheets: Awaited<ReturnType<typeof sheetsOf>>): unknown {
  return Object.entries(sheets).map(([title, [header = [], ...rows]]) => {
    const { entity } = entityOfTitle(context.model, title, [englishLabels])!
    const fields = header.map((name) => fieldFinder(entity, englishLabels)(String(name))!)
    return [
      title,
      header,
      rows.map((cells) =>
        fields.map((field, position) => {
          const given = cells[position] ?? null
          if (given !== null || field.default === undefined || field.default === null) return given
          return field.type === 'duration'
            ? formatDuration(parseDuration(String(field.default))!)
            : field.default
        }),
      ),
    ]
  })
}

describe('a workbook with every entity', () => {
  const codes = languages.map(({ code }) => code)
  it.each(mainCases(codes, (code) => ['de', 'he', 'ja'].includes(code)))(
    'changes nothing when it is imported again in %s',
    async (language) => {
      await withTempFolder(async (folder) => {
        const labels = await loadLabels(language)
        const first = join(folder, 'first.xlsx')
        const second = join(folder, 'second.xlsx')
        await exportTo(first, context, { labels })
        const result = await importFrom(first, context, { labels })
        expect(result.told).toEqual([])
        expect(result.sheets).toHaveLength(chosenEntities(context.model, undefined).length)
        expect(sum(result.sheets)).toEqual({ created: 0, updated: 0 })
        await exportTo(second, context, { labels })
        expect((await readFile(first)).equals(await readFile(second))).toBe(true)
      })
    },
  )

  it('brings back everything into an empty scenario, and the same bytes out of it', async () => {
    await withTempFolder(async (folder) => {
      const start = join(folder, 'start.xlsx')
      const first = join(folder, 'first.xlsx')
      const second = join(folder, 'second.xlsx')
      await exportTo(start, context)
      const again = async (from: string, to: string): Promise<void> => {
        await emptyEntities(context, planEmptying(context.model, undefined), { dryRun: false })
        const result = await importFrom(from, context)
        expect(result.told).toEqual([])
        expect(sum(result.sheets).updated).toBe(0)
        await exportTo(to, context)
      }
      await again(start, first)
      expect(withDefaults(await sheetsOf(start))).toEqual(withDefaults(await sheetsOf(first)))
      await again(first, second)
      expect((await readFile(first)).equals(await readFile(second))).toBe(true)
    })
  })

  it('comes in a language that the file names, whoever imports it', async () => {
    await withTempFolder(async (folder) => {
      const path = join(folder, 'japanese.xlsx')
      await exportTo(path, context, { labels: await loadLabels('ja') })
      const result = await importFrom(path, context, { labels: await loadLabels('fr') })
      expect(result.told).toEqual([])
    })
  })

  it.each(mainCases(['en', 'de', 'ja'], (language) => language === 'ja'))(
    'keeps the kinds of orders apart in %s',
    async (language) => {
      const labels = await loadLabels(language)
      const views = workbookEntities(context.model).filter(({ view }) => view !== undefined)
      expect(views.length).toBeGreaterThan(3)
      await withTempFolder(async (folder) => {
        const path = join(folder, 'orders.xlsx')
        await exportTo(path, context, { labels, entities: views })
        const result = await importFrom(path, context, { labels })
        expect(result.told).toEqual([])
        expect(result.sheets.map(({ entity }) => entity.name)).toEqual(views.map(({ name }) => name))
        expect(sum(result.sheets)).toEqual({ created: 0, updated: 0 })
      })
    },
  )
})

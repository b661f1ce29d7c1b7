/**
 * Tests that an exported file imports unchanged: every importable entity, in every format, in every language. The
 * steps are export, empty, import, export. The second export has the bytes of the first one, and another import
 * changes nothing.
 */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { emptyEntities } from '../../src/data/write/empty/empty-entities.ts'
import { planEmptying } from '../../src/data/write/empty/empty-plan.ts'
import { csvStyle } from '../../src/files/export/csv-style.ts'
import { exportFiles, type WantedFile } from '../../src/files/export/export-files.ts'
import { fileFormat } from '../../src/files/export/file-format.ts'
import { loadFixture } from '../../src/files/fixtures/load-fixture.ts'
import { fixtureFile } from '../../src/files/fixtures/packaged.ts'
import {
  workbookEntities,
  workbookFields,
  workbookTitles,
} from '../../src/files/workbook/workbook-entities.ts'
import type { Entity } from '../../src/model/entity.ts'
import { fieldHeaders } from '../../src/model/headers.ts'
import type { Labels } from '../../src/model/labels/labels.ts'
import { findLanguage, translatedLanguages } from '../../src/model/labels/languages.ts'
import { loadLabels } from '../../src/words/load-labels.ts'
import { requestFor } from '../../src/service/exports/arguments.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { storeAwkward } from '../support/awkward-records.ts'
import { mainCases, detailUnless } from '../support/detail.ts'
import { createTestFolder, type TestFolder } from '../support/folder-import.ts'
import { isFull, scale } from '../support/scale.ts'
import { exportTo, importFrom } from '../support/workbook-import.ts'

type Format = 'csv' | 'csv.gz' | 'cpy' | 'xlsx' | 'workbook'
const formats: readonly Format[] = ['csv', 'csv.gz', 'cpy', 'xlsx', 'workbook']

let server: ApiServer
let context: DataContext
let folder: TestFolder
let entities: readonly Entity[]

beforeAll(async () => {
  server = await startApiServer()
  context = server.service.dataContext({ scenario: 'default', actor: { userId: null, channel: 'import' } })
  folder = await createTestFolder(context)
  entities = workbookEntities(context.model).filter(({ view }) => view === undefined)
})
afterAll(async () => {
  await folder?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

interface Counts {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
}

interface Trip {
  /** Writes all entities as files into an empty folder. Returns the bytes by file name. */
  export(): Promise<ReadonlyMap<string, Buffer>>
  /** Imports these files. Returns counts by entity; fails on any message, rejected row or refused file. */
  import(): Promise<ReadonlyMap<string, Counts>>
}

const emptyScenario = async (): Promise<void> => {
  await emptyEntities(context, planEmptying(context.model, undefined), { dryRun: false })
}

/** Returns the file with a header in the words of a language, as users write it. */
function withHeaders(bytes: Buffer, entity: Entity, labels: Labels, delimiter: string): Buffer {
  const headers = fieldHeaders(entity, labels)
  const cells = workbookFields(entity).map((field) => `"${headers.get(field)!.replaceAll('"', '""')}"`)
  return Buffer.concat([Buffer.from(cells.join(delimiter)), bytes.subarray(bytes.indexOf(10))])
}

function tripOfFiles(
  format: Exclude<Format, 'workbook'>,
  labels: Labels,
  wanted = entities,
  read = requestOf,
): Trip {
  const decimal = format === 'cpy' ? '.' : findLanguage(labels.language).decimalSeparator
  const titles = workbookTitles(context.model, wanted, labels)
  const style = csvStyle({ LANGUAGE_CODE: labels.language, CSV_CHARSET: 'utf-8', CSV_ESCAPE_FORMULAS: false })
  const written = fileFormat(format === 'cpy' ? 'csv' : format)
  const names = titles.map((title) => `${title}.${format}`)
  return {
    export: async () => {
      await folder.clear()
      const files = wanted.map((entity, place): WantedFile => ({
        file: `${titles[place]}.${written.ending}`,
        format: written,
        source: ({ context: reading }, use) => use({ context: reading, request: read(entity) }),
      }))
      const results = await exportFiles({
        context,
        folder: { kind: 'upload', path: folder.path },
        files,
        options: { timeout: 60, indent: 0, labels, csv: { ...style, decimal } },
      })
      expect(results.flatMap(({ fault }) => fault?.message ?? [])).toEqual([])
      const contents = new Map<string, Buffer>()
      for (const [place, entity] of wanted.entries()) {
        const name = `${titles[place]}.${written.ending}`
        const bytes = await readFile(join(folder.path, name))
        contents.set(entity.name, bytes)
        if (format === 'xlsx' || read !== requestOf) continue
        const plain = format === 'csv.gz' ? gunzipSync(bytes) : bytes
        const told = withHeaders(plain, entity, labels, decimal === ',' ? ';' : ',')
        await folder.put(names[place]!, format === 'csv.gz' ? gzipSync(told, { level: 1 }) : told)
        if (format === 'cpy') await rm(join(folder.path, name))
      }
      return contents
    },
    import: async () => {
      const { report, log } = await folder.import({
        conventions: { labels, loadLabels, decimal, charset: 'utf-8', dateStyle: 'YYYY-MM-DD' },
      })
      expect(log.filter((line) => line.startsWith('!'))).toEqual([])
      expect(report.left).toEqual([])
      return new Map(
        report.outcomes.map((outcome) => {
          if (outcome.kind !== 'table') throw new Error(`${outcome.file} is no table.`)
          const { entity, created, updated, unchanged, rejected } = outcome.report
          expect([entity.name, rejected]).toEqual([entity.name, 0])
          return [entity.name, { created, updated, unchanged }]
        }),
      )
    },
  }
}

const workbookPath = (): string => join(folder.path, 'plan.xlsx')

function tripOfWorkbook(labels: Labels, wanted = entities): Trip {
  return {
    export: async () => {
      await folder.clear()
      await exportTo(workbookPath(), context, { labels, entities: wanted })
      return new Map([['workbook', await readFile(workbookPath())]])
    },
    import: async () => {
      const { told, sheets } = await importFrom(workbookPath(), context, { labels })
      expect(told).toEqual([])
      return new Map(
        sheets.map(({ entity, created, updated, unchanged }) => [
          entity.name,
          { created, updated, unchanged },
        ]),
      )
    },
  }
}

const tripOf = (format: Format, labels: Labels, wanted?: readonly Entity[]): Trip =>
  format === 'workbook' ? tripOfWorkbook(labels, wanted) : tripOfFiles(format, labels, wanted)

const rules = () => ({ model: context.model, timeZone: context.timeZone, mayFollow: () => true })

/** Returns a request for the fields that users and other systems write, sorted independently of record numbers. */
function requestOf(entity: Entity): ReturnType<typeof requestFor> {
  const columns = workbookFields(entity).map(({ name }) => name)
  return requestFor(entity, { columns, ordering: entity.naturalKey.join(',') }, rules())
}

async function countsOf(wanted: readonly Entity[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const entity of wanted) {
    const answer = await server.api.get(`/api/${entity.app}/${entity.model}/?limit=1`)
    counts.set(entity.name, Number(answer.headers.get('x-total-count')))
  }
  return counts
}

const text = (bytes: Buffer): string => (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8')

/** Describes the differences between two exports; empty if they are equal. */
function differences(
  first: ReadonlyMap<string, Buffer>,
  second: ReadonlyMap<string, Buffer>,
): readonly string[] {
  return [...first].flatMap(([name, bytes]) => {
    const other = second.get(name)
    if (other?.equals(bytes) === true) return []
    const [lines, others] = [text(bytes).split('\n'), text(other ?? Buffer.alloc(0)).split('\n')]
    const place = lines.findIndex((line, index) => line !== others[index])
    return [`${name}, line ${place + 1}: ${lines[place]?.slice(0, 1000)} → ${others[place]?.slice(0, 1000)}`]
  })
}

/** Tests a round trip of all entities. The scenario must contain no other data. */
async function expectRoundTrip(trip: Trip): Promise<void> {
  const counts = await countsOf(entities)
  const first = await trip.export()
  await emptyScenario()
  const imported = await trip.import()
  for (const [name, count] of counts) {
    expect([name, imported.get(name)]).toEqual([name, { created: count, updated: 0, unchanged: 0 }])
  }
  expect(differences(first, await trip.export())).toEqual([])
}

async function expectNoChange(trip: Trip, wanted = entities): Promise<void> {
  const counts = await countsOf(wanted)
  const imported = await trip.import()
  for (const [name, count] of counts) {
    expect([name, imported.get(name)]).toEqual([name, { created: 0, updated: 0, unchanged: count }])
  }
}

describe('records with every field filled, and with awkward values', () => {
  beforeAll(async () => {
    await emptyScenario()
    await storeAwkward(context)
  })

  it('are of every entity', async () => {
    const counts = await countsOf(entities)
    expect([...counts].filter(([, count]) => count === 0)).toEqual([])
  })

  // A language has labels for headers and titles, and a decimal separator; a format has a codec. Every language is
  // tested with a text file, and in the full form with a workbook; every format with both separators. The short form
  // tests one language in every format, and one in another script.
  const both = new Set(['en', 'de'])
  const languages = ['en', ...translatedLanguages.filter((code) => code !== 'en')]
  describe.each(mainCases(languages, (code) => code === 'de' || code === 'ja'))(
    'in the language %s',
    (language) => {
      const wanted = formats.filter(
        (format) => both.has(language) || format === 'csv' || (isFull && format === 'workbook'),
      )
      it.each(wanted)('come back from %s', async (format) => {
        expect.hasAssertions()
        const trip = tripOf(format, await loadLabels(language))
        await expectRoundTrip(trip)
        if (format !== 'cpy') await expectNoChange(trip)
      })
    },
  )

  describe('orders, told apart by their kinds', () => {
    it.each(
      scale({ short: ['de'], full: ['en', 'de', 'ja'] }).flatMap((language) =>
        (['csv', 'xlsx', 'workbook'] as const).map((format) => [language, format] as const),
      ),
    )('change nothing when they come back in %s from %s', async (language, format) => {
      const views = workbookEntities(context.model).filter(({ view }) => view !== undefined)
      expect([...(await countsOf(views)).values()].every((count) => count > 0)).toBe(true)
      const trip = tripOf(format, await loadLabels(language), views)
      const first = await trip.export()
      await expectNoChange(trip, views)
      expect(differences(first, await trip.export())).toEqual([])
    })
  })
})

const shortTrips: Readonly<Record<string, Format>> = {
  manufacturing_demo: 'xlsx',
  distribution_demo: 'csv.gz',
  jobshop_demo: 'workbook',
}

describe.each(Object.keys(shortTrips))('the dataset %s', (name) => {
  beforeAll(async () => {
    await emptyScenario()
    await loadFixture(context, { name, source: (await fixtureFile(name))!, shift: false, dryRun: false })
  })

  const trips = [
    ['csv', 'en'],
    ['csv.gz', 'fr'],
    ['cpy', 'nl'],
    ['xlsx', 'ja'],
    ['workbook', 'de'],
  ] as const
  // In the short form, which tests all formats above, the datasets come back from one of them each.
  const chosen = trips.filter(([format]) => isFull || shortTrips[name] === format)

  it.each(chosen)('comes back from %s in %s', async (format, language) => {
    expect.hasAssertions()
    const trip = tripOf(format, await loadLabels(language))
    await expectRoundTrip(trip)
    if (format !== 'cpy') await expectNoChange(trip)
  })

  it(
    'comes back from the files that exporttofolder makes, with all that they tell besides',
    detailUnless(name === 'distribution_demo'),
    async () => {
      const told = tripOf('csv', await loadLabels('en'))
      const all = tripOfFiles('csv', await loadLabels('de'), entities, (entity) =>
        requestFor(entity, {}, rules()),
      )
      const before = await told.export()
      const counts = await countsOf(entities)
      await all.export()
      await emptyScenario()
      const imported = await all.import()
      for (const [name, created] of counts) {
        expect([name, imported.get(name)]).toEqual([name, { created, updated: 0, unchanged: 0 }])
      }
      expect(differences(before, await told.export())).toEqual([])
    },
  )
})

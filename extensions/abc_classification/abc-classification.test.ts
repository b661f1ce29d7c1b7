import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateAll } from '../../src/scenarios/installation.ts'
import { openTaskInstallation, type TaskInstallation } from '../../test/support/tasks.ts'
import type { TaskRecord } from '../../src/tasks/queue/task-record.ts'
import { type JsonRecord, rowsOf, write } from '../../test/support/records.ts'
import type { DataContext } from '../../src/data/context.ts'
import { translatedLanguages } from '../../src/model/labels/languages.ts'
import { loadLabels } from '../../src/words/load-labels.ts'
import { extension } from './extension.ts'

let installation: TaskInstallation
let context: DataContext

beforeAll(async () => {
  installation = await openTaskInstallation({ EXTENSIONS: import.meta.dirname })
  const { service, database } = installation
  await migrateAll(database, service.extensions.additions)
  context = service.dataContext({ scenario: 'default', actor: { userId: null, channel: 'api' } })
  await installation.startWorker()
  const cost: Readonly<Record<string, number | null>> = { frame: 100, bell: 1, lamp: 10, gift: null, idle: 5 }
  const items = Object.entries(cost).map(([name, value]) => ({ name, cost: value }))
  await write(context, 'input.item', items)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)
  const order = (name: string, item: string, quantity: number, more: JsonRecord = {}): JsonRecord => ({
    name,
    item,
    quantity,
    due: tomorrow,
    location: 'here',
    ...more,
  })
  await write(context, 'input.demand', [
    order('1', 'frame', 8),
    order('2', 'lamp', 15),
    order('3', 'bell', 20),
    order('4', 'bell', 20),
    order('5', 'gift', 500),
    order('6', 'idle', 9_000, { status: 'canceled' }),
    order('7', 'idle', 9_000, { due: '1999-01-01T00:00:00' }),
  ])
}, 60_000)
afterAll(() => installation[Symbol.asyncDispose]())

async function classify(args: JsonRecord = {}): Promise<TaskRecord> {
  return installation.ended(await installation.launch('abc_classification', args))
}

const classes = async (): Promise<unknown> =>
  Object.fromEntries((await rowsOf(context, 'item', '"name"')).map((row) => [row['name'], row['abc']]))

describe('the ABC classification', () => {
  it('refuses limits that contradict each other', async () => {
    await expect(installation.launch('abc_classification', { a: 90, b: 80 })).rejects.toThrow(/below "a"/)
    await expect(installation.launch('abc_classification', { status: 'lost' })).rejects.toThrow(/status/)
  })

  it('ranks by value: the item that crosses a limit is still within', async () => {
    // 800 frame, 150 lamp, 40 bell: 80.8 %, 96.0 %, 100 %.
    const task = await classify()
    expect(task).toMatchObject({
      status: 'Done',
      message: 'Items: A 1, B 1, C 1, without demand 2; 3 changed.',
    })
    expect(await classes()).toEqual({ frame: 'A', lamp: 'B', bell: 'C', gift: null, idle: null })
    expect(await installation.log(task)).toContain('1 demanded item has no cost')
  })

  it('changes nothing the second time, and records every run with its rules', async () => {
    expect((await classify()).message).toContain('; 0 changed.')
    const runs = await rowsOf(context, 'classificationrun', '"id"')
    expect(runs).toHaveLength(2)
    expect(runs[0]).toMatchObject({ measure: 'value', a: 80, b: 95, items_a: 1, total: 990, changed: 3 })
  })

  it('ranks by other measures, limits, statuses and horizons', async () => {
    expect((await classify({ measure: 'lines', a: 40, b: 60 })).message).toContain('A 1, B 1, C 2')
    expect(await classes()).toMatchObject({ bell: 'A', frame: 'B', gift: 'C' })
    expect((await classify({ status: 'canceled', measure: 'quantity' })).message).toContain('A 1, B 0, C 0')
    expect((await classify({ past: 0, ahead: 0 })).message).toContain('A 0, B 0, C 0, without demand 5')
    expect(await classes()).toEqual({ frame: null, lamp: null, bell: null, gift: null, idle: null })
  })

  it('stores nothing when it rehearses', async () => {
    const before = [await classes(), await rowsOf(context, 'classificationrun', '"id"')]
    expect((await classify({ dryrun: true })).message).toMatch(/^Nothing was stored\. Items: A 1/)
    expect([await classes(), await rowsOf(context, 'classificationrun', '"id"')]).toEqual(before)
  })

  it('is in the change log', async () => {
    await classify()
    const changes = await rowsOf(context, 'change', '"changeset" DESC')
    expect(changes.some(({ entity, key }) => entity === 'input.item' && key === 'frame')).toBe(true)
  })
})

describe('the help texts of its fields', () => {
  const fields = [
    ...Object.values(extension.fields ?? {}).flat(),
    ...(extension.entities ?? []).flatMap((entity) => entity.fields),
    ...(extension.reports ?? []).flatMap(({ columns }) => columns),
  ]
  const help = [...new Set(fields.map((field) => field.help))]

  it('are translated into every language', () => {
    expect(Object.keys(extension.translations ?? {}).toSorted()).toEqual(translatedLanguages.toSorted())
  })

  it.each(translatedLanguages)('are each translated into %s, and no other text is', async (language) => {
    // The service itself translates those of its own fields, such as the time of the last change.
    const { texts } = await loadLabels(language)
    const own = help.filter((text) => !texts.some((words) => Object.hasOwn(words, `help.${text}`)))
    const translated = extension.translations?.[language]?.help ?? {}
    expect(Object.keys(translated).toSorted()).toEqual(own.toSorted())
    for (const [english, text] of Object.entries(translated)) {
      expect(text).not.toBe(english)
      expect(text).toMatch(/\S[.。]$/u)
    }
  })
})

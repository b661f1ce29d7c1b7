/**
 * Tests pages of differences: only the first page compares the scenarios, further pages cost only their own records,
 * and no page is outdated.
 */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { write } from '../../../test/support/records.ts'
import { scenarioWork } from '../../../test/support/scenarios.ts'
import { buildModel } from '../../model/model.ts'
import { copyScenario } from '../copy-scenario.ts'
import { createKeptDifferences } from './kept-differences.ts'

let test: TestDatabase
const model = buildModel()
const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `item ${String(index).padStart(5, '0')}`)
const contextOf = (scenario: string) => ({ ...createTestContext(test.database), scenario })

beforeAll(async () => {
  test = await createTestDatabase()
  const { database } = test
  const all = names(1_200)
  await write(
    contextOf('default'),
    'input.item',
    all.map((name) => ({ name, cost: 1 })),
  )
  await copyScenario(scenarioWork(database), {
    source: 'default',
    destination: 'scenario1',
    force: true,
    user: null,
  })
  await write(
    contextOf('scenario1'),
    'input.item',
    all.map((name, index) => ({ name, cost: index + 2 })),
  )
})
afterAll(() => test[Symbol.asyncDispose]())

/** Reads each page in its own transaction, and reports whether the scenarios were compared for it. */
function reader() {
  const kept = createKeptDifferences()
  return (page: { readonly limit: number; readonly offset: number; readonly changed?: 'a' | 'b' }) =>
    test.database.withTransaction(
      async (client) => {
        const texts: string[] = []
        const query: unknown = client.query.bind(client)
        const watched: Pick<pg.ClientBase, 'query'> = Object.create(client, {
          query: {
            value: (...given: readonly unknown[]) => {
              texts.push(String(given[0]))
              return Reflect.apply(Object(query), client, given)
            },
          },
        })
        const request = { a: 'scenario1', b: 'default', entities: ['input.item'] }
        const found = await kept.read(Object(watched), model, request, { withBase: true, ...page })
        const compared = texts.some((text) => text.includes('CREATE TEMPORARY TABLE'))
        return { ...found, compared, keys: found.records.map(({ key }) => key) }
      },
      { isolation: 'repeatable read' },
    )
}

describe('kept differences', () => {
  it('serve the pages after the first without comparing again, whatever their size', async () => {
    const read = reader()
    const first = await read({ limit: 100, offset: 0 })
    expect([first.compared, first.keys]).toEqual([true, names(100)])
    const last = await read({ limit: 700, offset: 900 })
    expect([last.compared, last.keys]).toEqual([false, names(1_200).slice(900)])
    expect(last.records.at(-1)?.fields).toEqual({ cost: { base: 1, a: 1_201, b: 1 } })
    expect(last.view.entities).toMatchObject([{ records: 1_200, byA: 1_200, byB: 0 }])
    const beyond = await read({ limit: 10, offset: 5_000 })
    expect([beyond.compared, beyond.keys]).toEqual([false, []])
    expect((await read({ limit: 10, offset: 0, changed: 'b' })).keys).toEqual([])
  })

  it('end with a change of either scenario, also of one that was under way when they were compared', async () => {
    const read = reader()
    await read({ limit: 1, offset: 0 })
    for (const scenario of ['default', 'scenario1']) {
      await write(contextOf(scenario), 'input.item', [{ name: 'item 00000', description: scenario }])
      const next = await read({ limit: 1, offset: 0 })
      expect([next.compared, next.records[0]?.fields['description']]).toMatchObject([
        true,
        scenario === 'default' ? { b: 'default' } : { a: 'scenario1', b: 'default' },
      ])
      expect((await read({ limit: 1, offset: 1 })).compared).toBe(false)
    }
    await test.database.withTransaction(async (client) => {
      await client.query(`INSERT INTO "default"."changeset" ("channel") VALUES ('api')`)
      await client.query(`UPDATE "default"."item" SET "cost" = 7 WHERE "name" = 'item 00001'`)
      expect((await read({ limit: 1, offset: 1 })).records[0]?.fields['cost']).toMatchObject({ b: 1 })
    })
    const later = await read({ limit: 1, offset: 1 })
    expect([later.compared, later.records[0]?.fields['cost']]).toMatchObject([true, { b: 7 }])
  })
})

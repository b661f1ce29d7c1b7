/**
 * Compares the OpenAPI document and the SQL of typical requests with files. `vitest run
 * test/data-api/expected.test.ts --update` updates the files; review the diff.
 */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { parseRead } from '../../src/data/read/index.ts'
import { planCount, planRead, planRecord } from '../../src/data/read/plan-read.ts'
import { selectionOf } from '../../src/data/write/selection.ts'
import type { Database } from '../../src/database/database.ts'
import { deleteRecords } from '../../src/data/write/delete-records.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { describedTasks } from '../../src/http/openapi/task-paths.ts'
import { taskListings } from '../../src/tasks/registry.ts'
import { buildModel, requireEntity } from '../../src/model/model.ts'
import { createTestContext, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { model } from '../support/entity-suite.ts'
import { write } from '../support/records.ts'

type Json = Readonly<Record<string, unknown>>

function members(value: unknown): readonly (readonly [string, Json])[] {
  return Object.entries(Object(value)).map(([name, member]) => [name, Object(member)] as const)
}

/** Returns a schema in one line, without its descriptions. */
function oneLine(schema: Json): string {
  return JSON.stringify(schema, (name, value: unknown) => (name === 'description' ? undefined : value))
}

const nameOfParameter = (parameter: Json): string => {
  const { name, $ref: reference } = parameter
  return typeof reference === 'string' ? `<${reference.split('/').at(-1)}>` : String(name)
}

const tasks = await describedTasks(taskListings)

describe('the OpenAPI document', () => {
  const document = openApiDocument(model, tasks)
  const components: Json = Object(document['components'])

  it('offers these operations', async () => {
    const lines = members(document['paths']).flatMap(([path, operations]) =>
      members(operations).flatMap(([verb, { parameters = [], responses }]) => {
        if (!['get', 'post', 'put', 'patch', 'delete'].includes(verb)) return []
        const names = Array.isArray(parameters)
          ? parameters.map((each: unknown) => nameOfParameter(Object(each)))
          : []
        const answers = Object.keys(Object(responses)).join(' ')
        return [`${verb.toUpperCase()} ${path}`, `  ${names.join(' ')}`.trimEnd(), `  → ${answers}`]
      }),
    )
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../expected/openapi-operations.txt')
  })

  it('describes these records', async () => {
    const lines = members(components['schemas']).flatMap(([name, { properties, required, ...rest }]) => {
      const fields = members(properties).map(([field, schema]) => `  ${field} ${oneLine(schema)}`)
      return [`${name} ${oneLine({ required, ...rest })}`].concat(fields)
    })
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../expected/openapi-schemas.txt')
  })

  it('is this, in full, for one entity', async () => {
    const paths = members(document['paths']).filter(([path]) => path.startsWith('/api/input/demand/'))
    const text = JSON.stringify(
      { ...document, components: undefined, paths: Object.fromEntries(paths) },
      undefined,
      2,
    )
    await expect(`${text}\n`).toMatchFileSnapshot('../expected/openapi-demand.json')
  })

  it('refers only to what it holds, and names no parameter twice', () => {
    const text = JSON.stringify(document)
    const references = new Set(text.match(/#\/components\/[^"]+/g))
    const broken = [...references].filter((reference) => {
      const [, , kind = '', name = ''] = reference.split('/')
      return !Object.hasOwn(Object(components[kind]), name)
    })
    expect(broken).toEqual([])
    const shared: Json = Object(components['parameters'])
    for (const [path, operations] of members(document['paths'])) {
      for (const [verb, { parameters = [] }] of members(operations)) {
        const names = (Array.isArray(parameters) ? parameters : []).map((each: unknown) => {
          const short = nameOfParameter(Object(each))
          return short.startsWith('<') ? String(Object(shared[short.slice(1, -1)])['name']) : short
        })
        expect(names, `${verb} ${path}`).toEqual([...new Set(names)])
      }
    }
  })
})

let held: TestDatabase
let context: DataContext
const texts: string[] = []

function note(statement: unknown): void {
  const text: unknown = typeof statement === 'string' ? statement : Object(statement).text
  if (typeof text === 'string') texts.push(text)
}

const watch = (client: pg.PoolClient): pg.PoolClient =>
  new Proxy(client, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: readonly unknown[]): unknown => {
        if (name === 'query') note(args[0])
        return Reflect.apply(member, target, args)
      }
    },
  })

/** Returns the database with a recorder for every statement. */
function recorded(database: Database): Database {
  return {
    ...database,
    query: (statement, scope) => {
      note(statement)
      return database.query(statement, scope)
    },
    withClient: (run, options) => database.withClient((client) => run(watch(client)), options),
    withTransaction: (run, options) => database.withTransaction((client) => run(watch(client)), options),
  }
}

/** Returns the statements of an action, one after the other, with masked sequence numbers. */
async function statementsOf(run: () => Promise<unknown>): Promise<string> {
  texts.length = 0
  await run()
  const tidy = texts.map((text) =>
    text.replaceAll(/^ +/gm, (blanks) => ' '.repeat(Math.min(blanks.length, 8))),
  )
  return `${tidy.join(';\n\n')};\n`.replaceAll(/\bSELECT \d+, 'input/g, `SELECT <changeset>, 'input`)
}

describe('the SQL', () => {
  beforeAll(async () => {
    held = await createTestDatabase()
    // Its own model: statements that others have prepared with the shared one are chosen by what they have written.
    context = createTestContext(recorded(held.database), { model: buildModel() })
    await write(context, 'input.item', [{ name: 'bike', owner: 'all' }, { name: 'all' }])
    await write(context, 'input.demand', [
      { name: 'SO 1', item: 'bike' },
      { name: 'SO 2', item: 'bike' },
    ])
  })
  afterAll(() => held[Symbol.asyncDispose]())

  it.each([
    ['list', ''],
    ['filter', 'quantity__gte=10&location=New York'],
    ['follow', 'item__category=bikes&item__isdescendantof=all'],
    ['text', 'description__icontains=50%25&name__in=a,"b,c"&search=red bike'],
    ['page', 'limit=10&offset=20&ordering=-due,name&fields=name,due'],
    ['cursor', 'cursor=&page_size=10'],
  ])('that reads: %s', async (name, query) => {
    const demand = requireEntity(model, 'input.demand')
    const request = parseRead(model, demand, new URLSearchParams(query), { timeZone: 'UTC' })
    const plans = [planRead(context, request), planCount(context, request)]
    const text = plans.map((plan) => `${plan.text};\n-- ${JSON.stringify(plan.values)}\n`).join('\n')
    await expect(text).toMatchFileSnapshot(`../expected/sql/read-${name}.sql`)
  })

  it('that reads one record', async () => {
    const demand = requireEntity(model, 'input.demand')
    const request = parseRead(model, demand, [], { timeZone: 'UTC' })
    await expect(`${planRecord(context, request, 'SO 1').text};\n`).toMatchFileSnapshot(
      '../expected/sql/read-record.sql',
    )
  })

  it.each([
    ['post-one', () => write(context, 'input.demand', [{ name: 'SO 3', quantity: 1 }])],
    [
      'post-strictly',
      () =>
        write(context, 'input.demand', [{ name: 'SO 4', item: 'bike' }], {
          strict: true,
          returning: 'counts',
        }),
    ],
    ['patch-one', () => write(context, 'input.demand', [{ quantity: 2 }], { mode: 'update', key: 'SO 3' })],
  ])('that writes: %s', async (name, run) => {
    await expect(await statementsOf(run)).toMatchFileSnapshot(`../expected/sql/write-${name}.sql`)
  })

  it('that deletes by a filter', async () => {
    const demand = requireEntity(model, 'input.demand')
    const { conditions } = parseRead(model, demand, new URLSearchParams('name=SO 2'), { timeZone: 'UTC' })
    const selection = selectionOf(context, demand, conditions)
    const text = await statementsOf(() =>
      deleteRecords(context, demand, { what: { selection }, dryRun: false }),
    )
    await expect(text).toMatchFileSnapshot('../expected/sql/delete-filter.sql')
  })
})

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allPermissions } from '../../src/auth/rights/permissions.ts'
import { buildModel } from '../../src/model/model.ts'
import type { TaskDefinition } from '../../src/tasks/definition.ts'
import { allTasks } from '../../src/tasks/registry.ts'
import { whileScenarioBusy } from '../support/busy-scenario.ts'
import { detailUnless } from '../support/detail.ts'
import type { TestRequest, TestResponse } from '../support/server.ts'
import { exampleOf, type TaskExample } from '../support/task-examples.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser, type TestRights } from '../support/users.ts'

// Launches every task of the registry over HTTP, for every kind of user and in every way. No worker runs: the tests
// check who is permitted and what is recorded. A task without a right, or that is not listed for a permitted user,
// fails here.
interface Task {
  readonly name: string
  readonly definition: TaskDefinition
  readonly example: TaskExample
  readonly scenario: 'default' | 'scenario1'
}

/** The tasks of the shipped extension module must meet the same rules. */
const EXTENSIONS = [join(import.meta.dirname, '../../extensions/abc_classification')]
const listings = await allTasks({ EXTENSIONS })

const tasks: readonly Task[] = await Promise.all(
  listings.map(async ({ name, load }) => {
    const definition = await load()
    const example = exampleOf(name, definition)
    return { name, definition, example, scenario: example.scenario ?? 'default' }
  }),
)
const offered = tasks.filter(({ definition }) => definition.right !== 'operator')
const special = ['operator', 'superuser', 'everywhere']

/** Rights that can be granted by name. */
const grantable = allPermissions(
  buildModel(),
  listings.map(({ name }) => `execute.run_${name}`),
)

let server: TaskServer
beforeAll(async () => {
  server = await startTaskServer({ EXTENSIONS: EXTENSIONS.join(), SUPPORT_ACCOUNTS: 'support' })
  const cast: Readonly<Record<string, Readonly<Record<string, TestRights>>>> = {
    stranger: { default: [], scenario1: [] },
    support: { default: 'superuser', scenario1: 'superuser' },
    boss_default: { default: 'superuser' },
    boss_scenario1: { scenario1: 'superuser' },
  }
  for (const [username, rights] of Object.entries(cast))
    await buildUser(server.database, { username, rights })
  for (const { name, definition, scenario } of offered) {
    const right = special.includes(definition.right) ? `execute.run_${name}` : definition.right
    await buildUser(server.database, { username: `may_${name}`, rights: { [scenario]: [right] } })
    const elsewhere = scenario === 'default' ? 'scenario1' : 'default'
    await buildUser(server.database, { username: `may_elsewhere_${name}`, rights: { [elsewhere]: [right] } })
  }
})
afterAll(() => server[Symbol.asyncDispose]())

const refusals: ReadonlySet<number> = new Set([403, 404])
const nothingToDo = expect.stringContaining('nothing else is asked for')

const prefixOf = (scenario: string): string => (scenario === 'default' ? '' : `/${scenario}`)

/** Launches a task with its example parameters, changed by the given parameters, as a JSON object. */
function launch(
  { name, example, scenario }: Task,
  args: Readonly<Record<string, unknown>> = {},
  options: TestRequest = {},
): Promise<TestResponse> {
  const body = { ...example.args, ...args }
  const as = example.only ?? 'admin'
  return server.request('POST', `${prefixOf(scenario)}/execute/api/${name}/`, { as, body, ...options })
}

const recorded = async (id: number): Promise<Readonly<Record<string, unknown>>> => {
  const { rows } = await server.database.query<Readonly<Record<string, unknown>>>({
    text: `SELECT t."name", t."scenario", t."operator", t."parameters"::jsonb AS "parameters", u."username"
      FROM control."task" t LEFT JOIN control."user" u ON u."id" = t."user" WHERE t."id" = $1`,
    values: [id],
  })
  return { ...rows[0], parameters: Object(JSON.parse(String(rows[0]?.['parameters']))) }
}

const lastId = async (): Promise<number> => {
  const { rows } = await server.database.query<{ last: number }>({
    text: 'SELECT coalesce(max("id"), 0)::integer AS "last" FROM control."task"',
  })
  return rows[0]!.last
}

/** Returns the names of the tasks that are listed for a user. */
async function listed(scenario: string, as: string): Promise<readonly unknown[]> {
  const { json } = await server.request('GET', `${prefixOf(scenario)}/execute/api/`, { as })
  return Array.isArray(json) ? json.map((entry: unknown) => Object(entry).name) : []
}

/** Returns the parameters that are permitted in a URL, with their JSON Schema. */
const openParameters = ({
  definition,
}: Task): readonly (readonly [string, Readonly<Record<string, unknown>>])[] =>
  Object.entries(definition.parameters.properties)
    .filter(([name]) => !definition.secrets.includes(name))
    .map(([name, schema]) => [name, { ...schema }])

describe('every task', () => {
  it.each(tasks)('$name states a right that exists', ({ definition }) => {
    expect([...special, ...grantable.keys()]).toContain(definition.right)
  })

  it.each(tasks)('$name takes no parameters but its own, and explains each', ({ definition }) => {
    expect({ ...definition.parameters }).toMatchObject({ type: 'object', additionalProperties: false })
    for (const schema of Object.values(definition.parameters.properties)) {
      expect({ ...schema }).toMatchObject({ description: expect.stringMatching(/^[A-Z].*\.$/) })
    }
  })
})

/** Returns the names of the parameters that are lists and have no default. */
const listsOf = ({ definition: { parameters } }: Task): readonly string[] =>
  Object.entries(parameters.properties).flatMap(([name, schema]) =>
    'items' in schema && !('default' in schema) ? [name] : [],
  )

it.each(tasks.flatMap((task) => listsOf(task).map((list) => ({ name: task.name, list, task }))))(
  '$name refuses an empty $list, as of an empty variable of a script',
  ({ list, task: { definition } }) => {
    expect(definition.parameters.properties[list]).toMatchObject({ minItems: 1 })
  },
)

describe.each(offered)('$name over the web', (task) => {
  const { name, definition, example, scenario } = task
  const granted = example.granted ?? 200
  const forSuperusers = special.includes(definition.right)
  const isEverywhere = definition.right === 'everywhere'
  /** All tasks share the code that reads arguments; this one has parameters of every type. */
  const isMain = name === 'importfromfolder'

  it('is for those with its right in its scenario, and for nobody else', async () => {
    const answers: Record<string, number> = {}
    const elsewhere = scenario === 'default' ? 'scenario1' : 'default'
    const people = {
      anonymous: null,
      'without right': 'stranger',
      'with exactly the right': `may_${name}`,
      'superuser everywhere': 'admin',
      'with the right in another scenario': `may_elsewhere_${name}`,
      'superuser of another scenario': `boss_${elsewhere}`,
    }
    for (const [who, as] of Object.entries(people)) answers[who] = (await launch(task, {}, { as })).status
    expect(answers).toEqual({
      anonymous: 401,
      'without right': 403,
      'with exactly the right': forSuperusers ? 403 : granted,
      'superuser everywhere': example.only === undefined ? granted : 403,
      'with the right in another scenario': 404,
      'superuser of another scenario': 404,
    })
    const more = [await launch(task), await launch(task, {}, { as: `boss_${scenario}` })]
    const forBoss = isEverywhere || example.only !== undefined || example.both === true ? 'refused' : granted
    expect(more.map(({ status }) => (refusals.has(status) ? 'refused' : status))).toEqual([granted, forBoss])
  })

  it('is for the same people while another scenario is busy', detailUnless(isMain), async () => {
    const elsewhere = scenario === 'default' ? 'scenario1' : 'default'
    const people = [
      `may_${name}`,
      `may_elsewhere_${name}`,
      'boss_default',
      'boss_scenario1',
      'stranger',
      'admin',
    ]
    const rights = async (): Promise<readonly unknown[]> => {
      const found: unknown[] = []
      for (const as of people)
        found.push([as, (await launch(task, {}, { as })).status, (await listed(scenario, as)).includes(name)])
      return found
    }
    const before = await rights()
    await whileScenarioBusy(server.database, elsewhere, async () => expect(await rights()).toEqual(before))
  })

  it('is launched by POST alone', detailUnless(isMain), async () => {
    const before = await lastId()
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await server.request(method, `/execute/api/${name}/`)
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST'])
    }
    expect(await lastId()).toBe(before)
  })

  it('names an unknown parameter and the known ones', async () => {
    const before = await lastId()
    for (const stranger of ['user', 'database', 'operator', 'scenario_', '__proto__x', 'noinput']) {
      const { status, text } = await launch(task, { [stranger]: 'admin' })
      expect([status, text]).toEqual([400, expect.stringContaining(`\\"${stranger}\\"`)])
      for (const [known] of openParameters(task)) expect(text).toContain(known)
    }
    expect(await lastId()).toBe(before)
  })

  it.each(openParameters(task))('refuses a %s of the wrong type, naming it', async (parameter) => {
    const before = await lastId()
    const { status, text } = await launch(task, { [parameter]: { no: 'value' } })
    expect([status, text]).toEqual([400, expect.stringContaining(`\\"${parameter}\\"`)])
    expect(await lastId()).toBe(before)
  })

  const typed = openParameters(task).filter(([, { type }]) => type !== 'string' && type !== 'array')
  it.skipIf(typed.length === 0)(
    'refuses text that is no value of a parameter',
    detailUnless(isMain),
    async () => {
      for (const [parameter] of typed) {
        const { status, text } = await launch(task, { [parameter]: 'perhaps' })
        expect([status, text]).toEqual([400, expect.stringMatching(`\\\\"${parameter}\\\\".*perhaps`)])
      }
    },
  )

  const flags = openParameters(task).filter(([, { type }]) => type === 'boolean')
  it.skipIf(flags.length === 0 || granted !== 200)(
    'takes 0, false and no as no',
    detailUnless(isMain),
    async () => {
      for (const [flag] of flags) {
        for (const no of ['0', 'false', 'no', 'False', 0, false]) {
          const answer = await launch(task, { [flag]: no })
          const taken =
            answer.status === 200 ? Object((await recorded(idIn(answer)))['parameters'])[flag] : answer.text
          // If the only option of the task is off, the task has nothing to do.
          expect([flag, no, taken]).toEqual([flag, no, flag === 'copy' ? nothingToDo : false])
        }
      }
    },
  )

  const texts = openParameters(task).filter(([, { type, enum: choices }]) => {
    return (type === 'string' || type === 'array') && choices === undefined
  })
  it.skipIf(texts.length === 0)('is not changed by arguments in values', detailUnless(isMain), async () => {
    for (const [parameter] of texts) {
      for (const value of [
        'x --promote --force',
        'x&user=admin&database=scenario1',
        "x'; DROP SCHEMA control; --",
      ]) {
        const answer = await launch(task, { [parameter]: value })
        expect([granted, 200, 400, 403, 404]).toContain(answer.status)
        if (answer.status !== 200) continue
        const record = await recorded(idIn(answer))
        const kept = Object(record['parameters'])[parameter]
        expect([kept, [kept].flat().join(',')]).toContain(value)
        expect(record).toMatchObject({
          name,
          scenario,
          operator: false,
          username: example.only ?? 'admin',
        })
        expect(Object.keys(Object(record['parameters']))).not.toContain('user')
      }
    }
  })

  const anyText = Object.entries(definition.parameters.properties).filter(([, schema]) => {
    const { type }: { type?: unknown } = { ...schema }
    return type === 'string' || type === 'array'
  })
  it.skipIf(anyText.length === 0)('refuses text that nothing can hold, naming the parameter', async () => {
    const before = await lastId()
    for (const [parameter] of anyText) {
      const path = `${prefixOf(scenario)}/execute/api/${name}/?${new URLSearchParams({ [parameter]: 'a\0b' }).toString()}`
      const as = example.only ?? 'admin'
      const answers = [
        await server.request('POST', path, { as }),
        await launch(task, { [parameter]: 'a\0b' }),
        await launch(task, { [parameter]: ['a\0b'] }),
        await launch(task, { [parameter]: 'x\ud800' }),
      ]
      for (const { status, text } of answers)
        expect([status, text]).toEqual([400, expect.stringContaining(`\\"${parameter}\\"`)])
    }
    expect(await lastId()).toBe(before)
  })

  it.skipIf(granted !== 200 || definition.secrets.length === 0)(
    'keeps what is secret out of its record',
    async () => {
      const { rows } = await server.database.query<{ text: string }>({
        text: `SELECT row_to_json(t)::text AS "text" FROM control."task" t WHERE t."id" = $1`,
        values: [idIn(await launch(task))],
      })
      for (const secret of definition.secrets) {
        expect(rows[0]!.text).not.toContain(example.args[secret])
        const inUrl = await launch(task, {}, { body: '' })
        const path = `${prefixOf(scenario)}/execute/api/${name}/?${secret}=x`
        expect([inUrl.status, (await server.request('POST', path)).status]).toEqual([400, 400])
      }
    },
  )

  it.skipIf(granted !== 200)('is launched under the prefix of its scenario, and of no other', async () => {
    const answer = await launch(task)
    expect(answer.headers.get('location')).toBe(
      `${prefixOf(scenario)}/execute/api/status/?id=${idIn(answer)}`,
    )
    expect(await recorded(idIn(answer))).toMatchObject({ name, scenario })
    const [unknown, hidden] = await Promise.all([
      server.request('POST', `/nowhere/execute/api/${name}/`, { as: 'boss_default', body: example.args }),
      server.request('POST', `/scenario1/execute/api/${name}/`, { as: 'boss_default', body: example.args }),
    ])
    expect([unknown.status, unknown.text]).toEqual([404, hidden.text])
  })

  it.skipIf(granted !== 200)(
    'takes query string, form and JSON alike, the body before the query',
    async () => {
      const open = Object.entries(example.args).filter(([key]) => !definition.secrets.includes(key))
      const hidden = Object.entries(example.args).filter(([key]) => definition.secrets.includes(key))
      const path = `${prefixOf(scenario)}/execute/api/${name}/`
      const as = example.only ?? 'admin'
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const query = new URLSearchParams(open).toString()
      const wrong = new URLSearchParams(Object.fromEntries(open.map(([key]) => [key, 'wrong']))).toString()
      const all = new URLSearchParams([...open, ...hidden]).toString()
      const ways = {
        query: await server.request('POST', `${path}?${query}`, {
          as,
          headers: form,
          body: new URLSearchParams(hidden).toString(),
        }),
        form: await server.request('POST', path, { as, headers: form, body: all }),
        json: await server.request('POST', path, { as, body: example.args }),
        mixed: await server.request('POST', `${path}?${wrong}`, { as, body: example.args }),
        'doubled slash': await server.request('POST', `/${path}`, { as, body: example.args }),
      }
      const statuses = Object.entries(ways).map(([way, { status }]) => [way, status])
      expect(statuses).toEqual(Object.keys(ways).map((way) => [way, 200]))
      const records = await Promise.all(Object.values(ways).map((answer) => recorded(idIn(answer))))
      for (const record of records) expect(record).toEqual(records[0])
    },
  )

  it('is listed with its parameters for those who may run it', async () => {
    expect(await listed(scenario, example.only ?? 'admin')).toContain(name)
    expect(await listed(scenario, 'stranger')).not.toContain(name)
  })
})

describe('tasks of the operator', () => {
  it.each(tasks.filter(({ definition }) => definition.right === 'operator'))(
    '$name is not there over the web',
    async ({ name }) => {
      for (const as of ['admin', 'support', 'stranger']) {
        for (const path of [`/execute/api/${name}/`, `/scenario1/execute/api/${name}/`]) {
          const { status, text } = await server.request('POST', path, { as, body: {} })
          expect([as, path, status, text]).toEqual([as, path, 404, expect.stringContaining(name)])
        }
      }
      expect((await server.request('POST', `/execute/api/${name}/`, { as: null })).status).toBe(401)
    },
  )
})

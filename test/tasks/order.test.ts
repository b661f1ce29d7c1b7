/** Tests two workers and a command on one queue: the order within scenarios, and tasks that lock two scenarios. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setScenarioStatus } from '../../src/scenarios/registry.ts'
import { createScenarioSchema } from '../../src/scenarios/scenario-schema.ts'
import { findTask } from '../../src/tasks/registry.ts'
import { runForeground } from '../../src/tasks/runner/foreground.ts'
import { scale } from '../support/scale.ts'
import { openTaskInstallation, type TaskInstallation } from '../support/tasks.ts'

const scenarios = ['default', 'scenario1', 'scenario2', 'scenario3'] as const

let bench: TaskInstallation

beforeAll(async () => {
  bench = await openTaskInstallation()
  await bench.database.withTransaction(async (client) => {
    for (const name of ['scenario2', 'scenario3']) {
      await createScenarioSchema(client, name)
      await setScenarioStatus(client, name, 'In use')
    }
  })
})
afterAll(() => bench[Symbol.asyncDispose]())

/** Runs a task as `planctl` does. Returns its message. */
async function command(args: Readonly<Record<string, unknown>>): Promise<string> {
  const definition = await (await findTask(bench.settings, 'noted'))!.load()
  return runForeground(bench.service, {
    name: 'noted',
    definition,
    scenario: 'default',
    args,
    userId: null,
    operator: true,
    nowait: false,
    signal: new AbortController().signal,
    progress: () => undefined,
    log: () => undefined,
    onWait: () => undefined,
  })
}

interface Span {
  readonly id: number
  readonly where: readonly string[]
  readonly mark: string
}

/** Returns the runs in the order of their start. Throws if two runs were in one scenario at the same time. */
function spans(text: string): readonly Span[] {
  const open = new Map<string, number>()
  const found: Span[] = []
  for (const line of text.trimEnd().split('\n')) {
    const [what, place = '', number = '', mark = ''] = line.split(' ')
    const where = place.split('+')
    const id = Number(number)
    const expected = what === 'begin' ? undefined : id
    for (const scenario of where) {
      if (open.get(scenario) !== expected) throw new Error(`"${line}" beside task ${open.get(scenario)}`)
      if (what === 'begin') open.set(scenario, id)
      else open.delete(scenario)
    }
    if (what === 'begin') found.push({ id, where, mark })
  }
  return found
}

it('two workers run many tasks in four scenarios, in each one after the other and in order', async () => {
  const count = scale({ short: 60, full: 200 })
  const file = join(bench.folder, 'order')
  const ids: number[] = []
  const launch = async (index: number): Promise<void> => {
    // Every tenth task locks two scenarios.
    const both = index % 10 === 0
    ids.push(await bench.launch('noted', { file, both, mark: 'queued' }, scenarios[index % 4]))
  }
  for (let index = 0; index < count / 2; index += 1) await launch(index)
  await Promise.all([bench.startWorker(), bench.startWorker()])
  const commands = [command({ file, mark: 'command' }), command({ file, both: true, mark: 'command' })]
  for (let index = count / 2; index < count; index += 1) await launch(index)
  expect(await Promise.all(commands)).toEqual(['noted command', 'noted command'])
  const records = await Promise.all(ids.map((id) => bench.ended(id)))
  expect(new Set(records.map(({ status }) => status))).toEqual(new Set(['Done']))
  // Every task has its own file, also tasks that started in the same second.
  expect(new Set(records.map(({ logfile }) => logfile)).size).toBe(count)

  const ran = spans(await readFile(file, 'utf8'))
  const numbers = ran.map(({ id }) => id).toSorted((one, other) => one - other)
  expect(numbers).toEqual(Array.from({ length: count + 2 }, (_, index) => numbers[0]! + index))
  for (const scenario of scenarios) {
    const here = ran.filter(({ where }) => where.includes(scenario)).map(({ id }) => id)
    expect(here.length).toBeGreaterThan(0.15 * count)
    expect(here).toEqual(here.toSorted((one, other) => one - other))
  }
  const late = ran.findIndex(({ mark }) => mark === 'command')
  expect(late).toBeGreaterThan(0.15 * count)
}, 240_000)

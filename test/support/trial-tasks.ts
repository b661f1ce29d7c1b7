/** An extension module with tasks that misbehave in various ways, for the tests of the task system. */
import { spawn } from 'node:child_process'
import { appendFile, open } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import { ServiceError } from '../../src/errors/service-error.ts'
import type { Service } from '../../src/service/service.ts'
import { defineTask, type TaskDefinition } from '../../src/tasks/definition.ts'
import type { AddedTask } from '../../src/extensions/definition.ts'
import { defineExtension } from '../../src/author/extension.ts'

const common = {
  help: 'For tests.',
  examples: [['planctl trial', 'for tests']],
  positional: [],
  secrets: [],
} as const
const closed = { additionalProperties: false } as const

/** Runs until it is canceled. */
const patient = defineTask({
  ...common,
  parameters: Type.Object({}, closed),
  right: 'execute.run_patient',
  run: async ({ signal, progress, log }) => {
    log('waiting')
    progress(0.25, 'waits to be stopped')
    await delay(600_000, undefined, { signal })
    return 'never'
  },
})

/** Ignores both the signal and SIGTERM; starts a child process. */
const stubborn = defineTask({
  ...common,
  parameters: Type.Object({}, closed),
  right: 'execute.run_stubborn',
  run: async ({ log, progress }) => {
    process.on('SIGTERM', () => log('ignored'))
    const other = spawn('sleep', ['600'], { stdio: 'ignore' })
    log(`started ${other.pid}`)
    progress(0.5, 'does not listen')
    await delay(600_000)
    return 'never'
  },
})

/** Starts a child process and obeys the signal, but does not end the child. */
const leaves = defineTask({
  ...common,
  parameters: Type.Object({}, closed),
  right: 'superuser',
  run: async ({ signal, log }) => {
    log(`started ${spawn('sleep', ['600'], { stdio: 'ignore' }).pid}`)
    await delay(600_000, undefined, { signal })
    return 'never'
  },
})

const leftBehind = {
  nothing: () => undefined,
  timer: () => void setInterval(() => undefined, 1_000),
  process: () => spawn('sleep', ['600'], { stdio: 'ignore' }).unref(),
  variable: () => (process.env['LEFT'] = 'behind'),
  connection: ({ control }: Service) => control.pool.connect(),
} as const

/** Writes start and end to a file, so that a test can detect whether two tasks ran at once. */
const noted = defineTask({
  ...common,
  parameters: Type.Object(
    {
      file: Type.String(),
      mark: Type.String({ default: '' }),
      both: Type.Boolean({ default: false }),
      milliseconds: Type.Integer({ default: 5 }),
      /** A resource that remains in use after the end. */
      leaves: Type.Enum(['nothing', 'timer', 'process', 'variable', 'connection'], { default: 'nothing' }),
    },
    closed,
  ),
  right: 'execute.run_noted',
  scenarios: ({ both }, scenario) => (both ? ['default', 'scenario1'] : [scenario]),
  run: async ({ scenario, taskId, service, progress }, { file, mark, both, milliseconds, leaves }) => {
    const where = both ? 'default+scenario1' : scenario
    await appendFile(file, `begin ${where} ${taskId} ${mark}\n`)
    progress(0.5, 'has begun')
    await delay(milliseconds)
    await leftBehind[leaves](service)
    await appendFile(file, `end ${where} ${taskId} ${mark}\n`)
    return `noted ${mark}`
  },
})

/** Ends in the requested way. */
const ends = defineTask({
  ...common,
  parameters: Type.Object(
    {
      how: Type.Enum(['exit', 'throw', 'reject', 'unknown', 'memory', 'busy', 'statement']),
      code: Type.Integer({ default: 3 }),
      force: Type.Boolean({ default: false }),
      names: Type.Optional(Type.Array(Type.String())),
    },
    closed,
  ),
  right: 'execute.run_ends',
  timeout: 60,
  run: async ({ service, progress }, { how, code }) => {
    progress(0.1, how)
    const ways: Readonly<Record<typeof how, () => unknown>> = {
      exit: () => process.exit(code),
      throw: () => {
        setImmediate(() => {
          throw new TypeError('out of the blue')
        })
        return delay(600_000)
      },
      reject: () => Promise.reject(new Error('did not work')),
      unknown: () => Promise.reject(new ServiceError('unknown_task', { name: 77 })),
      memory: () => {
        const kept: number[][] = []
        for (;;) kept.push(Array.from({ length: 1e6 }, (_, at) => at * 1.5))
      },
      busy: () => {
        for (;;);
      },
      statement: () => service.control.query({ text: 'SELECT pg_sleep(600)' }),
    }
    await ways[how]()
    return 'never'
  },
})

/** Exceeds its timeout of 0.2 seconds. */
const limited = defineTask({
  ...common,
  parameters: Type.Object({}, closed),
  right: 'superuser',
  timeout: 0.2,
  run: async ({ signal }) => {
    await delay(600_000, undefined, { signal })
    return 'never'
  },
})

/** Exceeds its timeout of 0.2 seconds and lets nothing else run in its process. */
const blocks = defineTask({
  ...common,
  parameters: Type.Object({}, closed),
  right: 'superuser',
  scenarios: () => [],
  timeout: 0.2,
  run: async ({ log }) => {
    log(`started ${spawn('sleep', ['600'], { stdio: 'ignore' }).pid}`)
    await delay(100)
    for (;;);
  },
})

/** Opens a file, which lasts forever if it is a pipe that nobody writes to. */
const hangs = defineTask({
  ...common,
  parameters: Type.Object({ file: Type.String() }, closed),
  right: 'superuser',
  scenarios: () => [],
  run: async ({ log }, { file }) => {
    log('opens the file')
    await using _ = await open(file)
    return 'opened'
  },
})

/** Reports whether it received its secret. */
const secretive = defineTask({
  ...common,
  parameters: Type.Object({ name: Type.String(), password: Type.String() }, closed),
  right: 'everywhere',
  secrets: ['password'],
  run: async (_context, { name, password }) => `${name} has ${password.length} characters`,
})

/** Reports the custom attributes of demands that it knows. */
const attributes = defineTask({
  ...common,
  parameters: Type.Object({}, closed),
  right: 'superuser',
  run: ({ service }) => {
    const fields = service.models.current().byName.get('input.demand')?.fields ?? []
    const names = fields.filter(({ custom }) => custom).map(({ name }) => name)
    return Promise.resolve(`knows ${names.join(', ')}`)
  },
})

/** Returns the options of Node with which its process was started. */
const options = defineTask({
  ...common,
  parameters: Type.Object({}, closed),
  right: 'superuser',
  run: () => Promise.resolve(process.execArgv.join(' ')),
})

const listing = (name: string, task: TaskDefinition): AddedTask<TaskDefinition> => ({
  name,
  group: 'Tests',
  title: `Task ${name}.`,
  task,
})

export const extension = defineExtension({
  name: 'trial',
  about: 'Tasks for tests.',
  tasks: [
    listing('patient', patient),
    listing('stubborn', stubborn),
    listing('noted', noted),
    listing('ends', ends),
    listing('limited', limited),
    listing('blocks', blocks),
    listing('hangs', hangs),
    listing('leaves', leaves),
    listing('secretive', secretive),
    listing('attributes', attributes),
    listing('options', options),
  ],
})

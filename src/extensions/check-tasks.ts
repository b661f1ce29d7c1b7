/** Validates the tasks of modules: names, rights and parameters. */
import { ignoredNames } from '../contract/ignored-names.ts'
import { fits } from '../settings/schema-check.ts'
import type { AddedTask } from './definition.ts'
import { type Complain, type FoundExtension, messageOf } from './found.ts'
import { taskWords } from './task-words.ts'

/** Reserved words in URLs and after `planctl`. */
const urlWords: ReadonlySet<string> = new Set([...taskWords, 'help'])

/** Parameters of command lines and requests themselves. */
const takenParameters: ReadonlySet<string> = new Set([
  'database',
  'user',
  'background',
  'nowait',
  'noinput',
  'password-stdin',
  'debug',
  'help',
  'version',
  ...ignoredNames,
])

/** Rights that cannot be granted by name. */
const special: ReadonlySet<string> = new Set(['superuser', 'everywhere', 'operator'])

export interface TaskSurroundings {
  /** Names of the tasks and commands of the service. */
  readonly taken: readonly string[]
  /** Returns whether a right exists that does not belong to a task. */
  readonly isRight: (name: string) => boolean
}

export function checkTasks(
  extensions: readonly FoundExtension[],
  { taken, isRight }: TaskSurroundings,
  complain: Complain,
): void {
  const owners = new Map<string, string>()
  const all = extensions.flatMap(({ definition }) => definition.tasks ?? [])
  const rights = new Set([...taken, ...all.map(({ name }) => name)].map((name) => `execute.run_${name}`))
  for (const extension of extensions) {
    for (const task of extension.definition.tasks ?? []) {
      const refuse = (fault: string): void => complain(extension, `the task ${task.name} ${fault}`)
      const before = owners.get(task.name)
      if (before !== undefined) refuse(`has the name of one of the extension "${before}"`)
      else if (taken.includes(task.name)) refuse('has the name of a task or command of ours')
      else if (urlWords.has(task.name)) refuse('has a name that means something else in URLs')
      else if (!/^[a-z][a-z0-9_]{0,62}$/.test(task.name)) {
        refuse('has a name that cannot be: use lower case letters, digits and "_"')
      }
      owners.set(task.name, extension.definition.name)
      const { right } = task.task
      if (!special.has(right) && !rights.has(right) && !isRight(right)) {
        const choices = `"execute.run_${task.name}", a right on an entity, ${[...special].map((one) => `"${one}"`).join(', ')}`
        refuse(`asks for the right "${right}", which does not exist. Use ${choices}`)
      }
      for (const fault of parameterFaults(task)) refuse(fault)
    }
  }
}

const types: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'array'])

function parameterFaults({ task: { parameters, positional, secrets } }: AddedTask): readonly string[] {
  const names = Object.keys(parameters.properties)
  const faults = Object.entries(parameters.properties).flatMap(([name, schema]) => {
    const reason = takenParameters.has(name)
      ? 'is one that every command has'
      : /^[a-z][a-z0-9_-]*$/.test(name)
        ? schemaFault(schema)
        : 'has a name that cannot be an option: use lower case letters, digits and "-"'
    return reason === undefined ? [] : [`has a parameter "${name}" that ${reason}`]
  })
  const missing = [...positional, ...secrets].filter((name) => !names.includes(name))
  return [...faults, ...missing.map((name) => `names the parameter "${name}", which its schema lacks`)]
}

function schemaFault(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return 'is no schema'
  const {
    type,
    enum: choices,
    default: fallback,
  }: { type?: unknown; enum?: unknown; default?: unknown } = schema
  if (!Array.isArray(choices) && (typeof type !== 'string' || !types.has(type))) {
    return `neither a form nor a command line can ask for: its type must be one of ${[...types].join(', ')}, or an enum`
  }
  try {
    if (fallback !== undefined && !fits(schema, fallback)) {
      return `has a default that does not fit it: ${JSON.stringify(fallback)}`
    }
    fits(schema, '')
    return undefined
  } catch (error) {
    return `is no sound schema: ${messageOf(error)}`
  }
}

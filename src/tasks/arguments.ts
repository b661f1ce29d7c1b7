/**
 * Arguments of tasks: converts the values of a request or command line to the types of the schema, validates them,
 * and formats them as text for the task record.
 */
import { isDeepStrictEqual } from 'node:util'
import { Type } from '../contract/type.ts'
import { joinList } from '../model/values/value-list.ts'
import { faultsIn, withDefaults } from '../settings/schema-check.ts'
import { ServiceError } from '../errors/service-error.ts'
import { invalidParameter, unknownParameter } from '../errors/parameter-errors.ts'
import type { Message } from '../errors/messages.ts'
import { excerptOf } from '../errors/plain-text.ts'
import { describeFault } from '../settings/faults.ts'
import type { Arguments, Callable, TaskDefinition } from './definition.ts'
import { typedValue, unstorable } from './typed-value.ts'

export type { Arguments } from './definition.ts'

export interface CheckedArguments {
  /** All arguments, including defaults. */
  readonly all: Arguments
  /** Arguments that are stored in the task record. */
  readonly open: Arguments
  readonly secret: Arguments
  /** Arguments in command-line notation, without secrets and defaults. */
  readonly text: string
}

/** A definition with parameters; `secrets` names the secret parameters, if there are any. */
type WithSecrets = Callable & Partial<Pick<TaskDefinition, 'secrets'>>

/** Arguments as a request gives them: a parameter may be repeated. */
export type GivenArguments = readonly (readonly [name: string, value: unknown])[]

type SecretParameters = Pick<WithSecrets, 'parameters' | 'secrets'>

/**
 * Returns the validated arguments with defaults. Throws `unknown_parameter` or `invalid_parameter`, which name the
 * parameter, its value and the allowed values.
 */
export function parseArguments(definition: WithSecrets, given: Arguments): Arguments {
  const { parameters } = definition
  const known = Object.keys(parameters.properties)
  const typed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(uniqueArguments(definition, Object.entries(given)))) {
    if (!known.includes(name)) throw unknownParameter([name], known)
    const fault = unstorable(value)
    if (fault !== undefined) throw invalidParameter(name, fault)
    const schema = parameters.properties[name]!
    const argument = typedValue(value, schema)
    if (isBeyondExact(argument, { ...schema })) throw invalidParameter(name, tooLarge)
    typed[name] = argument
  }
  const complete = withDefaults(parameters, typed)
  const [fault] = faultsIn(parameters, complete)
  if (fault !== undefined) throw faultyArgument(definition, fault, typed)
  return complete
}

/**
 * Returns each parameter once, by its declared name; names that are not parameters are kept. Throws `invalid_parameter` for a parameter with different values, in whatever notation and spelling.
 */
export function uniqueArguments(definition: SecretParameters, given: GivenArguments): Arguments {
  const unique = new Map<string, unknown>()
  for (const [name, value] of declaredNames(definition, given)) {
    const schema = definition.parameters.properties[name]
    if (!unique.has(name) || schema === undefined) {
      unique.set(name, value)
      continue
    }
    const values = [unique.get(name), value] as const
    if (isDeepStrictEqual(typedValue(values[0], schema), typedValue(values[1], schema))) continue
    const [first, second] = values.map((one) => (isSecret(definition, name) ? '…' : excerptOf(one)))
    throw invalidParameter(name, { code: 'parameter_twice', params: { first: first!, second: second! } })
  }
  return Object.fromEntries(unique)
}

/** Returns the arguments of a query or form in which the values of each repeated list are joined. */
export function joinLists(
  definition: Pick<Callable, 'parameters'>,
  pairs: readonly (readonly [name: string, value: string])[],
): GivenArguments {
  const lists = new Map<string, string>()
  const others: [string, string][] = []
  for (const [name, value] of declaredNames(definition, pairs)) {
    const { type }: { readonly type?: unknown } = { ...definition.parameters.properties[name] }
    if (type !== 'array') others.push([name, value])
    else lists.set(name, lists.has(name) ? `${lists.get(name)},${value}` : value)
  }
  return [...others, ...lists]
}

/** Returns whether a parameter is a secret, in whatever spelling its name is. */
export const isSecret = (
  { secrets = [] }: Partial<Pick<TaskDefinition, 'secrets'>>,
  written: string,
): boolean => parameterNamed(secrets, written) !== undefined

/** Returns arguments by the declared names of the parameters; other names are kept. */
function declaredNames<V>(
  { parameters }: Pick<Callable, 'parameters'>,
  given: readonly (readonly [name: string, value: V])[],
): readonly (readonly [name: string, value: V])[] {
  const known = Object.keys(parameters.properties)
  return given.map(([written, value]) => [parameterNamed(known, written) ?? written, value])
}

const highest = String(Number.MAX_SAFE_INTEGER)
const tooLarge: Message = { code: 'number_too_large', params: { lowest: `-${highest}`, highest } }

/** Returns whether the value of an integer parameter has lost its last digits. */
const isBeyondExact = (value: unknown, { type }: Readonly<Record<string, unknown>>): boolean =>
  type === 'integer' && Number.isInteger(value) && !Number.isSafeInteger(value)

/** Returns the parameter with the given name; `-` and `_` are equivalent, so `format_day` is `format-day`. */
function parameterNamed(known: readonly string[], written: string): string | undefined {
  if (known.includes(written)) return written
  const folded = written.replaceAll('_', '-')
  return known.find((name) => name.replaceAll('_', '-') === folded)
}

/** Validates the arguments that are known before the user is prompted for the secret ones, like `parseArguments`. */
export function parseOpenArguments(definition: TaskDefinition, given: Arguments): Arguments {
  const own = Object.entries(definition.parameters.properties)
  const open = own.filter(([name]) => !definition.secrets.includes(name))
  return parseArguments(
    { ...definition, parameters: Type.Object(Object.fromEntries(open), { additionalProperties: false }) },
    given,
  )
}

function faultyArgument(
  { parameters, secrets = [] }: WithSecrets,
  fault: Parameters<typeof describeFault>[0],
  given: Arguments,
): ServiceError {
  const missing = (parameters.required ?? []).find((name) => given[name] === undefined)
  const name = fault.instancePath.split('/')[1] ?? missing ?? ''
  if (fault.instancePath === '' && missing !== undefined)
    return invalidParameter(name, { code: 'is_required' })
  const message = describeFault({ ...fault, instancePath: '' }, given[name], secrets.includes(name))
  return invalidParameter(name, { code: 'sentence', params: { message } })
}

/** Splits validated arguments into the recorded and the secret ones. */
export function checkedArguments(definition: TaskDefinition, all: Arguments): CheckedArguments {
  const secretNames: ReadonlySet<string> = new Set(definition.secrets)
  const part = (secret: boolean): Arguments =>
    Object.fromEntries(Object.entries(all).filter(([name]) => secretNames.has(name) === secret))
  const open = part(false)
  return { all, open, secret: part(true), text: argumentText(definition, open) }
}

function argumentText({ parameters }: Callable, open: Arguments): string {
  return Object.entries(open)
    .filter(([name, value]) => {
      const { default: fallback }: { default?: unknown } = { ...parameters.properties[name] }
      return JSON.stringify(value) !== JSON.stringify(fallback)
    })
    .map(([name, value]) => {
      if (value === true) return `--${name}`
      if (value === false) return `--no-${name}`
      const text = Array.isArray(value) ? value.map(listItem).join(',') : String(value)
      return `--${name}=${/[\s"']/.test(text) ? JSON.stringify(text) : text}`
    })
    .join(' ')
}

/** Returns an item of a list in command-line notation; an empty item is shown as nothing between commas. */
const listItem = (item: unknown): string => (item === '' ? '' : joinList([String(item)]))

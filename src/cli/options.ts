/**
 * Converts the parameters of a definition to options of a command, and the parsed options to validated values. A
 * switch that is on by default is offered as its negation: `shift` becomes `--no-shift`.
 */
import { Argument, type Command, Option } from 'commander'
import type { TSchema } from '../contract/type.ts'
import { faultsIn, withDefaults } from '../settings/schema-check.ts'
import { messageText } from '../errors/messages.ts'
import { ServiceError } from '../errors/service-error.ts'
import { describeFault } from '../settings/faults.ts'
import type { Callable } from '../tasks/definition.ts'
import { typedValue } from '../tasks/typed-value.ts'

interface Documented {
  readonly description: string
  readonly default: unknown
  readonly enum: readonly string[] | undefined
  readonly type: string
}

/** Returns the properties of a schema that the help shows. */
function documented(schema: TSchema): Documented {
  const given: Readonly<Record<string, unknown>> = { ...schema }
  const { description, type, enum: choices, default: fallback } = given
  return {
    description: typeof description === 'string' ? description : '',
    type: typeof type === 'string' ? type : 'string',
    enum: Array.isArray(choices) ? choices.map(String) : undefined,
    default: fallback,
  }
}

const placeholders: Readonly<Record<string, string>> = {
  integer: '<number>',
  number: '<number>',
  array: '<list>',
  string: '<text>',
}

/** Adds arguments and options to the command. */
export function addParameters(command: Command, definition: Callable): void {
  const required = new Set(definition.parameters.required ?? [])
  for (const name of definition.positional) {
    const schema = documented(definition.parameters.properties[name]!)
    const { description, type, enum: choices } = schema
    const shown = type === 'array' ? `${name}...` : name
    const argument = new Argument(
      required.has(name) && schema.default === undefined ? `<${shown}>` : `[${shown}]`,
      description,
    )
    command.addArgument(choices === undefined ? argument : argument.choices([...choices]))
  }
  for (const [name, schema] of Object.entries(definition.parameters.properties)) {
    if (!definition.positional.includes(name)) command.addOption(optionOf(name, schema))
  }
}

function optionOf(name: string, schema: TSchema): Option {
  const { description, type, default: fallback, enum: choices } = documented(schema)
  if (type === 'boolean') return new Option(fallback === true ? `--no-${name}` : `--${name}`, description)
  const shown = typeof fallback === 'string' || typeof fallback === 'number' ? ` Default: ${fallback}.` : ''
  const option = new Option(`--${name} ${placeholders[type] ?? '<text>'}`, `${description}${shown}`)
  // The lists of a repeated option are joined, as those of a repeated parameter of a request.
  if (type === 'array')
    return option.argParser<string | undefined>((list, before) =>
      before === undefined ? list : `${before},${list}`,
    )
  return choices === undefined ? option : option.choices([...choices])
}

/**
 * Returns the values of a parsed command, with defaults, validated. Throws `usage` naming the option, its value and
 * the allowed values.
 */
export function readParameters(command: Command, definition: Callable): Readonly<Record<string, unknown>> {
  const { parameters, positional } = definition
  const options: Readonly<Record<string, unknown>> = command.opts()
  const given: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(parameters.properties)) {
    const place = positional.indexOf(name)
    const attribute = optionOf(name, schema).attributeName()
    const value: unknown = place < 0 ? options[attribute] : command.processedArgs[place]
    if (value !== undefined && !isEmptyList(value)) given[name] = typedValue(value, schema)
  }
  const complete = withDefaults(parameters, given)
  const missing = (parameters.required ?? []).find((name) => complete[name] === undefined)
  if (missing !== undefined) {
    const name = positional.includes(missing) ? `<${missing}>` : `--${missing}`
    throw new ServiceError('usage', { reason: `${name} is required.` })
  }
  const [fault] = faultsIn(parameters, complete)
  if (fault !== undefined) {
    const [, name = '', place] = fault.instancePath.split('/')
    const value = given[name]
    const wrong: unknown = Array.isArray(value) && place !== undefined ? value[Number(place)] : value
    const inner = { ...fault, instancePath: '' }
    const words = messageText(describeFault(inner, wrong, false))
    const { description = '' }: { readonly description?: string } = parameters.properties[name] ?? {}
    const reason = positional.includes(name)
      ? `<${name}> ${words}. ${description}`.trim()
      : `--${name} ${words}.`
    throw new ServiceError('usage', { reason })
  }
  return complete
}

/** An empty list of arguments means that none was given. */
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/**
 * Translates flags of scripts that were written for management commands of other services: each becomes an option
 * that the command has, changes the verbosity, or is reported once as ignored. Unknown flags stay, and the command
 * rejects them.
 */
import type { Command } from 'commander'

export interface FamiliarArguments {
  /** The command line without the flags of other services. */
  readonly args: readonly string[]
  /** The ignored flags, each with the reason. */
  readonly ignored: readonly string[]
}

/** The environment, from which some scripts take values. */
type Environment = Readonly<Record<string, string | undefined>>

/** Aliases of options, by command or for all commands (`*`). */
const otherNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '*': { '--no-input': '--noinput', '--yes': '--noinput' },
  dumpdata: { '-o': '--output' },
  loaddata: { '-i': '--ignorenonexistent' },
}

interface Unneeded {
  readonly reason: string
  readonly hasValue?: true
  /** Command that ignores it; all commands if omitted. */
  readonly command?: string
}

const unneeded: Readonly<Record<string, Unneeded>> = {
  '--no-color': { reason: 'the output has no colors' },
  '--force-color': { reason: 'the output has no colors' },
  '--settings': { reason: 'settings come from settings.toml and PLANCTL_SETTINGS', hasValue: true },
  '--pythonpath': { reason: 'nothing here is written in Python', hasValue: true },
  '--skip-checks': { reason: 'settings are always checked' },
  '--fake-initial': { reason: 'every migration is known to be applied or not', command: 'migrate' },
  '--run-syncdb': { reason: 'every table has migrations', command: 'migrate' },
  '--natural-foreign': { reason: 'references are always written by key', command: 'dumpdata' },
  '--natural-primary': { reason: 'numbers of rows are never written', command: 'dumpdata' },
  '--indent': { reason: 'each record is one line', hasValue: true, command: 'dumpdata' },
  '--noreload': { reason: 'the server starts again only with --watch', command: 'runserver' },
}

/** Values of `--format` for the format that the command uses anyway. */
const formats: ReadonlySet<string> = new Set(['json'])

const verbosity = /^(?:--verbosity|-v)$/

function verbosityOf(words: readonly string[]): string | undefined {
  const place = words.findIndex((word) => verbosity.test(word.split('=')[0] ?? ''))
  return place === -1 ? undefined : (words[place]!.split('=')[1] ?? words[place + 1])
}

/** Returns whether the origin of errors should be shown. */
export const asksForOrigins = (words: readonly string[]): boolean =>
  words.includes('--debug') || words.includes('--traceback') || verbosityOf(words) === '3'

/** Returns whether only results and failures should be shown. */
export const asksForQuiet = (words: readonly string[]): boolean => verbosityOf(words) === '0'

/** Translates the words after `planctl`. */
export function familiarArguments(
  command: Command,
  words: readonly string[],
  env: Environment = {},
): FamiliarArguments {
  const name = command.name()
  const known = new Set(command.options.flatMap(({ short, long }) => [short ?? '', long ?? '']))
  const args: string[] = []
  const ignored: string[] = []
  let unasked = false
  const end = words.indexOf('--')
  const until = end === -1 ? words.length : end
  for (let at = 0; at < until; at += 1) {
    const word = words[at]!
    const [given = '', ...rest] = word.split('=')
    const value = rest.length === 0 ? undefined : rest.join('=')
    if (given === '--traceback') continue
    if (!word.startsWith('-') || known.has(given)) {
      args.push(word)
      continue
    }
    const valueOf = (): string => value ?? words[(at += 1)] ?? ''
    const option = otherNames[name]?.[given] ?? otherNames['*']?.[given] ?? withDashes(given, known)
    const extra = unneeded[given]
    if (option === '--noinput') unasked = true
    if (option !== undefined && known.has(option))
      args.push(value === undefined ? option : `${option}=${value}`)
    else if (option === '--noinput' || given === '--noinput') unasked = true
    else if (verbosity.test(given)) {
      const level = valueOf()
      if (!/^[0-3]$/.test(level)) args.push(`--verbosity=${level}`)
    } else if (given === '--format' && (name === 'loaddata' || name === 'dumpdata')) {
      const format = valueOf()
      if (!formats.has(format)) args.push(`--format=${format}`)
    } else if (given === '--username' && name === 'createsuperuser') args.push(valueOf())
    else if (extra !== undefined && (extra.command === undefined || extra.command === name)) {
      if (extra.hasValue === true) valueOf()
      ignored.push(`${given} (${extra.reason})`)
    } else args.push(word)
  }
  args.push(...words.slice(until))
  return { args: withDefaults(command, args, unasked || args.includes('--noinput'), env), ignored }
}

/** Finds the option with `-` and `_` as equivalents: `--format_day` is `--format-day`. */
function withDashes(given: string, known: ReadonlySet<string>): string | undefined {
  const folded = given.replaceAll('_', '-')
  return [...known].find((option) => option.replaceAll('_', '-') === folded)
}

/** Adds the values that scripts put into the environment, if the command may not prompt. */
function withDefaults(
  command: Command,
  args: readonly string[],
  unasked: boolean,
  env: Environment,
): readonly string[] {
  const name = command.name()
  if (name !== 'createsuperuser' || !unasked) return args
  const place = args.indexOf(name) + 1
  const valued = new Set(command.options.flatMap(({ long, required }) => (required ? [long] : [])))
  const named = args.some(
    (word, at) => at >= place && !word.startsWith('-') && !valued.has(args[at - 1] ?? ''),
  )
  const user = env['DJANGO_SUPERUSER_USERNAME']
  const email = env['DJANGO_SUPERUSER_EMAIL']
  const hasEmail = args.some((word) => word.startsWith('--email'))
  return [
    ...args,
    ...(named || user === undefined ? [] : [user]),
    ...(hasEmail || email === undefined || args.includes('--promote') ? [] : [`--email=${email}`]),
  ]
}

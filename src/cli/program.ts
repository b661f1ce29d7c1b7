/** Builds the tree of commands: the given command completely, the others with name and title only. */
import { Command, CommanderError } from 'commander'
import type { Settings } from '../settings/settings.ts'
import type { Callable } from '../tasks/definition.ts'
import { allAddedTasks } from '../extensions/extensions.ts'
import { mayNameExtensions } from '../settings/names-extensions.ts'
import { asListing, loadExtensions, taskListings } from '../tasks/registry.ts'
import type { CommandContext, CommandListing } from './command.ts'
import { commandListings } from './commands.ts'
import { familiarArguments } from './familiar-flags.ts'
import type { Terminal } from './terminal.ts'

export interface ProgramOptions {
  readonly terminal: Terminal
  readonly signal: AbortSignal
  readonly debug: boolean
  readonly version: string
}

const about = 'The command line of the planning service: sets an installation up, runs it, and moves data.'
const more = `
Settings come from settings.toml in the working folder (or the file in PLANCTL_SETTINGS) and from variables
PLANCTL_<SETTING>; "planctl settings" shows them. All state lies under PLANCTL_VAR, by default ./var.

Exit codes: 0 done, 1 failed, 2 used wrongly, 130 canceled.

To begin:
  planctl createdatabase            make the database
  planctl createsuperuser ann       make a user who may do everything
  planctl loaddata manufacturing_demo
  planctl runserver                 http://127.0.0.1:8000`

/** Returns commands and tasks, in the order of the list. */
export const allListings = (): readonly CommandListing[] => [
  ...commandListings,
  ...taskListings.map(asCommand),
]

/** Returns the command of a task; all tasks share the same implementation. */
const asCommand = ({ name, group, title, load }: (typeof taskListings)[number]): CommandListing => ({
  name,
  group,
  title,
  load: async () => {
    const [{ taskCommand }, definition] = await Promise.all([import('./task-command.ts'), load()])
    return taskCommand(name, definition)
  },
})

/**
 * Runs the command line. Returns false for a usage error, which was already reported. Throws the errors of the
 * command.
 */
export async function runProgram(args: readonly string[], options: ProgramOptions): Promise<boolean> {
  try {
    const program = await buildProgram(args, options)
    await program.parseAsync([...translated(program, args, options)], { from: 'user' })
    return true
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0
    throw error
  }
}

/** Translates the flags of other services to those of the command, and reports the ignored ones. */
function translated(
  program: Command,
  args: readonly string[],
  { terminal }: ProgramOptions,
): readonly string[] {
  const command = program.commands.find((one) => one.name() === args.find((word) => !word.startsWith('-')))
  if (command === undefined) return args
  const familiar = familiarArguments(command, args, process.env)
  if (familiar.ignored.length > 0) terminal.say(`planctl: Ignored: ${familiar.ignored.join(', ')}.`)
  return familiar.args
}

export async function buildProgram(args: readonly string[], options: ProgramOptions): Promise<Command> {
  const program = new Command('planctl')
    .description(about)
    .usage('<command> [options]')
    .version(options.version, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Show help.')
    .helpCommand('help [command]', 'Show help for a command.')
    .option('--debug', 'Show the origin of errors.')
    .addHelpText('after', more)
    .showSuggestionAfterError()
    .configureHelp({ commandUsage: usageOf })
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'planctl: ')) })
    .exitOverride()
  const named = args.filter((word) => !word.startsWith('-'))
  const wanted = named[0] === 'help' ? named[1] : named[0]
  const listings = await listingsWith(wanted, options.terminal)
  for (const listing of listings) {
    const command = program.command(listing.name).summary(listing.title).helpGroup(`${listing.group}:`)
    if (listing.name === wanted) await complete(command, listing, options)
  }
  return program
}

/**
 * Loads extension modules only for a command that is not built in, or for the list of all commands: they may be slow
 * or have faults. The list is shown even if they cannot be loaded.
 */
async function listingsWith(
  wanted: string | undefined,
  terminal: Terminal,
): Promise<readonly CommandListing[]> {
  const own = allListings()
  if (own.some(({ name }) => name === wanted)) return own
  if (!mayNameExtensions({ env: process.env, cwd: process.cwd() })) return own
  const { loadSettings } = await import('../settings/load-settings.ts')
  try {
    const settings = loadSettings({ env: process.env, cwd: process.cwd() })
    const names = commandListings.map(({ name }) => name)
    const added = allAddedTasks(await loadExtensions(settings, names)).map(asListing)
    return [...own, ...added.map(asCommand)]
  } catch (error) {
    if (wanted !== undefined && wanted !== 'help') throw error
    const reason = error instanceof Error ? error.message : String(error)
    terminal.say(`planctl: Tasks of extension modules are not listed. ${reason}\n`)
    return own
  }
}

/** Returns the usage line without the hint at options, because the options are listed below it. */
const usageOf = (command: Command): string =>
  `${command.parent === null ? '' : `${command.parent.name()} `}${command.name()} ${command.usage()}`

async function complete(command: Command, listing: CommandListing, options: ProgramOptions): Promise<void> {
  const [definition, { addParameters, readParameters }, { loadSettings }] = await Promise.all([
    listing.load(),
    import('./options.ts'),
    import('../settings/load-settings.ts'),
  ])
  addParameters(command, definition)
  command
    .description(`${listing.title}\n\n${paragraphs(definition.help)}`)
    .option('--debug', 'Show the origin of errors.')
    .helpOption('-h, --help', 'Show this help.')
    .addHelpText('after', exampleText(definition))
    .action(async () => {
      let settings: Settings | undefined
      const context: CommandContext = {
        ...options,
        commandNames: commandListings.map(({ name }) => name),
        settings: () => (settings ??= loadSettings({ env: process.env, cwd: process.cwd() })),
      }
      await definition.run(context, readParameters(command, definition))
    })
}

/** Removes line breaks within paragraphs, so that lines wrap at the width of the terminal. */
const paragraphs = (text: string): string => text.replaceAll(/([^\n])\n(?!\n)/g, '$1 ')

function exampleText({ examples }: Callable): string {
  const width = Math.max(...examples.map(([line]) => line.length))
  const lines = examples.map(([line, purpose]) => `  ${line.padEnd(width)}   ${purpose}`)
  return examples.length === 0 ? '' : `\nExamples:\n${lines.join('\n')}`
}

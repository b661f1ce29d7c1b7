/** Generates the documentation page of all commands from their definitions. */
import type { Command } from 'commander'
import { buildProgram, allListings } from './program.ts'
import type { CommandListing } from './command.ts'
import type { Terminal } from './terminal.ts'

const introduction = `# Commands

\`planctl\` is in the root of the repository and works from any folder and through links. Settings and data are those of the
working folder (\`settings.toml\`, \`var\`), unless the variables PLANCTL_SETTINGS and PLANCTL_VAR name others. Every command has \`--help\`; this page
is generated from the same texts (\`npm run docs\`).

Exit codes: 0 done, 1 failed, 2 invalid usage, 130 canceled. Results go to standard output, everything else to standard error.
Without a terminal, commands that need a confirmation or a password exit with 2 and name the option. \`--debug\` shows where an error
occurred.

Scripts written for services of the same family may pass their own flags to every command: \`--no-input\` and \`--yes\` are \`--noinput\`, which
commands without a confirmation accept too; \`-v 0\` (\`--verbosity=0\`) prints results and failures only, \`-v 3\` and \`--traceback\` are \`--debug\`;
\`_\` and \`-\` are equivalent in names of options. Flags without effect here (\`--no-color\`, \`--force-color\`, \`--settings\`, \`--pythonpath\`, \`--skip-checks\`,
\`migrate --fake-initial --run-syncdb\`, \`dumpdata --indent --natural-foreign --natural-primary\`, \`runserver --noreload\`) are reported once on
standard error as ignored. Every other unknown option is rejected.`

/** Returns the page as Markdown. */
export async function commandPage(): Promise<string> {
  const listings = allListings()
  const groups = Map.groupBy(listings, ({ group }) => group)
  const sections: string[] = []
  for (const [group, members] of groups) {
    sections.push(`## ${group}`)
    for (const listing of members) sections.push(await commandSection(listing))
  }
  return `${[introduction, ...sections].join('\n\n')}\n`
}

async function commandSection(listing: CommandListing): Promise<string> {
  const [{ examples }, command] = await Promise.all([listing.load(), describedCommand(listing.name)])
  const help = command.createHelp()
  const terms = [
    ...help
      .visibleArguments(command)
      .map((argument) => [help.argumentTerm(argument), help.argumentDescription(argument)]),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help' && long !== '--debug')
      .map((option) => [help.optionTerm(option), help.optionDescription(option)]),
  ]
  const lines = examples.map(([line, purpose]) => `    ${line}${purpose === '' ? '' : `   # ${purpose}`}`)
  const rows = terms.map(([term, description]) => `| \`${term?.replaceAll('|', '\\|')}\` | ${description} |`)
  const table = rows.length === 0 ? [] : [['| | |', '| --- | --- |', ...rows].join('\n')]
  const about = command.description().replace(listing.title, `**${listing.title}**`)
  return [`### ${listing.name}`, about, ...table, lines.join('\n')].join('\n\n')
}

const silent = (): void => undefined
const speechless = async (): Promise<string> => ''
const nobody: Terminal = {
  interactive: false,
  columns: undefined,
  print: silent,
  flush: async () => undefined,
  say: silent,
  progress: silent,
  ask: speechless,
  askHidden: speechless,
}

/** Returns the command with its help complete, without running it or writing anything. */
export async function describedCommand(name: string): Promise<Command> {
  const options = { terminal: nobody, signal: new AbortController().signal, debug: false, version: '' }
  const program = await buildProgram([name], options)
  return program.commands.find((command) => command.name() === name)!
}

/** Shows the extension modules, what each adds, and their problems. */
import { Type } from '../../contract/type.ts'
import { draftTable } from '../../database/draft-migration.ts'
import { englishText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { ExtensionDefinition, LoadedExtension } from '../../extensions/definition.ts'
import type { Inspection } from '../../extensions/inspect.ts'
import { noAdditions } from '../../model/additions.ts'
import { buildModel } from '../../model/model.ts'
import { inspectInstalled, problemText } from '../../tasks/registry.ts'
import { defineCommand } from '../command.ts'

export const extensions = defineCommand({
  help: `Lists the modules in the setting EXTENSIONS: name, version, folder, and what each adds. The command reads the modules
without activating them. It reports a broken module with the reason, and then fails.

With --draft it prints the SQL that creates the table of an entity of a module, for the module's first migration.
See docs/how-to/write-an-extension.md for how to write a module.`,
  examples: [
    ['planctl extensions', ''],
    ['PLANCTL_EXTENSIONS=./my_module planctl extensions', 'check a module'],
    [
      'planctl extensions --draft=abc.classificationrun > migrations/scenario/0001_runs.sql',
      'begin a migration',
    ],
  ],
  parameters: Type.Object({
    json: Type.Boolean({ default: false, description: 'Print JSON.' }),
    draft: Type.Optional(
      Type.String({ minLength: 1, description: 'Entity for whose table to print the SQL.' }),
    ),
  }),
  positional: [],
  run: async ({ settings, terminal, commandNames }, { json, draft }) => {
    const { EXTENSIONS: places } = settings()
    const inspection = await inspectInstalled(places, commandNames)
    if (draft !== undefined) return terminal.print(draftOf(inspection, draft))
    const { all } = inspection.extensions
    if (json) terminal.print(JSON.stringify(jsonOf(inspection), null, 2))
    else if (places.length === 0) {
      terminal.print('No extension modules. The setting EXTENSIONS names them: folders or npm packages.')
    } else if (all.length > 0) terminal.print(all.map((one) => textOf(one)).join('\n\n'))
    if (inspection.problems.length === 0) return undefined
    const lines = inspection.problems.map((problem) => `- ${problemText(problem)}`)
    throw new ServiceError('command_failed', {
      reason: englishText(`They cannot be used:\n${lines.join('\n')}`),
    })
  },
})

/** Names of what a module adds, by kind. */
const kinds: Readonly<Record<string, (definition: ExtensionDefinition) => readonly string[]>> = {
  entities: ({ entities = [] }) => entities.map(({ name }) => name),
  fields: ({ fields = {} }) =>
    Object.entries(fields).flatMap(([entity, added]) => added.map(({ name }) => `${entity}.${name}`)),
  tasks: ({ tasks = [] }) => tasks.map(({ name }) => name),
  menu: ({ menu = [] }) => menu.map(({ group, label }) => `${group}: ${label}`),
  reports: ({ name: owner, reports = [] }) => reports.map(({ name }) => `${owner}.${name}`),
  fixtures: ({ fixtures = [] }) => fixtures,
  exports: ({ exports = [] }) => exports.map(({ name }) => name),
  languages: ({ translations = {} }) => Object.keys(translations),
}

function additionsOf(definition: ExtensionDefinition): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(kinds)
    .map(([kind, list]) => [kind, list(definition)] as const)
    .filter(([, names]) => names.length > 0)
}

function textOf({ definition, version, folder }: LoadedExtension): string {
  const lines = additionsOf(definition).map(([kind, names]) => `  ${kind.padEnd(10)}${names.join(', ')}`)
  return [
    `${definition.name} ${version}`.trim(),
    `  ${definition.about}`,
    `  ${'place'.padEnd(10)}${folder}`,
    ...lines,
  ].join('\n')
}

function jsonOf({ extensions: { all }, problems }: Inspection): unknown {
  return {
    extensions: all.map(({ definition, version, place, folder }) => ({
      name: definition.name,
      about: definition.about,
      version,
      place,
      folder,
      adds: Object.fromEntries(additionsOf(definition)),
    })),
    problems,
  }
}

/**
 * Returns the SQL draft of the table of an entity. Also works for a module whose only problem is the missing
 * migration.
 */
function draftOf({ extensions: { all }, problems }: Inspection, name: string): string {
  const entities = all.flatMap(({ definition }) => definition.entities ?? [])
  const entity = entities.find((one) => one.name === name)
  if (entity === undefined) {
    const reasons = problems.map((problem) => `\n- ${problemText(problem)}`).join('')
    const known = entities.map((one) => one.name).join(', ') || 'there are none'
    const reason = `--draft must be an entity of an extension module (${known}), not "${name}".${reasons}`
    throw new ServiceError('usage', { reason })
  }
  const model = buildModel(undefined, { ...noAdditions, entities })
  return `-- ${entity.about}\n${draftTable(model, entity, { acting: true })}`
}

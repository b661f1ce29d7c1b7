/** Exports planning data as a workbook: into the export folder, or from the command line to any path. */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, extname, isAbsolute, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Type } from '../../contract/type.ts'
import type { Principal } from '../../auth/principal.ts'
import { decide } from '../../auth/rights/policies.ts'
import { errorText } from '../../errors/plain-text.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { createDraft } from '../../files/folders/draft.ts'
import { invalidFileName, isPortableName, newFileName } from '../../files/folders/file-name.ts'
import { folderOf } from '../../files/folders/folder.ts'
import { isSpecialFile } from '../../files/special-file.ts'
import { joinSentences, type Message, messageText } from '../../errors/messages.ts'
import { anonymousWarning } from '../../files/workbook/anonymous.ts'
import { exportWorkbook, type WorkbookExport } from '../../files/workbook/export-workbook.ts'
import { chosenEntities } from '../../files/workbook/workbook-entities.ts'
import type { Entity } from '../../model/entity.ts'
import { loadLabels } from '../../words/load-labels.ts'
import type { Model } from '../../model/model.ts'
import type { Service } from '../../service/service.ts'
import { mayUsePaths } from '../authorize.ts'
import { defineTask, type TaskContext } from '../definition.ts'
import { isStandardOutput, standardOutput, standardStream } from '../standard-streams.ts'
import { writeToStandardOutput } from '../write-standard-output.ts'
import { entitiesParameter } from '../entities-parameter.ts'

/** Parameters of every workbook export. */
export const exportParameters = {
  entities: entitiesParameter({
    hint: 'Entities such as input.item. Default: all planning data.',
    description: 'Entities such as input.item, separated by commas. Default: all planning data.',
  }),
  anonymous: Type.Boolean({
    default: false,
    title: 'Make anonymous',
    description: 'Replace every key of every entity by a new name; descriptions and costs stay.',
  }),
  template: Type.Boolean({
    default: false,
    title: 'Template without records',
    description: 'Omit the records: sheets contain headers and explanations, to be filled in.',
  }),
}

const defaultName = 'workbook.xlsx'

export const exportworkbook = defineTask({
  about:
    'Writes a workbook with one sheet per entity to the export folder. You can edit and import it again.',
  help: `Writes one sheet per entity, in the language of the user: titles and headers are labels, keys come first, and comments
on the headers explain the fields. All sheets show one consistent snapshot. Computed fields are omitted. Importing
the file again with importworkbook changes nothing. The file is written to the folder export of UPLOADFILEFOLDER, on
the command line to any path; with --output=- to standard output. See docs/tasks/exportworkbook.md.`,
  examples: [
    ['planctl exportworkbook', 'all entities, to export/workbook.xlsx'],
    ['planctl exportworkbook --entities=input.item,input.demand --output=orders.xlsx', 'two sheets'],
    ['planctl exportworkbook --template --entities=item,demand --output=form.xlsx', 'two sheets to fill in'],
    [
      'planctl exportworkbook --anonymous --output=example.xlsx',
      'anonymous keys; review the file before you share it',
    ],
  ],
  parameters: Type.Object(
    {
      ...exportParameters,
      output: Type.String({
        default: defaultName,
        minLength: 1,
        title: 'File name',
        'x-hint': 'Name of the file in the export folder.',
        description:
          'Name of the file in the folder export; on the command line, a path is also valid, and - is standard output.',
      }),
    },
    { additionalProperties: false },
  ),
  positional: [],
  right: 'execute.run_exportworkbook',
  secrets: [],
  authorize: (caller, { entities, output }) => {
    const { service, principal, scenario } = caller
    if (entities !== undefined) viewableEntities(service.models.current(), principal, scenario, entities)
    if (mayUsePaths(caller)) rejectOtherEnding(output)
    else requireOutputName(output)
  },
  settle: (caller, args) =>
    mayUsePaths(caller) && args.output !== defaultName
      ? { ...args, output: args.output === standardStream ? standardOutput : resolve(args.output) }
      : args,
  run: async (task, { entities: names, anonymous, template, output }) => {
    const { service, scenario, principal, actor, signal, progress, log } = task
    const context = service.dataContext({ scenario, actor, signal })
    const entities = viewableEntities(context.model, principal, scenario, names)
    const begin = (entity: Entity, position: number): void =>
      progress(position / entities.length, `Writing ${entity.labelPlural}`)
    const labels = await labelsFor(service, principal)
    const request: WorkbookExport = { entities, labels, anonymous, template, onSheet: begin }
    const { stream, counts } = await exportWorkbook(context, request)
    const place = await keep(task, stream, output)
    const sheets: Message = { code: 'entities_of_workbook', params: { count: counts.size } }
    if (template) return { code: 'template_written', params: { entities: sheets, place } }
    for (const [name, count] of counts) log(`${name}: ${count.toLocaleString('en')} records`)
    if (anonymous) log(messageText(anonymousWarning), 'warning')
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const written: Message = { code: 'workbook_written', params: { records: total, entities: sheets, place } }
    return anonymous ? joinSentences(written, anonymousWarning) : written
  },
})

/** Returns the labels of a workbook in the language of the user who requests it. */
export const labelsFor = ({ extensions }: Service, { language }: Principal) =>
  loadLabels(language, extensions.translations)

/**
 * Returns the requested entities, or all that the user may view. Throws `invalid_parameter` for unknown entities and
 * `permission_denied` for requested entities that the user may not view.
 */
export function viewableEntities(
  model: Model,
  principal: Principal,
  scenario: string,
  names: readonly string[] | undefined,
): readonly Entity[] {
  const chosen = chosenEntities(model, names)
  const viewable = chosen.filter(
    (entity) => principal.via === 'operator' || decide(principal, scenario, entity, 'view') === 'all',
  )
  const hidden = chosen.filter((entity) => !viewable.includes(entity))
  if (viewable.length > 0 && (names === undefined || hidden.length === 0)) return viewable
  const messages = hidden.map(({ name }) => ({ code: 'not_viewable' as const, params: { entity: name } }))
  throw new ServiceError('permission_denied', {}, { fields: { entities: messages } })
}

/** Throws `invalid_parameter` for a path with the ending of another kind of file: programs could not open it. */
function rejectOtherEnding(path: string): void {
  const ending = extname(path)
  if (!/^\.[a-z]\w*$/i.test(ending) || /^\.xlsx$/i.test(ending) || isSpecialFile(path)) return
  throw invalidParameter('output', { code: 'workbook_ending', params: { ending } })
}

/** Throws `invalid_parameter` for a name that, with its extension, cannot be that of a file in the export folder. */
function requireOutputName(output: string): void {
  for (const name of [output, workbookName(output)]) {
    if (isPortableName(name.normalize('NFC'))) continue
    const { code, params } = invalidFileName(name)
    throw invalidParameter('output', { code, params })
  }
}

/** Returns the name with the extension of workbooks, for a file in the export folder. */
const workbookName = (name: string): string => (/\.xlsx$/i.test(name) ? name : `${name}.xlsx`)

/**
 * Stores the file and returns its path or name. The file gets its name only when it is complete. `settle` has already
 * decided at launch whether `output` is a path: a plain name is never resolved to a path here.
 */
async function keep(task: TaskContext, stream: Readable, output: string): Promise<string> {
  if (isAbsolute(output) && mayUsePaths(task)) return toPath(stream, output, task.signal)
  const name = newFileName(workbookName(output))
  await using draft = await createDraft(folderOf(task.service.settings, task.scenario, 'export'))
  for await (const chunk of stream) {
    if (Buffer.isBuffer(chunk)) await draft.write(chunk)
  }
  await draft.publish(name)
  return `export/${name}`
}

async function toPath(stream: Readable, path: string, signal: AbortSignal): Promise<string> {
  const isOutput = isStandardOutput(path)
  const isStream = isOutput || isSpecialFile(path)
  const draft = isStream ? path : `${path}.${process.pid}.part`
  try {
    if (isOutput) await writeToStandardOutput(stream, signal)
    else
      await pipeline(stream, createWriteStream(draft, isStream ? { flags: 'w' } : { mode: 0o600 }), {
        signal,
      })
    if (!isStream) await rename(draft, path)
    return path
  } catch (cause) {
    if (!isStream) await rm(draft, { force: true })
    if (cause instanceof ServiceError || signal.aborted) throw cause
    const params = { file: basename(path), reason: errorText(cause) }
    throw new ServiceError('command_failed', { reason: { code: 'file_not_written', params } }, { cause })
  }
}

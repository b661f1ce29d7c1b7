/** Imports a workbook: on the command line a file of the machine, otherwise an uploaded one. */
import { basename, isAbsolute, resolve } from 'node:path'
import { Type } from '../../contract/type.ts'
import { mayOnAll } from '../../auth/rights/policies.ts'
import { joinSentences, type Message, messageText } from '../../errors/messages.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { messageOf, ServiceError } from '../../errors/service-error.ts'
import { discardFile } from '../../files/folders/delete-files.ts'
import { folderOf } from '../../files/folders/folder.ts'
import { type LocalCopy, localCopyOf } from '../../files/folders/local-copy.ts'
import {
  type Counts,
  countsByEntity,
  countsIfStored,
  countWords,
  storedTogether,
  rowsImported,
  unfinishedMessages,
} from '../../files/import/describe-outcome.ts'
import type { Unfinished } from '../../files/import/folder-import.ts'
import { describeSample } from '../../files/tables/sample-changes.ts'
import { describeRejected } from '../../files/tables/rejected-row.ts'
import { triedAgain } from '../../files/tables/tried-again.ts'
import {
  checkWorkbook,
  importWorkbook,
  type SheetEvent,
  type WorkbookReport,
  type WorkbookRights,
} from '../../files/workbook/import-workbook.ts'
import { RejectedSheets } from '../../files/workbook/rejected-sheets.ts'
import { findUploaded, workbookFolder } from '../../files/workbook/uploaded-workbook.ts'
import { chosenEntities } from '../../files/workbook/workbook-entities.ts'
import type { Entity } from '../../model/entity.ts'
import type { Labels } from '../../model/labels/labels.ts'
import { loadLabels } from '../../words/load-labels.ts'
import type { Service } from '../../service/service.ts'
import { mayUsePaths } from '../authorize.ts'
import { defineTask, type TaskCaller, type TaskContext } from '../definition.ts'
import { entitiesParameter } from '../entities-parameter.ts'
import { checkPropose, importProposal, proposalMessage, proposeParameter } from '../propose-import.ts'
import { createdMessages, createdWhenMissing, createMissingParameter } from '../missing-references.ts'
import { newerMessages, overwriteNewerParameter } from '../newer-changes.ts'
import { unknownColumnMessages } from '../unknown-columns.ts'
import { requireReadable } from '../is-readable.ts'
import { labelsFor } from './exportworkbook.ts'

/** Parameters of every workbook import, besides the file. */
export const importParameters = {
  entities: entitiesParameter({
    hint: 'Entities whose sheets are imported. Default: all.',
    description: 'Entities whose sheets are imported, separated by commas. Default: all.',
  }),
  dryrun: Type.Boolean({
    default: false,
    title: 'Only check',
    description: 'Validate and count, store nothing.',
  }),
  'all-or-nothing': Type.Boolean({
    default: false,
    title: 'All or nothing',
    description: 'Store nothing if a sheet is rejected or more rows are rejected than tolerated.',
  }),
  tolerate: Type.Integer({
    default: 0,
    minimum: 0,
    title: 'Maximum number of rejected rows',
    description: 'Number of rejected rows up to which the import succeeds.',
  }),
  propose: proposeParameter,
  'create-missing': createMissingParameter,
  'overwrite-newer': overwriteNewerParameter,
  changelog: Type.Boolean({
    default: true,
    title: 'Record changes',
    'x-hint': 'Writes changes of records to the change log.',
    description: 'Omit the changes of records from the change log.',
  }),
}

export const importworkbook = defineTask({
  about:
    'Imports an uploaded workbook with one sheet per entity. Records are added and updated, none is deleted; invalid rows are rejected and reported.',
  help: `Imports each sheet whose title names an entity, in English or in your language, parents first whatever their order in
the file. The first row contains the names of fields. Records are added and updated, none is deleted; a blank cell
clears the field of an existing record and is an error if the field is required. An invalid row is rejected and reported
with sheet, row, field, value and reason; the other rows are stored. Each sheet is one transaction. The task ends as
Failed if a row or a sheet was rejected. See docs/tasks/importworkbook.md.`,
  examples: [
    ['planctl importworkbook plan.xlsx', 'all sheets'],
    ['planctl importworkbook plan.xlsx --dryrun', 'only report what would happen'],
    [
      'planctl importworkbook plan.xlsx --entities=input.item,input.demand --all-or-nothing',
      'two sheets, or nothing',
    ],
  ],
  parameters: Type.Object(
    {
      file: Type.String({
        minLength: 1,
        'x-options': 'files',
        title: 'Workbook',
        description: 'The workbook (.xlsx).',
      }),
      ...importParameters,
    },
    { additionalProperties: false },
  ),
  positional: ['file'],
  right: 'execute.run_importworkbook',
  secrets: [],
  authorize: async (caller, { file, entities, ...args }) => {
    checkPropose(caller, args)
    const { service, principal } = caller
    const model = service.models.current()
    const chosen = entities === undefined ? {} : { entities: chosenEntities(model, entities) }
    await using found = await findFile(caller, mayUsePaths(caller) ? resolve(file) : file, { given: file })
    const { path, name } = found
    const labels = await labelsFor(service, principal)
    await checkWorkbook({ model }, { path, labels, loadLabels: labelLoader(service), ...chosen }).catch(
      (error: unknown) => {
        if (!(error instanceof ServiceError && error.code === 'file_refused')) throw error
        const refusal = messageOf(error)
        const reason: Message = { code: 'workbook_not_imported', params: { name, reason: refusal } }
        throw invalidParameter('file', reason, error)
      },
    )
  },
  settle: (caller, args) => (mayUsePaths(caller) ? { ...args, file: resolve(args.file) } : args),
  run: async (task, args) => {
    const { service, scenario, principal, actor, signal, progress, log } = task
    const { settings } = service
    await using found = await findFile(task, args.file, { signal })
    const { path, name } = found
    const labels = await labelsFor(service, principal)
    const context = service.dataContext({
      scenario,
      actor: { ...actor, channel: 'import', origin: name },
      signal,
    })
    const proposal = importProposal(task, context, args.propose)
    const dryRun = args.dryrun || proposal !== undefined
    await using rejected = new RejectedSheets(folderOf(settings, scenario, 'errors'), name)
    try {
      const report = await importWorkbook(context, {
        path,
        labels,
        loadLabels: labelLoader(service),
        ...(args.entities === undefined ? {} : { entities: chosenEntities(context.model, args.entities) }),
        rights: (entity) => rightsOf(task, entity),
        dateStyle: settings.DATE_STYLE,
        createMissing: createdWhenMissing(task, args['create-missing']),
        rejectNewer: !args['overwrite-newer'],
        withoutChangeLog: !args.changelog,
        dryRun,
        sampled: args.dryrun ? context : undefined,
        inspect: args.dryrun ? undefined : proposal?.inspect,
        allOrNothing: args['all-or-nothing'],
        tolerated: args.tolerate,
        onRejected: async (entity, row) => {
          for (const line of describeRejected(row)) log(line, 'warning')
          if (!dryRun) await rejected.add(entity, row)
        },
        onAgain: async (sheets) => {
          log(triedAgain(sheets))
          await rejected.discard(sheets)
        },
        onSheet: (event) => tell(event, { log, progress, isTogether: args['all-or-nothing'] && !dryRun }),
      })
      if (report.stored && args['all-or-nothing'] && report.sheets.length > 0) log('All sheets are stored.')
      const { names, unfinished } = dryRun ? { names: [], unfinished: [] } : await rejected.publish(report)
      for (const file of names) {
        log(
          report.stored
            ? `The rejected rows are in errors/${file}. Correct them there and import them.`
            : `The rejected rows are in errors/${file}. Nothing is stored: correct them in ${name} and import it again.`,
        )
      }
      const message = conclude(name, report, { ...args, isRehearsal: dryRun }, unfinished)
      if (proposal === undefined || args.dryrun) return message
      return joinSentences(message, proposalMessage(await proposal.store()))
    } finally {
      await found.discard()
    }
  },
})

const labelLoader =
  ({ extensions }: Service) =>
  (language: string): Promise<Labels> =>
    loadLabels(language, extensions.translations)

const nothing = async (): Promise<void> => undefined

interface FoundFile extends LocalCopy {
  readonly name: string
  /** Deletes the file if it was uploaded for this import. */
  readonly discard: () => Promise<void>
}

/**
 * Finds the file of the import. `settle` has already resolved paths of the command line: a plain name is never
 * resolved to a path here.
 */
async function findFile(
  caller: TaskCaller,
  file: string,
  { given = file, signal }: { readonly given?: string; readonly signal?: AbortSignal } = {},
): Promise<FoundFile> {
  const { service, principal, scenario } = caller
  if (isAbsolute(file) && mayUsePaths(caller)) {
    await requireReadable(file, given)
    return { path: file, name: basename(file), discard: nothing, [Symbol.asyncDispose]: nothing }
  }
  const folder = workbookFolder(service.settings, scenario)
  const name = await findUploaded(folder, principal.userId, file)
  if (name !== undefined) {
    const copy = await localCopyOf(folder, file, signal)
    return { ...copy, name, discard: () => discardFile(folder, file) }
  }
  throw invalidParameter('file', { code: 'no_uploaded_workbook' })
}

function rightsOf({ principal, scenario }: TaskContext, entity: Entity): WorkbookRights {
  const may = (action: 'view' | 'add' | 'change'): boolean => mayOnAll(principal, scenario, entity, action)
  return { mayView: may('view'), mayAdd: may('add'), mayChange: may('change') }
}

/** Logs what happens to a sheet; `isTogether` if it is stored only together with all others. */
function tell(
  event: SheetEvent,
  { log, progress, isTogether }: Pick<TaskContext, 'log' | 'progress'> & { readonly isTogether: boolean },
): void {
  const sheet = `Sheet "${event.title.slice(0, 60)}"`
  switch (event.kind) {
    case 'begins':
      progress(event.fraction, `${sheet}: ${event.entity.labelPlural}`)
      break
    case 'done':
      for (const remark of event.report.remarks) log(`${sheet}: ${messageText(remark)}`, 'warning')
      for (const change of event.report.sample ?? []) log(`${sheet}: would change ${describeSample(change)}`)
      log(
        `${sheet}, ${event.report.entity.model}: ${countWords(countsOf(event.report))}${isTogether ? storedTogether : ''}`,
      )
      break
    case 'refused':
      log(`${sheet} is refused: ${event.reason}`, 'error')
      break
    default:
      log(`${sheet} is left: ${event.reason}.`, 'warning')
  }
}

const countsOf = ({ created, updated, unchanged, rejected }: WorkbookReport['sheets'][number]): Counts => ({
  created,
  updated,
  unchanged,
  ...(rejected > 0 ? { rejected } : {}),
})

/** Number of titles of sheets that the summary names; of the others it gives the number. */
const mostTitles = 10

const titlesText = (titles: readonly string[]): string =>
  [
    ...titles.slice(0, mostTitles).map((title) => `"${title.slice(0, 60)}"`),
    ...(titles.length > mostTitles ? [`… (+${titles.length - mostTitles})`] : []),
  ].join(', ')

/**
 * Returns the summary message. Throws `command_failed` with it if a sheet was refused or more rows were rejected than
 * tolerated.
 */
function conclude(
  name: string,
  report: WorkbookReport,
  {
    tolerate,
    dryrun,
    isRehearsal,
  }: { readonly tolerate: number; readonly dryrun: boolean; readonly isRehearsal: boolean },
  unfinished: readonly Unfinished[],
): Message {
  const message = joinSentences(
    { code: 'summary_of_file', params: { file: name } },
    ...(report.stored ? [] : [{ code: dryrun ? 'only_checked' : 'nothing_stored' } as const]),
    ...(report.sheets.length === 0 && report.refused === 0 ? [{ code: 'no_rows_changed' } as const] : []),
    ...(report.stored ? rowsImported(report.sheets) : []),
    ...(report.stored || isRehearsal ? countsByEntity : countsIfStored)(
      report.sheets.map((sheet) => [sheet.entity.model, countsOf(sheet)]),
    ),
    ...createdMessages(report.sheets.flatMap(({ createdReferences }) => createdReferences)),
    ...newerMessages(report.sheets),
    ...unknownColumnMessages(report.sheets),
    ...(report.refused === 0 ? [] : [{ code: 'sheets_refused', params: { count: report.refused } } as const]),
    ...(report.blank.length === 0
      ? []
      : [{ code: 'sheets_blank', params: { sheets: titlesText(report.blank) } } as const]),
    ...(report.left.length === 0
      ? []
      : [{ code: 'files_left_alone', params: { files: titlesText(report.left) } } as const]),
    ...unfinishedMessages(unfinished),
  )
  if (report.refused === 0 && report.rejected <= tolerate) return message
  throw new ServiceError('command_failed', { reason: message })
}

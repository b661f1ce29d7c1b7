/** Imports the data files of the scenario's upload folder. */
import { Type } from '../../contract/type.ts'
import { isSuperuser } from '../../auth/principal.ts'
import { mayOnAll } from '../../auth/rights/policies.ts'
import { loadMessages } from '../../errors/load-messages.ts'
import { joinItems, joinSentences, type Message } from '../../errors/messages.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { type Folder, folderOf } from '../../files/folders/folder.ts'
import { listFiles, listOtherEntries } from '../../files/folders/list-files.ts'
import { isCharset } from '../../files/csv/decode.ts'
import type {
  EntityRights,
  FileConventions,
  FileOutcome,
  FolderReport,
} from '../../files/import/folder-import.ts'
import {
  type Counts,
  countsByEntity,
  countsIfStored,
  rowsImported,
  unfinishedMessages,
  withReason,
} from '../../files/import/describe-outcome.ts'
import { findEntitiesToPurge } from '../../files/import/entities-to-purge.ts'
import { importFolder } from '../../files/import/import-folder.ts'
import type { TableReport } from '../../files/tables/import-table.ts'
import type { Entity } from '../../model/entity.ts'
import { languages } from '../../model/labels/languages.ts'
import { loadLabels } from '../../words/load-labels.ts'
import { sqlRole } from '../../settings/scenario-settings.ts'
import type { Service } from '../../service/service.ts'
import { defineTask, type TaskContext } from '../definition.ts'
import { requireFileNames } from '../file-names.ts'
import { concludeUpload, importSource, translatedParameters } from '../import-source.ts'
import { checkPropose, importProposal, proposalMessage, proposeParameter } from '../propose-import.ts'
import { createdMessages, createdWhenMissing, createMissingParameter } from '../missing-references.ts'
import { newerMessages, overwriteNewerParameter } from '../newer-changes.ts'
import { unknownColumnMessages } from '../unknown-columns.ts'

export const importfromfolder = defineTask({
  about:
    'Imports the uploaded files that are named after an entity, such as demand.csv. Records are added and updated, none is deleted; invalid rows are rejected and reported.',
  help: `Imports the files in the folder UPLOADFILEFOLDER of the scenario that are named after an entity: demand.csv,
"item (1).xlsx", location.csv.gz, operationplan.cpy, demand.postprocessing.sql. Existing records are updated, others
are added, none is deleted. Every file is one transaction. An invalid row is rejected, logged with line, field, value and
reason, and written to errors/<name>.errors.csv; the other rows are stored. If --all-or-nothing stores nothing, the
rejected rows are written to errors/<name>.errors.unstored.csv instead. The task ends as Failed if a row or a file was
rejected. See docs/tasks/importfromfolder.md for formats and messages.`,
  examples: [
    ['planctl importfromfolder', 'all files of the folder'],
    ['planctl importfromfolder --dryrun', 'only report what would happen'],
    ['planctl importfromfolder --files=item.csv,demand.csv --all-or-nothing', 'two files, both or none'],
    ['planctl importfromfolder --purge=demand --on-processed=archive', 'replace all sales orders'],
    [
      'planctl importfromfolder --files=export17.csv --entity=input.demand --columns=name,item,,due,quantity',
      'a file without a meaningful name and header',
    ],
    ['planctl importfromfolder --tolerate=10 --database=scenario1', 'tolerate ten rejected rows'],
  ],
  parameters: Type.Object(
    {
      files: Type.Optional(
        Type.Array(Type.String({ minLength: 1 }), {
          'x-options': 'files',
          minItems: 1,
          title: 'Files',
          'x-hint': 'Names of the files to import. Default: all.',
          description: 'Names of the files to import, separated by commas. Default: all.',
        }),
      ),
      mode: Type.Enum(['upsert', 'create', 'update'], {
        default: 'upsert',
        title: 'Import mode',
        'x-hint': 'Other rows are rejected.',
        'x-labels': {
          upsert: 'Add and change records',
          create: 'Only add records',
          update: 'Only change records',
        },
        description:
          'Whether records are added and updated, only added (create) or only updated (update). Other rows are rejected.',
      }),
      dryrun: Type.Boolean({
        default: false,
        title: 'Only check',
        description: 'Validate and count, store nothing.',
      }),
      'all-or-nothing': Type.Boolean({
        default: false,
        title: 'All or nothing',
        description:
          'Import all files in one transaction, stored only if no file is rejected and no more rows are rejected than tolerated.',
      }),
      'on-processed': Type.Enum(['keep', 'archive', 'delete'], {
        default: 'keep',
        title: 'Imported files',
        'x-hint': 'How imported files are handled.',
        'x-labels': { keep: 'Keep', archive: 'Move to the archive', delete: 'Delete' },
        description: 'How imported files are handled: kept, moved to the folder archive, or deleted.',
      }),
      tolerate: Type.Integer({
        minimum: 0,
        default: 0,
        title: 'Maximum number of rejected rows',
        description: 'Number of rejected rows up to which the task ends as Done.',
      }),
      purge: Type.Optional(
        Type.Array(Type.String({ minLength: 1 }), {
          'x-options': 'entities',
          minItems: 1,
          title: 'Delete records first',
          description:
            'Entities whose records are deleted, with all records that depend on them, before their first file is imported, in its transaction. This cannot be undone.',
        }),
      ),
      propose: proposeParameter,
      'create-missing': createMissingParameter,
      'overwrite-newer': overwriteNewerParameter,
      changelog: Type.Boolean({
        default: true,
        title: 'Record changes',
        'x-hint': 'Writes changes of records to the change log.',
        description: 'Omit the changes of records from the change log.',
      }),
      ...translatedParameters,
    },
    { additionalProperties: false },
  ),
  positional: [],
  right: 'execute.run_importfromfolder',
  secrets: [],
  destroys: [{ with: 'purge' }],
  confirmationOnTerminal: ({ purge, dryrun }, scenario) =>
    purge === undefined || dryrun
      ? undefined
      : `This deletes all records of ${purge.join(', ')}, and all records that depend on them, of scenario "${scenario}". It cannot be undone.`,
  // Rejects incompatible arguments already at launch. A missing file is accepted, because it may be uploaded before
  // the task starts.
  authorize: async (caller, args) => {
    requireFileNames('files', args.files)
    checkPropose(caller, args)
    await requireEntities(caller, args)
    await importSource(caller, args).catch((error: unknown) => {
      if (!(error instanceof ServiceError && error.code === 'unknown_file')) throw error
    })
  },
  check: async (caller, args) => {
    await importSource(caller, args)
    await fileConventions(caller.service)
    requireRoleForStatements(caller, args)
    await requireSomeFile(folderOf(caller.service.settings, caller.scenario, 'upload'), args)
  },
  run: async (task, args) => {
    const { service, scenario, principal, actor, signal, progress, log } = task
    const { settings } = service
    const operator = principal.via === 'operator'
    const { folder, errors, described, upload } = await importSource(task, args)
    const common = await fileConventions(service)
    const context = service.dataContext({ scenario, actor: { ...actor, channel: 'import' }, signal })
    const proposal = importProposal(task, context, args.propose)
    const dryRun = args.dryrun || proposal !== undefined
    const report = await importFolder({
      context,
      inspect: args.dryrun ? undefined : proposal?.inspect,
      folder,
      records: upload === undefined,
      errors,
      conventions: args.charset === undefined ? common : { ...common, charset: args.charset },
      ...(described === undefined ? {} : { described }),
      mode: args.mode,
      ...(args.files === undefined ? {} : { files: args.files }),
      dryRun,
      allOrNothing: args['all-or-nothing'],
      onProcessed: args['on-processed'],
      tolerate: args.tolerate,
      purge: args.purge ?? [],
      withoutChangeLog: !args.changelog,
      createMissing: createdWhenMissing(task, args['create-missing']),
      rejectNewer: !args['overwrite-newer'],
      rights: (entity) => rightsOf(task, entity),
      sql: {
        role: sqlRole(settings, scenario),
        timeout: settings.STATEMENT_TIMEOUT,
        allowed: operator || isSuperuser(principal, scenario),
      },
      log,
      progress,
    })
    const saved = proposal === undefined || args.dryrun ? undefined : await proposal.store()
    if (upload !== undefined)
      await concludeUpload(
        upload,
        {
          taskId: task.taskId,
          dryRun,
          proposal: saved ?? null,
          texts: await loadMessages(principal.language),
          labels: await loadLabels(principal.language, service.extensions.translations),
          model: service.models.current(),
        },
        report,
      )
    const message = conclude(report, { ...args, folder: folder.path, dryRun })
    return saved === undefined ? message : joinSentences(message, proposalMessage(saved))
  },
})

/** Throws `invalid_parameter` if a name of the entities to purge is the name of no entity. */
async function requireEntities(
  { service }: Pick<TaskContext, 'service'>,
  { purge = [] }: { readonly purge?: readonly string[] },
): Promise<void> {
  if (purge.length === 0) return
  const { labels } = await fileConventions(service)
  findEntitiesToPurge(service.models.current(), labels, purge)
}

/**
 * Throws `invalid_parameter` if none of the named files exists. If only some are missing, the import itself refuses
 * those, and links, folders and pipes.
 */
async function requireSomeFile(
  folder: Folder,
  { files, upload }: { readonly files?: readonly string[]; readonly upload?: string },
): Promise<void> {
  if (files === undefined || upload !== undefined) return
  const listed = (await listFiles(folder)).map(({ name }) => name)
  const there = new Set([...listed, ...(await listOtherEntries(folder))])
  if (files.some((name) => there.has(name) || there.has(name.normalize('NFC')))) return
  const names = files.map((name) => `"${name.slice(0, 100)}"`).join(', ')
  throw invalidParameter('files', { code: 'files_missing', params: { names } })
}

/** Throws `invalid_parameter` if only SQL files are named but no role is set for running them. */
function requireRoleForStatements(
  { service, scenario }: Pick<TaskContext, 'service' | 'scenario'>,
  { files = [], upload }: { readonly files?: readonly string[]; readonly upload?: string },
): void {
  if (upload !== undefined || sqlRole(service.settings, scenario) !== undefined) return
  if (files.length === 0 || !files.every((name) => /\.sql(?:\.gz)?$/i.test(name))) return
  throw invalidParameter('files', { code: 'statements_need_role', params: { scenario } })
}

/** Returns the file conventions of this installation. Throws `invalid_settings`. */
export async function fileConventions(service: Service): Promise<FileConventions> {
  const { LANGUAGE_CODE, CSV_CHARSET, DATE_STYLE } = service.settings
  if (!isCharset(CSV_CHARSET)) {
    const reason = `CSV_CHARSET: "${CSV_CHARSET}" is no character encoding that is known here. Use a name such as utf-8 or windows-1252.`
    throw new ServiceError('invalid_settings', { reason })
  }
  return {
    labels: await loadLabels(LANGUAGE_CODE, service.extensions.translations),
    loadLabels: (language: string) => loadLabels(language, service.extensions.translations),
    decimal: languages.find(({ code }) => code === LANGUAGE_CODE)?.decimalSeparator ?? '.',
    charset: CSV_CHARSET,
    dateStyle: DATE_STYLE,
  }
}

function rightsOf({ principal, scenario }: TaskContext, entity: Entity): EntityRights {
  const may = (action: 'view' | 'add' | 'change' | 'delete'): boolean =>
    mayOnAll(principal, scenario, entity, action)
  return { view: may('view'), add: may('add'), change: may('change'), delete: may('delete') }
}

/** Returns the message of the task. Throws `command_failed` with it if the import counts as failed. */
function conclude(
  { outcomes, unfinished, left, stored }: FolderReport,
  {
    tolerate,
    folder,
    dryRun,
  }: { readonly tolerate: number; readonly folder: string; readonly dryRun: boolean },
): Message {
  const rejected = outcomes.reduce(
    (sum, outcome) => sum + (outcome.kind === 'table' ? outcome.report.rejected : 0),
    0,
  )
  const refused = outcomes.filter((outcome) => outcome.kind === 'refused')
  const [file, ...others] = refused.map(withReason)
  const [first, ...more]: readonly Message[] = [
    ...(outcomes.length === 0 ? [{ code: 'no_file_to_import', params: { folder } } as const] : []),
    ...(stored || outcomes.length === 0 ? [] : [{ code: 'nothing_stored' } as const]),
    ...(stored ? rowsImported(outcomes.flatMap(tableReports)) : []),
    ...(stored || dryRun ? countsByEntity : countsIfStored)(totals(outcomes)),
    ...createdMessages(
      outcomes.flatMap((outcome) => (outcome.kind === 'table' ? outcome.report.createdReferences : [])),
    ),
    ...newerMessages(outcomes.flatMap(tableReports)),
    ...unknownColumnMessages(outcomes.flatMap(tableReports)),
    ...(file === undefined
      ? []
      : [
          {
            code: 'files_refused',
            params: { count: refused.length, files: joinItems(file, ...others) },
          } as const,
        ]),
    ...unfinishedMessages(unfinished),
    ...(left.length === 0 ? [] : [{ code: 'files_left_alone', params: { files: left.join(', ') } } as const]),
  ]
  const message: Message = first === undefined ? { code: 'no_rows_changed' } : joinSentences(first, ...more)
  if (refused.length === 0 && rejected <= tolerate) return message
  throw new ServiceError('command_failed', { reason: message })
}

const tableReports = (outcome: FileOutcome): readonly TableReport[] =>
  outcome.kind === 'table' ? [outcome.report] : []

/** Returns the counts of all files by entity, in the order of the import. */
function totals(outcomes: readonly FileOutcome[]): readonly (readonly [entity: string, counts: Counts])[] {
  const sums = new Map<string, Record<string, number>>()
  const add = (name: string, counts: Counts): void => {
    const sum = sums.get(name) ?? {}
    for (const [what, count] of Object.entries(counts)) sum[what] = (sum[what] ?? 0) + count
    sums.set(name, sum)
  }
  for (const outcome of outcomes) {
    if (outcome.kind === 'table') {
      const { entity, created, updated, unchanged, rejected } = outcome.report
      add(entity.model, { created, updated, unchanged, ...(rejected > 0 ? { rejected } : {}) })
      // The entity of the file and those whose records depend on it.
      for (const [name, deleted] of outcome.purged) add(name.slice(name.indexOf('.') + 1), { deleted })
    } else if (outcome.kind === 'statements') {
      for (const [table, counts] of outcome.counts ?? []) add(table, { ...counts })
    }
  }
  return [...sums]
}

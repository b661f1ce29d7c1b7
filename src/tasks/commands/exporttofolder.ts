/** Writes files with plan results and other data into the export folder of the scenario. */
import { Type } from '../../contract/type.ts'
import { joinSentences, type Message, messageText } from '../../errors/messages.ts'
import { messageOf, ServiceError } from '../../errors/service-error.ts'
import { csvStyle } from '../../files/export/csv-style.ts'
import { type ExportedFile, exportFiles } from '../../files/export/export-files.ts'
import { fileFormats } from '../../files/export/file-format.ts'
import { folderOf } from '../../files/folders/folder.ts'
import { loadLabels } from '../../words/load-labels.ts'
import { exportCatalogue } from '../../service/exports/catalogue.ts'
import { mayExport } from '../../service/exports/definition.ts'
import { chooseFiles, wantedFile } from '../../service/exports/choose-files.ts'
import { defineTask, type TaskCaller } from '../definition.ts'

/** Timeout of the export, in seconds: one day. Exports take long and are limited by the timeout of the task. */
const exportTimeoutSeconds = 86_400

const emptyReport =
  'has no rows: either there is no plan, or there are no time buckets of its horizon. Make them with createbuckets.'

export const exporttofolder = defineTask({
  about: 'Writes the results of the plan to files in the export folder, from one consistent snapshot.',
  help: `Writes the results of the plan to the folder "export" in the scenario's UPLOADFILEFOLDER: orders, deliveries,
problems, details of inventory and resources, and the reports on demand, inventory and capacity; and every data
export that users or extensions have defined. To export any other entity, list it in --files.

All files show one consistent snapshot. They are renamed together when all are complete; until then readers get the
earlier files. If a file cannot be written, it keeps its earlier content, and the task fails and names it.

importfromfolder can read the CSV files back. Their format follows the settings LANGUAGE_CODE (decimal separator and
delimiter), CSV_CHARSET and CSV_ESCAPE_FORMULAS.`,
  examples: [
    ['planctl exporttofolder', 'the default files, as CSV'],
    ['planctl exporttofolder --format=xlsx --files=demandreport,problems', 'two files, as workbooks'],
    ['planctl exporttofolder --files=demand.csv.gz,item.json', 'formats by file extension'],
  ],
  parameters: Type.Object(
    {
      files: Type.Optional(
        Type.Array(Type.String({ minLength: 1 }), {
          'x-options': 'exports',
          minItems: 1,
          title: 'Files',
          description: 'Names of entities, reports and data exports to export, with or without an extension.',
        }),
      ),
      format: Type.Enum(
        fileFormats.map(({ ending }) => ending),
        {
          default: 'csv',
          title: 'Format',
          'x-labels': {
            csv: 'CSV',
            'csv.gz': 'CSV, compressed',
            xlsx: 'Workbook (xlsx)',
            json: 'JSON',
            'json.gz': 'JSON, compressed',
          },
          description: 'Format of the files whose names have no extension.',
        },
      ),
    },
    { additionalProperties: false },
  ),
  positional: [],
  right: 'execute.run_exporttofolder',
  authorize: async (caller, args) => {
    const { principal, scenario, service } = caller
    if (args.files === undefined) return
    const chosen = chooseFiles(await exportCatalogue(caller), args)
    const model = service.models.current()
    if (!chosen.every(({ definition }) => mayExport(principal, scenario, model, definition))) {
      throw new ServiceError('permission_denied')
    }
  },
  secrets: [],
  run: async (context, args) => {
    const { service, scenario, actor, signal, progress, log } = context
    const { settings, extensions } = service
    const chosen = await permitted(context, args, (message) => log(message, 'warning'))
    const reports = new Set(
      chosen.filter(({ definition }) => definition.kind === 'report').map(({ file }) => file),
    )
    const files = chosen.map(wantedFile)
    const exported = await exportFiles({
      context: service.dataContext({ scenario, actor, signal }),
      folder: folderOf(settings, scenario, 'export'),
      files,
      options: {
        timeout: exportTimeoutSeconds,
        indent: 0,
        labels: await loadLabels(settings.LANGUAGE_CODE, extensions.translations),
        csv: csvStyle(settings),
      },
      onFile: (file, index) => progress(index / files.length, file),
    })
    for (const { file, rows, size, fault } of exported) {
      if (fault !== undefined) {
        log(`${file}: ${fault.message} The earlier file, if there is one, is kept.`, 'error')
        continue
      }
      log(`${file}: ${rows} rows, ${size} bytes.`)
      if (rows === 0 && reports.has(file)) log(`${file} ${emptyReport}`, 'warning')
    }
    return summary(exported)
  },
})

/**
 * Returns the files that the arguments select. Skips default files that the user may not view, with a warning. Throws
 * `permission_denied` if such a file was named.
 */
async function permitted(
  caller: TaskCaller,
  args: { readonly files?: readonly string[]; readonly format: string },
  warn: (message: string) => void,
): Promise<ReturnType<typeof chooseFiles>> {
  const { principal, scenario, service } = caller
  const model = service.models.current()
  const chosen = chooseFiles(await exportCatalogue(caller), args)
  const may = chosen.filter(({ definition }) => mayExport(principal, scenario, model, definition))
  for (const left of chosen.filter((one) => !may.includes(one))) {
    if (args.files !== undefined) throw new ServiceError('permission_denied')
    warn(`${left.file} is left out: ${principal.username} may not see all that it shows.`)
  }
  return may
}

function summary(exported: readonly ExportedFile[]): Message {
  const good = exported.filter(({ fault }) => fault === undefined)
  const rows = good.reduce((total, file) => total + file.rows, 0)
  const list = good.map((file) => `${file.file} ${file.rows}`).join(', ')
  const counts = {
    files: { code: 'exported_files', params: { count: good.length } },
    rows: { code: 'exported_rows', params: { count: rows } },
  } as const
  const files: Message =
    list === ''
      ? { code: 'files_exported', params: counts }
      : { code: 'files_exported_with', params: { ...counts, list } }
  const [fault, ...others] = faultsOf(exported)
  if (fault === undefined) return files
  const reason = joinSentences(fault, ...others, { code: 'exported', params: { files } })
  throw new ServiceError('export_failed', { reason })
}

/** Returns the faults with their files. A fault of many files, such as a full disk, is returned once. */
function faultsOf(exported: readonly ExportedFile[]): readonly Message[] {
  const found = new Map<string, { readonly message: Message; readonly files: string[] }>()
  for (const { file, fault } of exported) {
    if (fault === undefined) continue
    const message = messageOf(fault)
    const text = messageText(message)
    const same = found.get(text) ?? { message, files: [] }
    same.files.push(file)
    found.set(text, same)
  }
  return [...found.values()].map(({ message, files }) => ({
    code: 'nested',
    params: { field: files.join(', '), message },
  }))
}

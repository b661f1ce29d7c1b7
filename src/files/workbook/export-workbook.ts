/**
 * Exports the planning data of a scenario as a workbook: a sheet per entity, parents first, with titles and headers
 * in one language and keys in the first columns. All sheets come from one snapshot and are written as a stream.
 * Importing the workbook again changes nothing.
 */
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { type DataContext, streamOwner } from '../../data/context.ts'
import { onConnection } from '../../data/on-connection.ts'
import { type Condition, parseRead, type ReadRequest, whereClause } from '../../data/read/index.ts'
import { relationOf } from '../../data/relation.ts'
import { identifier } from '../../database/identifiers.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Labels } from '../../model/labels/labels.ts'
import { longestCell } from '../xlsx/cell-kinds.ts'
import { recordSheet } from '../xlsx/record-sheet.ts'
import type { SheetSource } from '../xlsx/write/sheet-source.ts'
import { type SheetLimits } from '../xlsx/write/sheet-xml.ts'
import { writeWorkbook } from '../xlsx/write/write-workbook.ts'
import { anonymousContext } from './anonymous.ts'
import { workbookFields, workbookTitles } from './workbook-entities.ts'

export interface WorkbookExport {
  readonly entities: readonly Entity[]
  /** Labels for titles and headers. */
  readonly labels: Labels
  /** Whether to replace all keys by new names. */
  readonly anonymous: boolean
  /** Whether to leave out the records, so that users can fill in the sheets. */
  readonly template?: boolean
  /** Called when the sheet of an entity starts. */
  readonly onSheet?: (entity: Entity, position: number) => void
  /** Conditions of the records of an entity that the user may view; by default none. */
  readonly only?: (entity: Entity) => readonly Condition[]
  readonly limits?: SheetLimits
}

/** Timeout for reading one table, in seconds. */
const exportTimeoutSeconds = 24 * 3600

/**
 * Starts the export. The stream must be read to its end or destroyed, because a transaction is open until then.
 * Rejects with `command_failed` before anything is written if a text is too long for a cell. The counts of records by
 * entity are complete when the stream ends.
 */
export async function exportWorkbook(
  context: DataContext,
  request: WorkbookExport,
): Promise<{ readonly stream: Readable; readonly counts: ReadonlyMap<string, number> }> {
  const counts = new Map<string, number>()
  const output = new PassThrough({ highWaterMark: 256 * 1024 })
  const began = Promise.withResolvers<void>()
  const abandoned = new AbortController()
  output.once('close', () => abandoned.abort())
  const signal =
    context.signal === undefined ? abandoned.signal : AbortSignal.any([context.signal, abandoned.signal])
  context.home
    .withTransaction(
      async (client) => {
        if (request.template !== true) await rejectLongTexts(context, client, request.entities)
        const workbook = writeWorkbook(await sheetsOf(context, client, request, counts), {
          language: request.labels.language,
          tooLong: 'refuse',
          ...(request.limits === undefined ? {} : { limits: request.limits }),
        })
        began.resolve()
        await pipeline(workbook, output, { signal })
      },
      {
        isolation: 'repeatable read',
        readOnly: !request.anonymous,
        signal,
        stream: { owner: streamOwner(context.actor) },
      },
    )
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error : new Error(String(error))
      began.reject(reason)
      output.destroy(reason)
    })
  // If the promise rejects, the caller has no stream on which to handle the error.
  output.on('error', () => {})
  await began.promise
  return { stream: output, counts }
}

async function sheetsOf(
  context: DataContext,
  client: pg.PoolClient,
  { entities, labels, anonymous, template = false, only, onSheet }: WorkbookExport,
  counts: Map<string, number>,
): Promise<readonly SheetSource[]> {
  const plain = onConnection(context, { withClient: (run) => run(client) })
  const reading = anonymous ? await anonymousContext(plain, client, entities, labels) : plain
  const titles = workbookTitles(context.model, entities, labels)
  return entities.map((entity, position) => {
    const sheet = recordSheet(reading, requestFor(plain, entity, only?.(entity)), {
      labels,
      timeout: exportTimeoutSeconds,
      title: titles[position]!,
    })
    const count = (rows: number): void => void counts.set(entity.name, (counts.get(entity.name) ?? 0) + rows)
    const begin = (): void => {
      count(0)
      onSheet?.(entity, position)
    }
    return { ...sheet, rows: counted(template ? noRows() : sheet.rows, begin, count) }
  })
}

/** Sorted by natural key and not by row number, so that the same data gives the same workbook. */
function requestFor(context: DataContext, entity: Entity, only: readonly Condition[] = []): ReadRequest {
  const parameters: readonly (readonly [string, string])[] = [['ordering', entity.naturalKey.join(',')]]
  const options = { timeZone: context.timeZone, only }
  return { ...parseRead(context.model, entity, parameters, options), fields: workbookFields(entity) }
}

async function* noRows(): AsyncGenerator<readonly never[]> {}

async function* counted<Row>(
  batches: AsyncIterable<readonly Row[]>,
  begin: () => void,
  count: (rows: number) => void,
): AsyncGenerator<readonly Row[]> {
  begin()
  for await (const batch of batches) {
    count(batch.length)
    yield batch
  }
}

/**
 * Throws before the export starts if a text is too long for a cell; otherwise the error would occur after half of the
 * file was sent.
 */
async function rejectLongTexts(
  context: DataContext,
  client: pg.PoolClient,
  entities: readonly Entity[],
): Promise<void> {
  for (const entity of entities) {
    const key = identifier(keyField(entity).column)
    const texts = workbookFields(entity).filter(
      ({ type, maxLength }) => (type === 'text' || type === 'json') && (maxLength ?? Infinity) > longestCell,
    )
    if (texts.length === 0) continue
    const ofType = whereClause(context, entity, 't', [], () => '') ?? 'true'
    // The size in bytes is available without decompressing the text.
    const lengths = texts.map(({ column }) => `coalesce(octet_length(${identifier(column)}::text), 0)`)
    const { rows } = await client.query<{ key: string; lengths: number[] }>(
      `SELECT ${key}::text AS "key", ARRAY[${texts.map(({ column }) => `length(${identifier(column)}::text)`).join(', ')}] AS "lengths"
       FROM ${relationOf(context, entity)} t WHERE ${ofType} AND greatest(${lengths.join(', ')}) > ${longestCell}`,
    )
    for (const row of rows) {
      const position = row.lengths.findIndex((length) => length > longestCell)
      if (position >= 0) throw tooLong(entity, row.key, texts[position]!.name, row.lengths[position]!)
    }
  }
}

function tooLong(entity: Entity, key: string, field: string, length: number): ServiceError {
  const params = {
    entity: entity.name,
    key: key.slice(0, 100),
    field,
    length,
  }
  return new ServiceError('command_failed', { reason: { code: 'value_too_long_for_cell', params } })
}

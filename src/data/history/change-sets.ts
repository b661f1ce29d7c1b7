/**
 * Reads the change log of a scenario: user, time and channel of every write, with one entry per request, file or
 * dataset.
 */
import type pg from 'pg'
import { qualified } from '../../database/identifiers.ts'
import type { Channel, DataContext } from '../context.ts'
import { type ChangeSetCriteria, criteriaValues, matchesCriteria } from './select-change-sets.ts'
import { keptOf, obstacleOf, undoneBy, type UndoObstacle } from './undo-state.ts'
import { type HistoryEntry, parseChanges, recordsOfBlock } from './record-history.ts'

export interface ChangeSetFilter extends ChangeSetCriteria {
  /**
   * Entities whose changes may be returned. Change sets without changes of these are omitted. Change sets without
   * records mean that all data were replaced; they are always returned.
   */
  readonly entities: readonly string[]
  /** Only change sets with a lower number. */
  readonly before?: number | undefined
  readonly limit: number
}

export interface ChangeSetEntry {
  readonly changeset: number
  readonly created: string
  readonly user: number | null
  readonly channel: Channel
  readonly origin: string | null
  /** Number of the run of the task that wrote it; null if no task did, and for change sets of earlier releases. */
  readonly task: number | null
  readonly entities: readonly {
    readonly entity: string
    readonly created: number
    readonly updated: number
    readonly deleted: number
    /** Whether planning wrote them. */
    readonly computed: boolean
  }[]
  readonly undo: UndoStanding
}

/** Whether a change set can be undone, was undone, or undoes another one. */
export interface UndoStanding {
  readonly obstacle: UndoObstacle | null
  /** The change set that undid this one, unless it was undone itself. */
  readonly by: number | null
  /** The change set that this one undoes; null if it undoes none, or several. */
  readonly of: number | null
  /** Number of change sets that this one undoes. */
  readonly count: number
}

/** Returns the newest matching change sets. */
export async function listChangeSets(
  context: DataContext,
  { entities, before, limit, ...criteria }: ChangeSetFilter,
): Promise<readonly ChangeSetEntry[]> {
  const { home, scenario, signal } = context
  const { rows } = await home.query<
    Omit<ChangeSetEntry, 'entities' | 'undo'> &
      Record<'entities' | 'kept', string> &
      Pick<UndoStanding, 'by' | 'of' | 'count'>
  >(
    {
      text: `
        SELECT s."id" AS "changeset", s."created", s."user", s."channel", s."origin", s."task",
          coalesce(e."entities", '[]')::text AS "entities", ${keptOf(scenario, 's')}::text AS "kept",
          ${undoneBy(scenario, 's."id"')} AS "by", CASE WHEN o."count" = 1 THEN o."of" END AS "of", o."count"
        FROM ${qualified(scenario, 'changeset')} s CROSS JOIN LATERAL (
          SELECT json_agg(json_build_object('entity', c."entity", 'created', c."created", 'updated', c."updated",
            'deleted', c."deleted", 'computed', c."kept" = 'computed') ORDER BY c."entity") AS "entities"
          FROM ${qualified(scenario, 'changesetentity')} c
          WHERE c."changeset" = s."id" AND c."entity" = ANY ($7)) e
        CROSS JOIN LATERAL (
          SELECT count(*)::float8 AS "count", max(n."id")::float8 AS "of"
          FROM unnest(s."undoes") AS r("range")
          JOIN ${qualified(scenario, 'changeset')} n ON n."id" >= lower(r."range") AND n."id" < upper(r."range")) o
        WHERE (e."entities" IS NOT NULL OR (${isReplacement(scenario, 's')}))
          AND ${matchesCriteria} AND ($8::bigint IS NULL OR s."id" < $8)
        ORDER BY s."id" DESC LIMIT $9`,
      values: [...criteriaValues(criteria), entities, before ?? null, limit],
    },
    { signal },
  )
  return rows.map(({ created, entities: counts, kept, by, of, count, ...row }) =>
    Object.assign(row, {
      created: created.replace(' ', 'T'),
      entities: JSON.parse(counts),
      undo: { obstacle: obstacleOf(context, JSON.parse(kept), row) ?? null, by, of, count },
    }),
  )
}

/** Author, time and origin of a change set. */
export type ChangeSetHead = Pick<ChangeSetEntry, 'changeset' | 'created' | 'user' | 'channel' | 'origin'>

/** Returns the change sets with these numbers. */
export async function readChangeSetHeads(
  client: pg.ClientBase,
  scenario: string,
  changesets: readonly number[],
): Promise<readonly ChangeSetHead[]> {
  const { rows } = await client.query<ChangeSetHead>(
    `SELECT s."id" AS "changeset", s."created", s."user", s."channel", s."origin"
     FROM ${qualified(scenario, 'changeset')} s WHERE s."id" = ANY ($1::bigint[])`,
    [changesets],
  )
  return rows.map((row) => Object.assign(row, { created: row.created.replace(' ', 'T') }))
}

/**
 * SQL condition: `s` is a change set without records which means that all data were replaced by a copy or a restore.
 */
export const isReplacement = (schema: string, s: string): string =>
  `${s}."channel" = 'task' AND ${s}."origin" ~ '^(scenario_copy|restore)( |$)' AND NOT EXISTS (
    SELECT FROM ${qualified(schema, 'changesetentity')} AS n WHERE n."changeset" = ${s}."id")`

export interface ChangedRecord extends Pick<HistoryEntry, 'action' | 'changes'> {
  readonly entity: string
  readonly key: string
}

/**
 * Returns the records that a change set changed, at most `limit`, without those of entities that the caller may not
 * view.
 */
export async function changedRecords(
  context: DataContext,
  changeset: number,
  { entities, limit }: Pick<ChangeSetFilter, 'entities' | 'limit'>,
): Promise<readonly ChangedRecord[]> {
  const { home, signal } = context
  return home.withClient((client) => readChangedRecords(client, context, changeset, { entities, limit }), {
    signal,
  })
}

/**
 * Does the same within a transaction, also for a change set that is not committed yet.
 * @param step number of the first statement whose changes are returned
 */
export async function readChangedRecords(
  client: pg.ClientBase,
  context: DataContext,
  changeset: number,
  {
    entities,
    action: only,
    step = 0,
    limit,
  }: Partial<Pick<ChangeSetFilter, 'entities'>> &
    Pick<ChangeSetFilter, 'limit'> & { readonly action?: HistoryEntry['action']; readonly step?: number },
): Promise<readonly ChangedRecord[]> {
  const { rows } = await client.query<{
    entity: string
    key: string
    action: HistoryEntry['action']
    changes: string | null
    block: boolean
  }>(
    `SELECT "entity", "key", "action", "changes", "last_key" IS NOT NULL AS "block"
     FROM ${qualified(context.scenario, 'change')}
     WHERE "changeset" = $1 AND ($2::text[] IS NULL OR "entity" = ANY ($2))
       AND ($4::text IS NULL OR "action" = $4) AND "step" >= $5 ORDER BY "entity", "action", "key" LIMIT $3`,
    [changeset, entities ?? null, limit, only ?? null, step],
  )
  const records: ChangedRecord[] = []
  for (const { entity, key, action, changes, block } of rows) {
    const known = context.model.byName.get(entity)
    const found = block ? recordsOfBlock(changes ?? '[]', known) : [{ key, changes }]
    for (const one of found) {
      if (records.length === limit) return records
      records.push({ entity, key: one.key, action, changes: parseChanges(one.changes, known) })
    }
  }
  return records
}

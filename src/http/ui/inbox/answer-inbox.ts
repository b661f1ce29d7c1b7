/**
 * `/api/inbox/`: how the own tasks have ended, unread ones counted. Tasks stay as they are: what has been read is
 * remembered as a preference, as the moment up to which everything is read and the numbers of single ones after it.
 */
import { readPreference, writePreference } from '../../../auth/preferences.ts'
import type { Database } from '../../../database/database.ts'
import { fieldErrors } from '../../../errors/service-error.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { flagParameter } from '../../data/data-call.ts'
import { requirePerson } from '../me/change-me.ts'
import { objectBody, wholeNumber, type WordCall } from '../word-call.ts'

const marks = 'inbox:read'
/** Single ones that are remembered; older ones are read with the moment. */
const mostSingle = 500

interface ReadMarks {
  readonly until: string
  readonly ids: readonly number[]
}

async function marksOf(database: Database, userId: number): Promise<ReadMarks> {
  const kept = Object(await readPreference(database, userId, marks))
  const ids: unknown = kept.ids
  return {
    until: typeof kept.until === 'string' ? kept.until : '-infinity',
    ids: Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : [],
  }
}

interface Row {
  readonly task: number
  readonly name: string
  readonly status: string
  readonly text: string | null
  readonly scenario: string
  readonly created: string
  readonly read: boolean
}

/** Steps of groups are told by their group. */
const ofUser = `t."user" = $1 AND t."finished" IS NOT NULL AND t."parent" IS NULL`
const isRead = `(t."finished" <= $2::timestamp OR t."id" = ANY ($3::bigint[]))`

async function unreadOf(database: Database, userId: number, known?: ReadMarks): Promise<number> {
  const { until, ids } = known ?? (await marksOf(database, userId))
  const { rows } = await database.query<{ unread: number }>({
    text: `SELECT count(*)::integer AS "unread" FROM control."task" t WHERE ${ofUser} AND NOT ${isRead}`,
    values: [userId, until, ids],
  })
  return rows[0]?.unread ?? 0
}

export async function answerInbox({ exchange, principal, query }: WordCall): Promise<Answer> {
  const { database } = exchange.service
  const limit = wholeNumber(query, 'limit', { least: 1, most: 200, otherwise: 50 })
  const before = wholeNumber(query, 'cursor', { least: 0, most: Number.MAX_SAFE_INTEGER, otherwise: 0 })
  const { until, ids } = await marksOf(database, principal.userId)
  const values = [principal.userId, until, ids]
  const [{ rows }, unread] = await Promise.all([
    database.query<Row>({
      text: `SELECT t."id" AS "task", t."name", t."status", t."message" AS "text",
          coalesce(t."scenario", 'default') AS "scenario",
          to_char(t."finished", 'YYYY-MM-DD"T"HH24:MI:SS') AS "created", ${isRead} AS "read"
        FROM control."task" t
        WHERE ${ofUser} AND ($4::bigint = 0 OR t."id" < $4) AND (NOT $5::boolean OR NOT ${isRead})
        ORDER BY t."id" DESC LIMIT $6`,
      values: [...values, before, flagParameter(query, 'unread'), limit + 1],
    }),
    unreadOf(database, principal.userId, { until, ids }),
  ])
  const items = rows.slice(0, limit)
  return jsonAnswer(200, {
    unread,
    items: items.map((row) =>
      Object.assign({ id: `task:${row.task}`, kind: 'task', route: `/execute/runs/${row.task}` }, row),
    ),
    next: rows.length > limit ? (items.at(-1)?.task ?? null) : null,
  })
}

/** `POST /api/inbox/read/` with `{"all": true}` or `{"ids": ["task:12"]}`. */
export async function markRead(call: WordCall): Promise<Answer> {
  const { exchange, principal } = call
  requirePerson(principal)
  const { database } = exchange.service
  const { all, ids } = await objectBody(call)
  const { until, ids: single } = await marksOf(database, principal.userId)
  if (all === true) {
    const { rows } = await database.query<{ until: string | null }>({
      text: `SELECT max(t."finished")::text AS "until" FROM control."task" t WHERE ${ofUser}`,
      values: [principal.userId],
    })
    await writePreference(database, principal.userId, marks, { until: rows[0]?.until ?? until, ids: [] })
  } else {
    const read = [...new Set([...single, ...numbersOf(ids)])].slice(-mostSingle)
    await writePreference(database, principal.userId, marks, { until, ids: read })
  }
  return jsonAnswer(200, { unread: await unreadOf(database, principal.userId) })
}

function numbersOf(ids: unknown): readonly number[] {
  if (!Array.isArray(ids)) throw fieldErrors({ ids: [{ code: 'not_a_list' }] })
  return ids.map((id: unknown) => {
    const number = typeof id === 'string' ? /^task:(\d{1,15})$/.exec(id)?.[1] : undefined
    if (number !== undefined) return Number(number)
    const value = (typeof id === 'string' ? id : JSON.stringify(id)).slice(0, 100)
    throw fieldErrors({ ids: [{ code: 'invalid_choice', params: { value } }] })
  })
}

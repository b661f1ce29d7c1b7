/**
 * Exchanges released orders with an ERP system: reads the releases without a receipt and stores the receipts. Only
 * the first receipt of a release is stored; repeated ones are ignored.
 */
import { datetimeIso } from '../../data/record-sql.ts'
import type { DataContext } from '../../data/context.ts'
import { giveNotice } from '../../data/notices.ts'
import type { ControlDatabase } from '../../database/database.ts'
import { qualified } from '../../database/identifiers.ts'
import { fieldErrors } from '../../errors/service-error.ts'
import type { ReleasableType } from './release-orders.ts'

/** An order with its values at the time of release. */
export interface OpenRelease {
  readonly reference: string
  /** Key that is the same whenever the order is sent. */
  readonly key: string
  readonly type: ReleasableType
  readonly item: string | null
  readonly location: string | null
  readonly supplier: string | null
  readonly origin: string | null
  readonly operation: string | null
  readonly quantity: number
  readonly startdate: string | null
  readonly enddate: string | null
  /** Change set of the release. */
  readonly changeset: number
  /** Whether the order became a proposal again or was deleted, so that it must not be sent. */
  readonly withdrawn: boolean
  /** Whether the quantity or the dates have changed since the release. */
  readonly changed: boolean
}

/** Returns releases without a receipt after a given one, in the order of their release. */
export async function openReleases(
  { home, scenario, signal }: DataContext,
  { after, limit }: { readonly after?: OpenRelease | undefined; readonly limit: number },
): Promise<readonly OpenRelease[]> {
  const { rows } = await home.query<OpenRelease & Record<string, unknown>>(
    {
      text: `SELECT r."reference", r."key", r."type", r."item", r."location", r."supplier", r."origin", r."operation",
          r."quantity", ${datetimeIso('r."startdate"')} AS "startdate", ${datetimeIso('r."enddate"')} AS "enddate",
          r."changeset"::float8 AS "changeset", r."withdrawn",
          (o."quantity", o."startdate", o."enddate") IS DISTINCT FROM (r."quantity", r."startdate", r."enddate") AS "changed"
        FROM ${qualified(scenario, 'orderrelease')} r
        LEFT JOIN ${qualified(scenario, 'operationplan')} o ON o."reference" = r."reference"
        WHERE r."receipt" IS NULL AND ($1::bigint IS NULL OR (r."changeset", r."reference") > ($1, $2::text COLLATE "C"))
        ORDER BY r."changeset", r."reference" LIMIT $3`,
      values: [after?.changeset ?? null, after?.reference ?? null, limit],
    },
    { signal },
  )
  return rows
}

export interface OrderReceipt {
  readonly reference: string
  readonly receipt: 'accepted' | 'rejected'
  /** Number of the order in the ERP system. */
  readonly number?: string | null | undefined
  /** Reason for the rejection. */
  readonly reason?: string | null | undefined
  /** Key of the release that it answers; without it the last release of the order. */
  readonly key?: string | null | undefined
}

/** Returns the types of released orders by reference, also of those that were deleted since. */
export async function findReleasedTypes(
  { home, scenario, signal }: DataContext,
  references: readonly string[],
): Promise<ReadonlyMap<string, ReleasableType>> {
  const { rows } = await home.query<{ reference: string; type: ReleasableType }>(
    {
      text: `SELECT "reference", "type" FROM ${qualified(scenario, 'orderrelease')} WHERE "reference" = ANY ($1::text[])`,
      values: [references],
    },
    { signal },
  )
  return new Map(rows.map(({ reference, type }) => [reference, type]))
}

/** Throws `invalid_record` if an order has two receipts: which of them counts is not known. */
function rejectRepeated(receipts: readonly OrderReceipt[]): void {
  const places = new Map<string, number>()
  for (const [number, { reference: value }] of receipts.entries()) {
    const place = places.get(value)
    if (place !== undefined)
      throw fieldErrors({
        [`receipts.${number}.reference`]: [
          { code: 'order_listed_twice', params: { value, place: `receipts.${place}` } },
        ],
      })
    places.set(value, number)
  }
}

/**
 * Stores receipts of orders without one, and notifies the users who released rejected orders. Returns the references
 * of the stored receipts: the other orders were never released, have a receipt, or were released again by another key. If the process ends before it has
 * notified them, the same receipts given again do it.
 * @throws ServiceError `invalid_record` if an order has several receipts
 */
export async function recordReceipts(
  { control, home, scenario }: DataContext,
  receipts: readonly OrderReceipt[],
): Promise<ReadonlySet<string>> {
  rejectRepeated(receipts)
  const table = qualified(scenario, 'orderrelease')
  const { references, rejected } = await home.withTransaction(async (client) => {
    const { rows: stored } = await client.query<{ reference: string }>(
      `UPDATE ${table} r SET "receipt" = g."receipt", "erpnumber" = g."number", "reason" = g."reason", "answered" = LOCALTIMESTAMP(6)
       FROM json_to_recordset($1::json) AS g("reference" text, "receipt" text, "number" text, "reason" text, "key" text)
       WHERE r."reference" = g."reference" AND r."receipt" IS NULL AND (g."key" IS NULL OR g."key" = r."key")
       RETURNING r."reference"`,
      [JSON.stringify(receipts)],
    )
    const references = new Set(stored.map(({ reference }) => reference))
    const { rows: rejected } = await client.query<Rejected>(
      `SELECT DISTINCT ON (r."changeset") r."changeset"::float8 AS "changeset", r."user"::float8 AS "user",
         count(*) OVER (PARTITION BY r."changeset")::integer AS "count", r."reference", coalesce(r."reason", '') AS "reason",
         bool_or(r."reference" = ANY ($2::text[])) OVER (PARTITION BY r."changeset") AS "isNew"
       FROM ${table} r
       WHERE r."user" IS NOT NULL AND r."receipt" = 'rejected' AND r."changeset" IN (
         SELECT "changeset" FROM ${table} WHERE "reference" = ANY ($1::text[]) AND "receipt" = 'rejected')
       ORDER BY r."changeset", r."answered" DESC, r."reference"`,
      [receipts.map(({ reference }) => reference), [...references]],
    )
    return { references, rejected }
  })
  await notifyReleasers(control, scenario, rejected)
  return references
}

/** Rejected orders of a release. */
interface Rejected {
  readonly changeset: number
  /** User who released the orders. */
  readonly user: number
  readonly count: number
  /** The order that was rejected last, and why. */
  readonly reference: string
  readonly reason: string
  /** Whether an order was rejected now. */
  readonly isNew: boolean
}

/** Gives a notice of each release, unless it was given before and no order was rejected since. */
async function notifyReleasers(
  control: ControlDatabase,
  scenario: string,
  rejected: readonly Rejected[],
): Promise<void> {
  if (rejected.length === 0) return
  await control.withTransaction(async (client) => {
    const { rows } = await client.query<{ changeset: number }>(
      `SELECT r."changeset" FROM json_to_recordset($2::json) AS r ("changeset" float8, "user" bigint, "isNew" boolean)
       JOIN control."user" u ON u."id" = r."user"
       WHERE r."isNew" OR NOT EXISTS (SELECT FROM control."notice" n WHERE n."user" = r."user" AND n."kind" = 'release'
         AND n."subject" = r."changeset"::bigint AND n."scenario" = $1)`,
      [scenario, JSON.stringify(rejected)],
    )
    const due = new Set(rows.map(({ changeset }) => changeset))
    for (const { changeset, user, count, reference, reason } of rejected) {
      if (!due.has(changeset)) continue
      const message = { code: 'releases_rejected', params: { count, reference, reason } } as const
      const name = String(changeset)
      await giveNotice(client, { user, kind: 'release', subject: changeset, scenario, name, message })
    }
  })
}

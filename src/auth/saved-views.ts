/**
 * Stores saved views of lists: columns, filters, order, groups and color rules under a name, of one user or shared
 * with all users or with groups of users. Views are preferences named `view:<entity>:<name>`; those without a user
 * are shared, and their value contains the groups with which they are shared.
 */
import type { ControlDatabase } from '../database/database.ts'
import { mostPreferenceBytes, preferenceBytes, requirePreferenceRoom } from './preference-quota.ts'
import { ServiceError } from '../errors/service-error.ts'

export interface ViewContent {
  readonly name: string
  readonly shared: boolean
  /** Names of the groups with which a view is shared; empty for all users. */
  readonly groups: readonly string[]
  /** Whether lists open with this view by default for the users with whom it is shared. */
  readonly default: boolean
  readonly value: unknown
}

export interface SavedView extends ViewContent {
  readonly id: number
}

/** User who reads views, in a scenario, because memberships of groups depend on the scenario. */
export interface ViewReader {
  readonly userId: number
  readonly scenario: string
  /** Whether the user reads the views of all groups. */
  readonly sharesViews: boolean
}

const prefixOf = (entity: string): string => `view:${entity}:`

/** Returns the views of a list for a user: own and shared ones, by name. */
export async function listViews(
  database: ControlDatabase,
  entity: string,
  { userId, scenario, sharesViews }: ViewReader,
): Promise<readonly SavedView[]> {
  const { rows } = await database.query<{ id: number; property: string; shared: boolean; value: string }>({
    text: `SELECT "id", "property", "shared", "value" FROM (
        SELECT "id", "property", "user" IS NULL AS "shared", "value"::text AS "value",
          sum(octet_length("value"::text)) OVER (PARTITION BY "user" ORDER BY "property") AS "bytes"
        FROM control."userpreference"
        WHERE starts_with("property", $1) AND ("user" = $2 OR "user" IS NULL AND (
          $4::boolean OR NOT coalesce("value" -> '${offerKey}' ? 'groups', false) OR EXISTS (
            SELECT FROM control."membershipgroup" m JOIN control."group" g ON g."id" = m."group"
            WHERE m."user" = $2 AND m."scenario" = $5 AND "value" -> '${offerKey}' -> 'groups' ? g."name")))) v
      WHERE "bytes" <= $3 ORDER BY "shared", "property"`,
    values: [prefixOf(entity), userId, 2 * mostPreferenceBytes, sharesViews, scenario],
  })
  return rows.map(({ id, property, shared, value }) =>
    Object.assign(
      { id, name: property.slice(prefixOf(entity).length), shared },
      contentOf(JSON.parse(value), shared),
    ),
  )
}

/** Member of the stored value of a shared view that contains its groups; values from screens never contain it. */
const offerKey = '#offer'

function contentOf(stored: unknown, shared: boolean): Pick<ViewContent, 'groups' | 'default' | 'value'> {
  if (!shared || typeof stored !== 'object' || stored === null || !(offerKey in stored))
    return { groups: [], default: false, value: stored }
  const { [offerKey]: offer, ...value } = stored
  const groups: unknown = Object(offer).groups
  return {
    groups: Array.isArray(groups) ? groups.filter((name) => typeof name === 'string') : [],
    default: Object(offer).default === true,
    value,
  }
}

/** Returns the stored text of a view. */
function storedOf({ shared, groups, default: isDefault, value }: ViewContent): string {
  const offered = shared && (groups.length > 0 || isDefault)
  if (!offered || typeof value !== 'object' || value === null) return JSON.stringify(value)
  const offer = { ...(groups.length === 0 ? {} : { groups }), default: isDefault }
  return JSON.stringify({ ...value, [offerKey]: offer })
}

/** Returns which of the names are not groups, and the names of all groups. */
export async function unknownGroups(
  database: ControlDatabase,
  names: readonly string[],
): Promise<{ readonly unknown: readonly string[]; readonly known: readonly string[] }> {
  if (names.length === 0) return { unknown: [], known: [] }
  const { rows } = await database.query<{ name: string }>({
    text: 'SELECT "name" FROM control."group" ORDER BY "name" LIMIT 1000',
  })
  const known = rows.map(({ name }) => name)
  return { unknown: names.filter((name) => !known.includes(name)), known }
}

/** Adds a view and returns its id. Throws `already_exists` for a name that is taken. */
export async function addView(
  database: ControlDatabase,
  entity: string,
  userId: number,
  content: ViewContent,
): Promise<number> {
  const { name, shared } = content
  const stored = storedOf(content)
  const addition = { userId: shared ? null : userId, names: [prefixOf(entity) + name], values: 1 }
  const bytes = Buffer.byteLength(stored)
  await requirePreferenceRoom(database, 'value', { ...addition, bytes })
  const { rows } = await database.query<{ id: number }>({
    text: `INSERT INTO control."userpreference" ("user", "property", "value") VALUES ($1, $2, $3::jsonb)
      ON CONFLICT ("user", "property") DO NOTHING RETURNING "id"`,
    values: [shared ? null : userId, prefixOf(entity) + name, stored],
  })
  if (rows[0] === undefined) throw new ServiceError('already_exists')
  return rows[0].id
}

/**
 * Changes a view. Throws `already_exists` for the name of another view, and `invalid_record` with `value` if it is too
 * large and larger than before, or than its new owner has room for.
 */
export async function changeView(
  database: ControlDatabase,
  entity: string,
  userId: number,
  { id, ...content }: SavedView,
): Promise<void> {
  const { name, shared } = content
  const stored = storedOf(content)
  const owner = shared ? null : userId
  const property = prefixOf(entity) + name
  const { rows } = await database.query<{ id: number; owned: boolean; property: string; value: string }>({
    text: `SELECT "id", "user" IS NOT DISTINCT FROM $2 AS "owned", "property", "value"::text AS "value"
      FROM control."userpreference" WHERE "id" = $3 OR "property" = $1 AND "user" IS NOT DISTINCT FROM $2`,
    values: [property, owner, id],
  })
  if (rows.some((row) => row.id !== id)) throw new ServiceError('already_exists')
  const old = rows.find(({ owned }) => owned)
  const names = [property, ...(old === undefined ? [] : [old.property])]
  const oldBytes = old === undefined ? 0 : preferenceBytes(JSON.parse(old.value))
  const bytes = Buffer.byteLength(stored)
  await requirePreferenceRoom(database, 'value', { userId: owner, names, values: 1, bytes, oldBytes })
  await database.query({
    text: `UPDATE control."userpreference" SET "user" = $2, "property" = $3, "value" = $4::jsonb WHERE "id" = $1`,
    values: [id, owner, property, stored],
  })
}

export async function removeView(database: ControlDatabase, id: number): Promise<void> {
  await database.query({ text: 'DELETE FROM control."userpreference" WHERE "id" = $1', values: [id] })
}

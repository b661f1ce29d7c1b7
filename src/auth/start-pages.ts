/**
 * Stores start pages: of users, as the preference `start-page`, and of groups, as preferences without a user named
 * `start-page:<id of the group>`, which apply to members who have not chosen their own.
 */
import type pg from 'pg'
import type { ControlDatabase } from '../database/database.ts'
import {
  roleOfGroup,
  rolePages,
  startPageOf,
  startRoles,
  type StartWidget,
  startWidgets,
} from '../model/start-pages.ts'
import { requirePreferenceRoom } from './preference-quota.ts'
import { readPreference, removePreference, writePreference } from './preferences.ts'

const ownPage = 'start-page'
const groupPage = (id: number): string => `${ownPage}:${id}`

export interface GroupPage {
  readonly group: string
  readonly widgets: readonly StartWidget[]
  /** Whether an administrator has set the page; otherwise it is that of the role, or of all users. */
  readonly set: boolean
}

export interface StartPages {
  /** Page that the user has chosen; null if none. */
  readonly own: readonly StartWidget[] | null
  /** Page of the role of the user; its group is null without a role. */
  readonly role: { readonly group: string | null; readonly widgets: readonly StartWidget[] }
  /** Pages of all groups, for administrators. */
  readonly groups: readonly GroupPage[]
}

/** User who reads start pages, in a scenario, because memberships of groups depend on the scenario. */
export interface StartPageReader {
  readonly userId: number
  readonly scenario: string
  readonly administers: boolean
}

/** Returns the start pages of a user. */
export async function readStartPages(
  database: ControlDatabase,
  { userId, scenario, administers }: StartPageReader,
): Promise<StartPages> {
  const own = startPageOf(await readPreference(database, userId, ownPage)) ?? null
  const { rows } = await database.query<{ name: string; value: string | null; member: boolean }>({
    text: `SELECT g."name", p."value"::text AS "value", m."user" IS NOT NULL AS "member"
      FROM control."group" AS g
      LEFT JOIN control."userpreference" AS p ON p."user" IS NULL AND p."property" = '${ownPage}:' || g."id"
      LEFT JOIN control."membershipgroup" AS m ON m."group" = g."id" AND m."user" = $1 AND m."scenario" = $2
      WHERE $3::boolean OR m."user" IS NOT NULL ORDER BY g."name" LIMIT 1000`,
    values: [userId, scenario, administers],
  })
  const pages = rows.map(({ name, value, member }) => {
    const stored = value === null ? undefined : startPageOf(JSON.parse(value))
    return { group: name, widgets: stored ?? builtInPage(name), set: stored !== undefined, member }
  })
  const mine = pages.filter(({ member }) => member)
  // A page that an administrator has set comes before those of the roles.
  const ofRoles = startRoles.flatMap((role) => mine.filter(({ group }) => roleOfGroup(group) === role))
  const role = mine.find(({ set }) => set) ?? ofRoles[0]
  return {
    own,
    role: { group: role?.group ?? null, widgets: role?.widgets ?? startWidgets },
    groups: administers ? pages.map(({ group, widgets, set }) => ({ group, widgets, set })) : [],
  }
}

function builtInPage(group: string): readonly StartWidget[] {
  const role = roleOfGroup(group)
  return role === undefined ? startWidgets : rolePages[role]
}

/** Stores the page of a user; null returns the user to the page of the role. */
export async function writeOwnStartPage(
  database: ControlDatabase,
  userId: number,
  widgets: readonly StartWidget[] | null,
): Promise<void> {
  if (widgets === null) await removePreference(database, userId, ownPage)
  else await writePreference(database, userId, ownPage, [...new Set(widgets)])
}

/** Stores the page of a group; null returns it to the page of its role. Returns false if there is no such group. */
export async function writeGroupStartPage(
  database: ControlDatabase,
  group: string,
  widgets: readonly StartWidget[] | null,
): Promise<boolean> {
  const { rows } = await database.query<{ id: number }>({
    text: 'SELECT "id" FROM control."group" WHERE "name" = $1',
    values: [group],
  })
  const [found] = rows
  if (found === undefined) return false
  const name = groupPage(found.id)
  if (widgets === null) {
    await database.query({
      text: 'DELETE FROM control."userpreference" WHERE "user" IS NULL AND "property" = $1',
      values: [name],
    })
    return true
  }
  const text = JSON.stringify([...new Set(widgets)])
  const addition = { userId: null, names: [name], values: 1, bytes: Buffer.byteLength(text) }
  await requirePreferenceRoom(database, 'widgets', addition)
  await database.query({
    text: `INSERT INTO control."userpreference" ("user", "property", "value") VALUES (NULL, $1, $2::jsonb)
      ON CONFLICT ("user", "property") DO UPDATE SET "value" = excluded."value"`,
    values: [name, text],
  })
  return true
}

/** Removes the pages of groups that are about to be deleted: they would count against the limit of preferences. */
export async function removeGroupPages(
  client: Pick<pg.ClientBase, 'query'>,
  groups: readonly number[],
): Promise<void> {
  await client.query(
    'DELETE FROM control."userpreference" WHERE "user" IS NULL AND "property" = ANY ($1::text[])',
    [groups.map(groupPage)],
  )
}

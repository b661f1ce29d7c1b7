/** Settings of a single scenario, in the section `[DATABASES.<scenario>]`. */
import { join } from 'node:path'
import type { Settings } from './settings.ts'

/** Returns the folder with the files of a scenario. */
export function uploadFolder(
  settings: Pick<Settings, 'DATABASES' | 'UPLOADFILEFOLDER'>,
  scenario: string,
): string {
  return ownSettings(settings, scenario).UPLOADFILEFOLDER ?? join(settings.UPLOADFILEFOLDER, scenario)
}

/** Returns whether the settings declare a folder for the files of this scenario alone. */
export const hasOwnUploadFolder = (settings: Pick<Settings, 'DATABASES'>, scenario: string): boolean =>
  ownSettings(settings, scenario).UPLOADFILEFOLDER !== undefined

/** Returns the role for SQL files of a scenario; undefined if SQL files are not allowed. */
export function sqlRole(settings: Pick<Settings, 'DATABASES'>, scenario: string): string | undefined {
  return ownSettings(settings, scenario).SQL_ROLE
}

/** Returns the groups whose approval proposals require, by entity; `*` applies to all other entities. */
export function approvalRules(
  settings: Pick<Settings, 'DATABASES' | 'PROPOSALS_REQUIRED_FOR'>,
  scenario: string,
): Readonly<Record<string, string>> {
  return ownSettings(settings, scenario).PROPOSALS_REQUIRED_FOR ?? settings.PROPOSALS_REQUIRED_FOR
}

const ownSettings = (
  { DATABASES }: Pick<Settings, 'DATABASES'>,
  scenario: string,
): Settings['DATABASES'][string] => (Object.hasOwn(DATABASES, scenario) ? DATABASES[scenario]! : {})

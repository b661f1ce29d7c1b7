/** Settings that a scenario may have of its own, in the section `[DATABASES.<scenario>]`. */
import { join } from 'node:path'
import type { Settings } from './settings.ts'

/** Folder with the files of a scenario. */
export function uploadFolder(
  settings: Pick<Settings, 'DATABASES' | 'UPLOADFILEFOLDER'>,
  scenario: string,
): string {
  return ownSettings(settings, scenario).UPLOADFILEFOLDER ?? join(settings.UPLOADFILEFOLDER, scenario)
}

/** Role under which SQL files of a scenario run; without one they are refused. */
export function sqlRole(settings: Pick<Settings, 'DATABASES'>, scenario: string): string | undefined {
  return ownSettings(settings, scenario).SQL_ROLE
}

const ownSettings = (
  { DATABASES }: Pick<Settings, 'DATABASES'>,
  scenario: string,
): Settings['DATABASES'][string] => (Object.hasOwn(DATABASES, scenario) ? DATABASES[scenario]! : {})

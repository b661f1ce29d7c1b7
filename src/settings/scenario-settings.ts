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

/** Groups by entity whose approval proposals in a scenario need; `*` stands for all other entities. */
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

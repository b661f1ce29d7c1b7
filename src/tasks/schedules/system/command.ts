/** Implements `planctl scheduletasks --install` and `--uninstall`. */
import { join, resolve } from 'node:path'
import { Type } from '../../../contract/type.ts'
import { englishText } from '../../../errors/plain-text.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import type { CommandExtra } from '../../definition.ts'
import { loadSchedules, type Schedule } from '../schedule-record.ts'
import { installationMark, installSchedules, thisHost, uninstallSchedules } from './install.ts'

const launcher = join(import.meta.dirname, '../../../../planctl')

export const systemScheduler: CommandExtra = {
  parameters: {
    install: Type.Boolean({
      default: false,
      description:
        "Let the operating system's scheduler start the group, or without --schedule all that are enabled.",
    }),
    uninstall: Type.Boolean({
      default: false,
      description: 'Take the group, or all groups, back from the operating system.',
    }),
  },
  run: async ({ control, settings }, { install, uninstall, schedule }) => {
    if (install !== true && uninstall !== true) return undefined
    if (install === true && uninstall === true) {
      throw new ServiceError('usage', { reason: '--install and --uninstall exclude each other.' })
    }
    const folder = process.cwd()
    const file = process.env['PLANCTL_SETTINGS']
    const place = {
      program: launcher,
      folder,
      settingsFile: file === undefined ? undefined : resolve(folder, file),
    }
    const to = { host: thisHost(), place, database: control, installation: installationMark(folder) }
    const all = [...(await loadSchedules(control, settings.TIME_ZONE)).values()]
    const wanted = chosen(all, typeof schedule === 'string' ? schedule : undefined, install === true)
    const lines = await (install === true ? installSchedules : uninstallSchedules)(to, wanted)
    return [...lines, ...(install === true ? environmentHint() : [])].join('\n')
  },
}

function chosen(all: readonly Schedule[], name: string | undefined, install: boolean): readonly Schedule[] {
  if (name === undefined) {
    const found = all.filter(({ enabled }) => enabled || !install)
    if (found.length > 0 || !install) return found
    throw new ServiceError('command_failed', {
      reason: englishText('There is no group that is enabled. Name one: --schedule=…'),
    })
  }
  const found = all.find((schedule) => schedule.name === name)
  if (found !== undefined) return [found]
  const known = all.map((schedule) => schedule.name).join(', ') || 'none'
  throw new ServiceError('usage', { reason: `--schedule: there is no group "${name}". Groups: ${known}.` })
}

/** Returns a warning about settings in environment variables: a job reads only the settings file. */
function environmentHint(): readonly string[] {
  const names = Object.keys(process.env).filter(
    (name) => (name.startsWith('PLANCTL_') && name !== 'PLANCTL_SETTINGS') || name === 'DATABASE_URL',
  )
  if (names.length === 0) return []
  return [
    `Jobs do not have the settings of this environment (${names.join(', ')}): put them into the settings file.`,
  ]
}

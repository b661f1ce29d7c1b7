/**
 * Formats a schedule for the scheduler of the operating system: as crontab lines, or as a systemd service and timer.
 * Has no side effects.
 */
import { weekdays } from '../../../model/weekdays.ts'
import type { Schedule } from '../schedule-record.ts'

/** Paths by which the job starts this installation. */
export interface JobPlace {
  /** Launcher of this installation. */
  readonly program: string
  /** Folder from which its settings are found. */
  readonly folder: string
  /** File that PLANCTL_SETTINGS names. */
  readonly settingsFile: string | undefined
}

type Timed = Pick<Schedule, 'id' | 'name' | 'scenario' | 'startTimes' | 'days' | 'timeZone'>

const commandOf = ({ name, scenario }: Timed, { program }: JobPlace): readonly string[] => [
  program,
  'scheduletasks',
  `--schedule=${name}`,
  `--database=${scenario}`,
]

const shellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns the mark at the end of a crontab line: a repeated installation replaces only lines with its mark. */
export const cronMark = ({ id }: Pick<Schedule, 'id'>, { folder }: JobPlace): string =>
  `# planctl ${folder} ${id}`

/** Returns one line per time of day. Times are in the time zone of the system. */
export function cronLines(schedule: Timed, place: JobPlace): readonly string[] {
  const { folder, settingsFile } = place
  const setting = settingsFile === undefined ? '' : `PLANCTL_SETTINGS=${shellWord(settingsFile)} `
  const command = `cd ${shellWord(folder)} && ${setting}${commandOf(schedule, place).map(shellWord).join(' ')}`
  // In a crontab, a percent sign means a line break.
  const escaped = command.replaceAll('%', String.raw`\%`)
  const days = schedule.days.length === weekdays.length ? '*' : schedule.days.join(',')
  return schedule.startTimes.map((time) => {
    const [hour, minute] = time.split(':').map(Number)
    return `${minute} ${hour} * * ${days} ${escaped} ${cronMark(schedule, place)}`
  })
}

export interface SystemdUnits {
  /** Name without extension. */
  readonly name: string
  readonly service: string
  readonly timer: string
}

/** Quotes a text for a unit file. */
const unitWord = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`

const dayNames = weekdays.map((day) => `${day[0]!.toUpperCase()}${day.slice(1, 3)}`)

/** Returns the unit files. Times are in the time zone of the schedule. Missed starts are made up for. */
export function systemdUnits(schedule: Timed, place: JobPlace, installation: string): SystemdUnits {
  const { folder, settingsFile } = place
  const days = schedule.days.map((day) => dayNames[day]).join(',')
  const description = `planctl group ${schedule.name}`.replaceAll('%', '%%')
  const service = [
    '[Unit]',
    `Description=${description}`,
    '',
    '[Service]',
    'Type=oneshot',
    `WorkingDirectory=${folder.replaceAll('%', '%%')}`,
    ...(settingsFile === undefined ? [] : [`Environment=${unitWord(`PLANCTL_SETTINGS=${settingsFile}`)}`]),
    `ExecStart=${commandOf(schedule, place).map(unitWord).join(' ')}`,
  ]
  const timer = [
    '[Unit]',
    `Description=Times of ${description}`,
    '',
    '[Timer]',
    ...schedule.startTimes.map((time) => `OnCalendar=${days} *-*-* ${time}:00 ${schedule.timeZone}`),
    'Persistent=true',
    '',
    '[Install]',
    'WantedBy=timers.target',
  ]
  return {
    name: unitName(schedule, installation),
    service: `${service.join('\n')}\n`,
    timer: `${timer.join('\n')}\n`,
  }
}

/** Returns the name of the units. It stays the same when the group is renamed, and differs between installations. */
export const unitName = ({ id }: Pick<Schedule, 'id'>, installation: string): string =>
  `planctl-${installation}-${id}`

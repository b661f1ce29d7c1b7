/**
 * A schedule as the operating system's own scheduler takes it: as a line of a crontab, or as a service and a timer of
 * systemd. Pure: texts from values.
 */
import { weekdays } from '../../../model/entities/scheduled-task.ts'
import type { Schedule } from '../schedule-record.ts'

/** How the job reaches this installation. */
export interface JobPlace {
  /** The launcher of this installation. */
  readonly program: string
  /** Folder in which its settings are found. */
  readonly folder: string
  /** The file that PLANCTL_SETTINGS names. */
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

/** Says at the end of a line whose it is: installing again replaces it, and nothing else. */
export const cronMark = ({ id }: Pick<Schedule, 'id'>, { folder }: JobPlace): string =>
  `# planctl ${folder} ${id}`

/** A line per time of day. Times are those of the system's zone. */
export function cronLines(schedule: Timed, place: JobPlace): readonly string[] {
  const { folder, settingsFile } = place
  const setting = settingsFile === undefined ? '' : `PLANCTL_SETTINGS=${shellWord(settingsFile)} `
  const command = `cd ${shellWord(folder)} && ${setting}${commandOf(schedule, place).map(shellWord).join(' ')}`
  // A percent sign means a new line there.
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

/** Within quotes of a unit file. */
const unitWord = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`

const dayNames = weekdays.map((day) => `${day[0]!.toUpperCase()}${day.slice(1, 3)}`)

/** Times are those of the schedule's zone. A start that was missed is made up for. */
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

/** Stays when the group gets another name, and differs between installations. */
export const unitName = ({ id }: Pick<Schedule, 'id'>, installation: string): string =>
  `planctl-${installation}-${id}`

/**
 * Installs schedules in the scheduler of the operating system, and removes them from it: as a systemd timer if the
 * account has a systemd instance, otherwise as a line of its crontab. The service's own scheduler is disabled for
 * these schedules meanwhile. Repeating the installation changes nothing, or updates what is installed.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { hasControlCharacter } from '../../../model/values/one-line.ts'
import type { ControlDatabase } from '../../../database/database.ts'
import { nextStart } from '../next-start.ts'
import type { Schedule } from '../schedule-record.ts'
import {
  type CronHost,
  readCrontab,
  refused,
  requireCronPermission,
  runProgram,
  writeCrontab,
} from './crontab.ts'
import { cronLines, cronMark, type JobPlace, systemdUnits, unitName } from './system-job.ts'

export interface SystemHost extends CronHost {
  readonly home: string
  /** Time zone of the system, which cron uses. */
  readonly timeZone: string
}

export function thisHost(): SystemHost {
  const { username, homedir } = userInfo()
  return {
    user: username,
    etc: '/etc',
    env: process.env,
    home: process.env['HOME'] ?? homedir,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

export interface Installing {
  readonly host: SystemHost
  readonly place: JobPlace
  readonly database: ControlDatabase
  /** Mark that distinguishes the installations of one account. */
  readonly installation: string
}

export const installationMark = (folder: string): string =>
  createHash('sha256').update(folder).digest('hex').slice(0, 8)

/** Returns whether the account has a running systemd user instance. */
async function hasSystemd({ env }: SystemHost): Promise<boolean> {
  return (await runProgram('systemctl', ['--user', 'show-environment'], env)).code === 0
}

/** Returns one line per action. Throws `command_failed`. */
export async function installSchedules(
  to: Installing,
  schedules: readonly Schedule[],
): Promise<readonly string[]> {
  for (const { name, startTimes, days } of schedules) {
    if (startTimes.length === 0 || days.length === 0) {
      throw refused(`Group "${name}" has no start times, or no day on which it starts. Give it some first.`)
    }
    if (hasControlCharacter(name))
      throw refused(`The name of group ${JSON.stringify(name)} cannot stand in a job.`)
  }
  const lines = (await hasSystemd(to.host))
    ? await installTimers(to, schedules)
    : await installCron(to, schedules)
  await setEnabled(to.database, schedules, false)
  return [
    ...lines,
    ...schedules.map(
      ({ name }) => `Group "${name}" is no longer started by the service itself ("enabled" is false).`,
    ),
  ]
}

export async function uninstallSchedules(
  to: Installing,
  schedules: readonly Schedule[],
): Promise<readonly string[]> {
  const timers = await removeTimers(to, schedules)
  const cron = await removeCron(to, schedules)
  const removed = schedules.filter(({ id }) => timers.has(id) || cron.has(id))
  await setEnabled(to.database, removed, true)
  if (removed.length === 0) return ['Nothing was installed.']
  return removed.map(
    ({ id, name }) =>
      `Group "${name}" was removed from ${timers.has(id) ? 'systemd' : 'the crontab'}; the service starts it itself again ("enabled" is true).`,
  )
}

async function setEnabled(
  database: ControlDatabase,
  schedules: readonly Schedule[],
  enabled: boolean,
): Promise<void> {
  const starts = schedules.map((schedule) => nextStart({ ...schedule, enabled }, new Date()))
  await database.query({
    text: `UPDATE control."scheduledtask" s SET "enabled" = $2, "due" = v."due"::timestamptz,
      "next_run" = v."due"::timestamptz AT TIME ZONE current_setting('TimeZone')
      FROM unnest($1::bigint[], $3::text[]) AS v("id", "due") WHERE s."id" = v."id"`,
    values: [schedules.map(({ id }) => id), enabled, starts.map((start) => start?.toISOString() ?? null)],
  })
}

const unitFolder = ({ home, env }: SystemHost): string =>
  join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'systemd/user')

async function installTimers(
  { host, place, installation }: Installing,
  schedules: readonly Schedule[],
): Promise<readonly string[]> {
  const folder = unitFolder(host)
  await mkdir(folder, { recursive: true })
  const lines: string[] = []
  for (const schedule of schedules) {
    const { name, service, timer } = systemdUnits(schedule, place, installation)
    const changed = [
      await writeIfNew(join(folder, `${name}.service`), service),
      await writeIfNew(join(folder, `${name}.timer`), timer),
    ]
    lines.push(
      `Group "${schedule.name}": ${changed.includes(true) ? 'wrote' : 'found unchanged'} ${join(folder, `${name}.timer`)}.`,
    )
  }
  await systemctl(host, ['daemon-reload'])
  for (const schedule of schedules)
    await systemctl(host, ['enable', '--now', `${unitName(schedule, installation)}.timer`])
  const { output } = await runProgram('loginctl', ['show-user', host.user, '--property=Linger'], host.env)
  if (!output.includes('Linger=yes')) {
    lines.push(
      `Timers of "${host.user}" run only while that user is logged in, until you allow them always: loginctl enable-linger ${host.user}`,
    )
  }
  return lines
}

async function systemctl({ env }: SystemHost, args: readonly string[]): Promise<void> {
  const { code, errors } = await runProgram('systemctl', ['--user', ...args], env)
  if (code !== 0) throw refused(`systemctl --user ${args.join(' ')} failed: ${errors.trim()}`)
}

async function writeIfNew(path: string, text: string): Promise<boolean> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return false
  await writeFile(path, text)
  return true
}

async function removeTimers(
  { host, installation }: Installing,
  schedules: readonly Schedule[],
): Promise<ReadonlySet<number>> {
  const folder = unitFolder(host)
  const files = new Set(await readdir(folder).catch(() => []))
  const found = schedules.filter((schedule) => files.has(`${unitName(schedule, installation)}.timer`))
  for (const schedule of found) {
    const name = unitName(schedule, installation)
    // Ignores the result, because the timer may not be running.
    await runProgram('systemctl', ['--user', 'disable', '--now', `${name}.timer`], host.env)
    for (const ending of ['timer', 'service']) await rm(join(folder, `${name}.${ending}`), { force: true })
  }
  if (found.length > 0) await runProgram('systemctl', ['--user', 'daemon-reload'], host.env)
  return new Set(found.map(({ id }) => id))
}

async function installCron(
  { host, place }: Installing,
  schedules: readonly Schedule[],
): Promise<readonly string[]> {
  const other = schedules.find(({ timeZone }) => !sameZone(timeZone, host.timeZone))
  if (other !== undefined) {
    throw refused(
      `Group "${other.name}" counts its times in ${other.timeZone}, cron in the zone of this machine, ${host.timeZone}. Give both the same zone, or let the service start the group itself.`,
    )
  }
  if ((await runProgram('crontab', ['-l'], host.env)).code === undefined) {
    throw refused(
      'This machine offers neither timers of systemd to this account nor crontab. The service starts groups itself, as long as they are enabled.',
    )
  }
  await requireCronPermission(host)
  const before = await readCrontab(host)
  const wanted = schedules.flatMap((schedule) => cronLines(schedule, place))
  const marks = schedules.map((schedule) => cronMark(schedule, place))
  const kept = before.filter((line) => !marks.some((mark) => line.endsWith(mark)))
  const after = [...kept, ...wanted]
  if (after.join('\n') !== before.join('\n')) await writeCrontab(host, after)
  return wanted.map(
    (line) => `${before.includes(line) ? 'Found' : 'Wrote'} in the crontab of "${host.user}": ${line}`,
  )
}

const sameZone = (one: string, other: string): boolean => canonical(one) === canonical(other)
const canonical = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone

async function removeCron(
  { host, place }: Installing,
  schedules: readonly Schedule[],
): Promise<ReadonlySet<number>> {
  if ((await runProgram('crontab', ['-l'], host.env)).code === undefined) return new Set()
  const before = await readCrontab(host)
  const found = schedules.filter((schedule) =>
    before.some((line) => line.endsWith(cronMark(schedule, place))),
  )
  const marks = found.map((schedule) => cronMark(schedule, place))
  if (found.length > 0) {
    await writeCrontab(
      host,
      before.filter((line) => !marks.some((mark) => line.endsWith(mark))),
    )
  }
  return new Set(found.map(({ id }) => id))
}

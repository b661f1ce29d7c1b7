import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSchedules, type Schedule } from '../../src/tasks/schedules/schedule-record.ts'
import {
  type Installing,
  installationMark,
  installSchedules,
  uninstallSchedules,
} from '../../src/tasks/schedules/system/install.ts'
import { cronLines } from '../../src/tasks/schedules/system/system-job.ts'
import { detail } from '../support/detail.ts'
import { planctl } from '../support/planctl.ts'
import { isInstalled } from '../support/programs.ts'
import { saveSchedule } from '../support/schedules.ts'
import { startTaskServer, type TaskServer } from '../support/task-server.ts'

let server: TaskServer
let schedules: ReadonlyMap<string, Schedule>

beforeAll(async () => {
  server = await startTaskServer()
  const steps = [{ task: 'createbuckets' }]
  await saveSchedule(server, {
    name: 'it\'s 100% "nightly"',
    starttimes: ['02:30', '18:00'],
    saturday: false,
    sunday: false,
    steps,
  })
  await saveSchedule(server, { name: 'daily', starttimes: ['06:05'], steps })
  await saveSchedule(server, { name: 'elsewhere', starttimes: ['06:05'], tz: 'Asia/Tokyo', steps })
  await saveSchedule(server, { name: 'by hand', steps })
  schedules = await loadSchedules(server.database, 'UTC')
})
afterAll(() => server[Symbol.asyncDispose]())

const nightly = (): Schedule => schedules.get('it\'s 100% "nightly"')!
const enabled = async (name: string): Promise<unknown> => {
  const { rows } = await server.database.query<{ enabled: boolean; next: boolean }>({
    text: `SELECT "enabled", "next_run" IS NOT NULL AND "due" IS NOT NULL AS "next" FROM control."scheduledtask" WHERE "name" = $1`,
    values: [name],
  })
  return rows[0]
}

/**
 * Creates a machine with programs that record their input; `crontab` keeps its table in a file as the real one does.
 */
async function machine(name: string, programs: Readonly<Record<string, string>>): Promise<Installing> {
  const home = join(server.folder, name)
  const bin = join(home, 'bin')
  await mkdir(join(home, 'etc'), { recursive: true })
  await mkdir(bin, { recursive: true })
  for (const [program, script] of Object.entries(programs)) {
    await writeFile(join(bin, program), `#!/bin/sh\n${script}\n`)
    await chmod(join(bin, program), 0o755)
  }
  const env = { PATH: `${bin}:/bin:/usr/bin`, HOME: home }
  if (programs['systemctl'] === undefined)
    await writeFile(join(bin, 'systemctl'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  return {
    host: { user: 'planner', etc: join(home, 'etc'), env, home, timeZone: 'UTC' },
    place: { program: '/opt/planning/planctl', folder: '/srv/plan data', settingsFile: '/etc/plan.toml' },
    database: server.database,
    installation: installationMark('/srv/plan data'),
  }
}

const crontab = `table="$HOME/table"
if [ "$1" = "-l" ]; then cat "$table" 2>/dev/null || { echo "no crontab for planner" >&2; exit 1; }; else cat > "$table"; echo written >> "$HOME/written"; fi`

describe('with cron', () => {
  it(
    'a group becomes lines of the crontab, beside what is there, and is taken out again',
    detail,
    async () => {
      const to = await machine('cron', { crontab })
      const table = join(to.host.home, 'table')
      await writeFile(table, '# mine\n0 1 * * * /bin/true\n')
      const lines = await installSchedules(to, [nightly(), schedules.get('daily')!])
      expect(lines.join('\n')).toMatch(
        /^Wrote in the crontab of "planner": 30 2 \* \* 1,2,3,4,5 cd '\/srv\/plan data'/,
      )
      expect(lines.at(-1)).toMatch(/"daily" is no longer started by the service itself/)
      const written = await readFile(table, 'utf8')
      expect(written.split('\n').slice(0, 2)).toEqual(['# mine', '0 1 * * * /bin/true'])
      expect(written.split('\n').filter((line) => line.includes('scheduletasks'))).toHaveLength(3)
      expect(written).toMatch(/^5 6 \* \* \* cd /m)
      expect([await enabled('daily'), await enabled(nightly().name)]).toEqual([
        { enabled: false, next: false },
        { enabled: false, next: false },
      ])

      const again = await installSchedules(to, [nightly(), schedules.get('daily')!])
      expect(again[0]).toMatch(/^Found in the crontab/)
      expect(await readFile(join(to.host.home, 'written'), 'utf8')).toBe('written\n')

      await uninstallSchedules(to, [...schedules.values()])
      expect(await readFile(table, 'utf8')).toBe('# mine\n0 1 * * * /bin/true\n')
      expect(await enabled('daily')).toEqual({ enabled: true, next: true })
      expect(await uninstallSchedules(to, [...schedules.values()])).toEqual(['Nothing was installed.'])
    },
  )

  it('the command of a line reaches the group whatever its name is', detail, () => {
    const place = { program: 'printf', folder: '/', settingsFile: '/a b' }
    const [line = ''] = cronLines(nightly(), { ...place, program: '/usr/bin/printf' })
    const command = line
      .replace(/^(?:\S+ ){5}/, '')
      .replaceAll(String.raw`\%`, '%')
      .replace('scheduletasks', '%s|%s')
    expect(execFileSync('/bin/sh', ['-c', command.replace("'%s|%s'", "'%s|%s|'")]).toString()).toBe(
      `--schedule=it's 100% "nightly"|--database=default|`,
    )
  })

  it.each([
    ['cron.allow', 'root\n', /may not use cron: add the name to .*cron.allow/],
    ['cron.deny', 'eve\nplanner\n', /may not use cron: remove the name from .*cron.deny/],
  ])('a group is refused by %s', detail, async (file, text, words) => {
    const to = await machine(file, { crontab })
    await writeFile(join(to.host.etc, file), text)
    await expect(installSchedules(to, [nightly()])).rejects.toThrow(words)
    expect(await enabled(nightly().name)).toMatchObject({ enabled: true })
    await writeFile(join(to.host.etc, 'cron.allow'), 'planner\n')
    expect(await installSchedules(to, [nightly()])).toHaveLength(3)
    await uninstallSchedules(to, [nightly()])
  })

  it(
    'a group of another zone is refused, one without times, and where there is no scheduler',
    detail,
    async () => {
      const to = await machine('zones', { crontab })
      await expect(installSchedules(to, [schedules.get('elsewhere')!])).rejects.toThrow(
        /in Asia\/Tokyo, cron in the zone of this machine, UTC/,
      )
      await expect(installSchedules(to, [schedules.get('by hand')!])).rejects.toThrow(/has no start times/)
      const bare = await machine('bare', {})
      await expect(
        installSchedules({ ...bare, host: { ...bare.host, env: { PATH: join(bare.host.home, 'bin') } } }, [
          nightly(),
        ]),
      ).rejects.toThrow(/neither timers of systemd to this account nor crontab/)
    },
  )
})

describe('with systemd', () => {
  const programs = { systemctl: 'echo "$@" >> "$HOME/told"', loginctl: 'echo Linger=no' }

  it('a group becomes a service and a timer in its own zone, and is taken out again', detail, async () => {
    const to = await machine('systemd', programs)
    const lines = await installSchedules(to, [schedules.get('elsewhere')!, nightly()])
    expect(lines.join('\n')).toMatch(/loginctl enable-linger planner/)
    const folder = join(to.host.home, '.config/systemd/user')
    const name = `planctl-${to.installation}-${nightly().id}`
    expect(await readFile(join(folder, `${name}.timer`), 'utf8')).toContain(
      'OnCalendar=Mon,Tue,Wed,Thu,Fri *-*-* 02:30:00 UTC\n',
    )
    const service = await readFile(join(folder, `${name}.service`), 'utf8')
    expect(service).toContain(
      String.raw`ExecStart="/opt/planning/planctl" "scheduletasks" "--schedule=it's 100%% \"nightly\"" "--database=default"`,
    )
    expect(service).toContain('WorkingDirectory=/srv/plan data\n')
    const told = await readFile(join(to.host.home, 'told'), 'utf8')
    expect(told).toMatch(new RegExp(`--user daemon-reload\n[^]*--user enable --now ${name}.timer`))
    const again = await installSchedules(to, [nightly()])
    expect(again[0]).toMatch(/found unchanged/)
    await uninstallSchedules(to, [...schedules.values()])
    await expect(readFile(join(folder, `${name}.timer`))).rejects.toThrow('ENOENT')
    expect(await enabled('elsewhere')).toEqual({ enabled: true, next: true })
  })

  it.runIf(isInstalled('systemd-analyze'))('systemd itself understands the units', async () => {
    const to = await machine('verified', programs)
    await installSchedules({ ...to, place: { ...to.place, program: '/bin/true', folder: '/tmp' } }, [
      nightly(),
    ])
    const folder = join(to.host.home, '.config/systemd/user')
    const name = `planctl-${to.installation}-${nightly().id}`
    execFileSync(
      'systemd-analyze',
      ['verify', '--user', join(folder, `${name}.service`), join(folder, `${name}.timer`)],
      { stdio: 'pipe', env: { ...process.env, XDG_RUNTIME_DIR: to.host.home } },
    )
    expect(
      execFileSync('systemd-analyze', ['calendar', 'Mon,Fri *-*-* 02:30:00 Europe/Brussels']).toString(),
    ).toMatch(/Next elapse/)
    await uninstallSchedules(to, [nightly()])
  })
})

it('planctl scheduletasks --install tells what it needs, and --uninstall what it did', detail, async () => {
  const to = await machine('planctl', { crontab })
  const env = {
    PLANCTL_VAR: server.folder,
    DATABASE_URL: server.url,
    PLANCTL_TIME_ZONE: 'UTC',
    PLANCTL_EXTENSIONS: server.settings.EXTENSIONS.join(','),
    HOME: to.host.home,
    TZ: 'UTC',
    PATH: `${join(to.host.home, 'bin')}:${process.env['PATH']}`,
  }
  const installed = await planctl(['scheduletasks', '--install', '--schedule=daily'], { env })
  expect([installed.exitCode, installed.stdout]).toEqual([
    0,
    expect.stringMatching(/^Wrote in the crontab[^]*put them into the settings file/),
  ])
  const removed = await planctl(['scheduletasks', '--uninstall'], { env })
  expect([removed.exitCode, removed.stdout]).toEqual([
    0,
    expect.stringMatching(/"daily" was removed from the crontab/),
  ])
  const unknown = await planctl(['scheduletasks', '--install', '--schedule=nowhere'], { env })
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringMatching(/no group "nowhere"/)])
  const missing = await planctl(['scheduletasks'], { env })
  expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringMatching(/"?schedule"?.*required/)])
})

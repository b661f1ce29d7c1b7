import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describedCommand } from '../../src/cli/command-page.ts'
import { allListings } from '../../src/cli/program.ts'
import { detail, mainCases } from '../support/detail.ts'
import { planctl, planctlPath } from '../support/planctl.ts'
import { runProgram } from '../support/programs.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planctl-usage-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('planctl used wrongly', () => {
  it.each([
    [[], /Usage: planctl <command>/],
    [['nonsense'], /unknown command 'nonsense'/],
    [['runservr'], /Did you mean runserver\?/],
    [['runserver', '--prot=1'], /unknown option '--prot=1'[\s\S]*--port/],
    [['runserver', '--port=eight'], /--port must be integer, not "eight"/],
    [['status', '7', 'nosuch'], /<id> must be integer, not "nosuch"\. Numbers of tasks\./],
    [['emailreport', '--report=a.csv'], /^planctl: --recipient is required\.$/m],
    [['trial'], /^planctl: --edits is required\.$/m],
    [['loaddata'], /missing required argument 'fixture'/],
    [['loaddata', 'a', 'b'], /too many arguments/],
    [['database', 'restart'], /Allowed choices are start, stop, status/],
    [['test', 'nothing'], /<module> must be one of .*data.*, not "nothing"/],
  ])('%j ends with 2 and says why', async (args, message) => {
    const { exitCode, stderr, stdout } = await warmPlanctl(args, { cwd: folder })
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('    at ')
    expect([exitCode, stdout]).toEqual([2, ''])
  })

  it.each([
    ['--port=70000', /--port must be <= 65535, not 70000/],
    ['--workers=0', /--workers must be >= 1, not 0/],
  ])('runserver %s ends with 2 and says why', detail, async (option, message) => {
    const { exitCode, stderr } = await warmPlanctl(['runserver', option], { cwd: folder })
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)])
  })

  it('with wrong settings names all of them', async () => {
    const env = { PLANCTL_PORT: 'x', PLANCTL_LOG_LEVEL: 'loud' }
    const { exitCode, stderr } = await warmPlanctl(['migrate'], { cwd: folder, env })
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/PLANCTL_PORT[\s\S]*PLANCTL_LOG_LEVEL|PLANCTL_LOG_LEVEL[\s\S]*PLANCTL_PORT/)
  })
})

describe('a command without a process of its own', () => {
  it.each(
    mainCases(
      [[['migrate']], [['runservr']], [['settings', '--debug']], [['status', '--status=Broken']]],
      ([[name]]) => name === 'status',
    ),
  )('gives and says the same as one with a process: %j', async (args) => {
    const options = { cwd: folder, env: { PLANCTL_LOG_LEVEL: args[0] === 'migrate' ? 'loud' : 'warn' } }
    // The second of two, since the first one has loaded the code.
    await warmPlanctl(args, options)
    expect(await warmPlanctl(args, options)).toEqual(await planctl(args, options))
  })
})

describe('planctl asked for help', () => {
  it('lists every command with what it does', async () => {
    const { exitCode, stdout } = await warmPlanctl(['--help'], { cwd: folder })
    expect(exitCode).toBe(0)
    for (const { name, title } of allListings()) expect(stdout).toMatch(new RegExp(`  ${name} +${title}`))
  })

  it.each(allListings().map(({ name }) => name))(
    '%s teaches: what it does, options, examples',
    async (name) => {
      let help = ''
      const command = await describedCommand(name)
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
      expect(help).toContain(`Usage: planctl ${name}`)
      expect(help).toContain('Options:')
      expect(help).toMatch(/Examples:\n  .*planctl/)
    },
  )

  it('shows the same by its command', detail, async () => {
    const [command, option] = await Promise.all([
      warmPlanctl(['help', 'migrate']),
      warmPlanctl(['migrate', '--help']),
    ])
    expect(command).toEqual(option)
    expect(command).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Usage: planctl migrate') })
  })

  it('tells its version from anywhere, through links', async () => {
    await mkdir(join(folder, 'bin'))
    await symlink(planctlPath, join(folder, 'planctl-link'))
    await symlink('../planctl-link', join(folder, 'bin/planctl'))
    const plain = await planctl(['--version'])
    expect(plain.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` }
    for (const launcher of [join(folder, 'bin/planctl'), 'planctl']) {
      expect(await planctl(['--version'], { launcher, cwd: folder, env })).toEqual(plain)
    }
  })
})

describe.runIf(existsSync('/dev/full'))('planctl whose output cannot be written', () => {
  it('says so and fails, whatever the command has done', async () => {
    const { code, errors } = await runProgram('sh', ['-c', '"$0" --version > /dev/full', planctlPath])
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^planctl: The output cannot be written: ENOSPC/),
    ])
  })

  it('is silent about a reader that has read enough', async () => {
    const { errors } = await runProgram('sh', ['-c', '"$0" --help | head -1', planctlPath])
    expect(errors).toBe('')
  })
})

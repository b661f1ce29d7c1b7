/** Reads and writes the crontab of the account that runs the command, and checks whether the account may have one. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { englishText } from '../../../errors/plain-text.ts'
import { ServiceError } from '../../../errors/service-error.ts'

export interface CronHost {
  readonly user: string
  /** Folder with cron.allow and cron.deny. */
  readonly etc: string
  readonly env: NodeJS.ProcessEnv
}

export const refused = (reason: string): ServiceError =>
  new ServiceError('command_failed', { reason: englishText(reason) })

/** Throws `command_failed` naming the file that prevents the user from having a crontab. */
export async function requireCronPermission({ user, etc }: CronHost): Promise<void> {
  const allowed = await namesIn(join(etc, 'cron.allow'))
  if (allowed !== undefined) {
    if (allowed.has(user)) return
    throw refused(`The user "${user}" may not use cron: add the name to ${join(etc, 'cron.allow')}.`)
  }
  const denied = await namesIn(join(etc, 'cron.deny'))
  if (denied?.has(user) === true) {
    throw refused(`The user "${user}" may not use cron: remove the name from ${join(etc, 'cron.deny')}.`)
  }
}

async function namesIn(file: string): Promise<ReadonlySet<string> | undefined> {
  try {
    const text = await readFile(file, 'utf8')
    return new Set(text.split('\n').map((line) => line.trim()))
  } catch {
    return undefined
  }
}

/** Returns the lines of the crontab; none if there is no crontab yet. */
export async function readCrontab({ env }: CronHost): Promise<readonly string[]> {
  const { code, output, errors } = await runProgram('crontab', ['-l'], env)
  if (code === 0) return output.replace(/\n$/, '').split('\n')
  if (/no crontab for/i.test(errors)) return []
  throw refused(`crontab cannot be used: ${errors.trim()}`)
}

export async function writeCrontab({ env }: CronHost, lines: readonly string[]): Promise<void> {
  const { code, errors } = await runProgram('crontab', ['-'], env, `${lines.join('\n')}\n`)
  if (code !== 0) throw refused(`The crontab was not changed: ${errors.trim()}`)
}

export interface ProgramEnd {
  /** Exit code; undefined if the program is not installed. */
  readonly code: number | undefined
  readonly output: string
  readonly errors: string
}

export function runProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input = '',
): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    const child = execFile(program, [...args], { env, timeout: 20_000 }, (error, output, errors) => {
      const missing = error !== null && error.code === 'ENOENT'
      resolve({
        code: missing ? undefined : (child.exitCode ?? 1),
        output,
        errors: errors || (error?.message ?? ''),
      })
    })
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}

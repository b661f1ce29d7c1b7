/** Runs programs of the machine as child processes, such as curl and wget. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ProgramResult {
  /** Exit code; null if a signal ended the program. */
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Returns whether a program is installed. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
}

/** Runs a program to its end. A failure is returned as a result, not thrown. */
export function runProgram(program: string, args: readonly string[]): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const options = { timeout: 30_000, maxBuffer: 64 * 2 ** 20 }
    const child = execFile(program, [...args], options, (_error, output, errors) => {
      resolve({ code: child.exitCode, output, errors })
    })
  })
}

/** Creates a temporary file with a text and returns its path. */
export async function temporaryFile(text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'planning-test-')), 'file')
  await writeFile(path, text)
  return path
}

/** Installs the client generators of the package in this folder, once for each lock file. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const here = import.meta.dirname
const cache = join(here, '../../node_modules/.cache')
const timeoutMs = 120_000

export interface Ended {
  readonly code: number | null
  readonly output: string
}

/** Runs a program in a folder to its end. */
export function runIn(folder: string, program: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: folder, timeout: timeoutMs, maxBuffer: 64 * 2 ** 20 }
    const child = execFile(program, [...args], options, (_error, output, errors) => {
      resolve({ code: child.exitCode, output: `${output}${errors}` })
    })
  })
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Returns the folder with the generators, or the reason why they cannot be installed, for example without a registry.
 */
export async function installGenerators(): Promise<{ readonly folder: string } | { readonly why: string }> {
  const lock = await readFile(join(here, 'package-lock.json'))
  const folder = join(
    cache,
    `openapi-clients-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`,
  )
  if (await exists(folder)) return { folder }
  const draft = `${folder}.${process.pid}`
  await mkdir(draft, { recursive: true })
  try {
    for (const name of ['package.json', 'package-lock.json']) {
      await copyFile(join(here, name), join(draft, name))
    }
    const { code, output } = await runIn(draft, 'npm', [
      'ci',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      '--fetch-retries=1',
      '--fetch-timeout=20000',
    ])
    if (code !== 0) return { why: output.slice(-500) }
    await rename(draft, folder)
    return { folder }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

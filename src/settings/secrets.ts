/** Secrets of the installation: made once, kept under `<VAR>/secrets`, readable by its owner only. */
import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from './settings.ts'

/** The secret of a name; made on first use. Of two processes that make it at once both get the same. */
export async function installationSecret(settings: Pick<Settings, 'VAR'>, name: string): Promise<string> {
  const folder = join(settings.VAR, 'secrets')
  const file = join(folder, name)
  const known = await read(file)
  if (known !== undefined) return known
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  // Linked into place once complete: nobody ever reads half a secret.
  const draft = join(folder, `.${name}.${process.pid}.${randomBytes(4).toString('hex')}`)
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
  return (await read(file)) ?? ''
}

/** Secret with which JSON web tokens are signed: the setting, or one of the installation's own. */
export async function jwtSecret(settings: Pick<Settings, 'VAR' | 'JWT_SECRET'>): Promise<string> {
  return settings.JWT_SECRET ?? installationSecret(settings, 'jwt')
}

async function read(file: string): Promise<string | undefined> {
  try {
    const text = (await readFile(file, 'utf8')).trim()
    return text === '' ? undefined : text
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

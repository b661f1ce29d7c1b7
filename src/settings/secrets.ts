/** Secrets of the installation: made once, kept under `<VAR>/secrets`, readable by its owner only. */
import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from './settings.ts'

/** The secret of a name; made on first use. Of two processes that make it at once both get the same. */
export async function installationSecret(settings: Pick<Settings, 'VAR'>, name: string): Promise<string> {
  const folder = join(settings.VAR, 'secrets')
  return ownFile(folder, name, { folder: 0o700, file: 0o600 }, () => chmod(folder, 0o700))
}

/** The random text in a file of a folder; both are made on first use, with the modes given. */
export async function ownFile(
  folder: string,
  name: string,
  modes: { readonly folder: number; readonly file: number },
  onFolderMade: () => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const file = join(folder, name)
  const known = await read(file)
  if (known !== undefined) return known
  await mkdir(folder, { recursive: true, mode: modes.folder })
  await onFolderMade()
  // Linked into place once complete: nobody ever reads half a secret.
  const draft = join(folder, `.${name}.${process.pid}.${randomBytes(4).toString('hex')}`)
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: modes.file, flush: true })
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

/** The secret if there is one already. */
export async function existingJwtSecret(
  settings: Pick<Settings, 'VAR' | 'JWT_SECRET'>,
): Promise<string | undefined> {
  return settings.JWT_SECRET ?? readOwnFile(join(settings.VAR, 'secrets'), 'jwt')
}

/** The text in a file of a folder; undefined when there is none. */
export const readOwnFile = (folder: string, name: string): Promise<string | undefined> =>
  read(join(folder, name))

async function read(file: string): Promise<string | undefined> {
  try {
    const text = (await readFile(file, 'utf8')).trim()
    return text === '' ? undefined : text
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

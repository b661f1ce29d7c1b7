/** Secrets of the installation: created on first use and stored in `<VAR>/secrets`, readable by the owner only. */
import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '../errors/service-error.ts'
import type { Settings } from './settings.ts'

/**
 * Returns the secret with a name and creates it on first use. Two processes that create it concurrently get the same
 * value.
 */
export async function installationSecret(settings: Pick<Settings, 'VAR'>, name: string): Promise<string> {
  const folder = join(settings.VAR, 'secrets')
  return ownFile(folder, name, { folder: 0o700, file: 0o600 }, () => chmod(folder, 0o700))
}

/**
 * Returns the random text of a file. Creates folder and file on first use, with the given modes. Throws
 * `invalid_settings` for an empty file.
 */
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
  // Linked into place when complete, so that no process reads an incomplete secret.
  const draft = join(folder, `.${name}.${process.pid}.${randomBytes(4).toString('hex')}`)
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: modes.file, flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
  const made = await read(file)
  if (made !== undefined) return made
  const reason = `The file ${file} of a secret is empty. Restore it from a backup of VAR, or delete it: a new secret is created at the next start.`
  throw new ServiceError('invalid_settings', { reason })
}

/** Returns the secret that signs JSON web tokens: the setting, or the secret of the installation. */
export async function jwtSecret(settings: Pick<Settings, 'VAR' | 'JWT_SECRET'>): Promise<string> {
  return settings.JWT_SECRET ?? installationSecret(settings, 'jwt')
}

/** Returns the secret if it exists. */
export async function existingJwtSecret(
  settings: Pick<Settings, 'VAR' | 'JWT_SECRET'>,
): Promise<string | undefined> {
  return settings.JWT_SECRET ?? readOwnFile(join(settings.VAR, 'secrets'), 'jwt')
}

/** The state of a secret of the installation: not usable, or readable by other accounts than its owner. */
export interface SecretFault {
  readonly path: string
  /** Error code of the system; undefined if the file is readable by others. */
  readonly code: string | undefined
}

/** Returns the secrets of the installation that cannot be read, or that other accounts can read. */
export async function secretFaults({ VAR }: Pick<Settings, 'VAR'>): Promise<readonly SecretFault[]> {
  const folder = join(VAR, 'secrets')
  try {
    // In a folder that others may not enter, the modes of the files do not matter.
    const isClosed = ((await stat(folder)).mode & 0o001) === 0
    const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
    const faults = await Promise.all(names.map((name) => secretFault(join(folder, name), isClosed)))
    return faults.flat()
  } catch (error) {
    return unusable(folder, error)
  }
}

async function secretFault(path: string, isClosed: boolean): Promise<readonly SecretFault[]> {
  try {
    await readFile(path)
    const { mode } = await stat(path)
    return isClosed || (mode & 0o004) === 0 ? [] : [{ path, code: undefined }]
  } catch (error) {
    return unusable(path, error)
  }
}

function unusable(path: string, error: unknown): readonly SecretFault[] {
  if (!(error instanceof Error && 'code' in error)) throw error
  return error.code === 'ENOENT' ? [] : [{ path, code: String(error.code) }]
}

/** Returns the text of a file; undefined if the file does not exist. */
export const readOwnFile = (folder: string, name: string): Promise<string | undefined> =>
  read(join(folder, name))

async function read(file: string): Promise<string | undefined> {
  try {
    const text = (await readFile(file, 'utf8')).trim()
    return text === '' ? undefined : text
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    if (code === 'ENOENT') return undefined
    if (code === undefined) throw error
    const reason = `The file ${file} of a secret cannot be read (${code}). Give it to the account that runs the service, with the mode 600.`
    throw new ServiceError('invalid_settings', { reason }, { cause: error })
  }
}

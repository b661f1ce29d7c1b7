/** Log segments of a cluster that are not in the archive yet, after a crash or while a disk is full. */
import { chown, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { archivePaths } from './archive.ts'
import { copySafely, flushFolder } from './base-backup.ts'

const compress = promisify(gzip)

/** Size of a segment, in bytes; the same in all clusters that this service creates with `initdb`. */
const segmentBytes = 16n * 2n ** 20n

/** Copies those segments to the log of another cluster, which reads them after the end of its archive. */
export async function copyUnarchived(
  data: string,
  target: string,
  archive: string,
  signal: AbortSignal,
): Promise<void> {
  for (const name of await unarchived(data, archive)) {
    signal.throwIfAborted()
    await copySafely(join(data, 'pg_wal', name), join(target, 'pg_wal', name))
  }
}

/** Archives those segments of a cluster that will not run again. */
export async function archiveRest(data: string, archive: string): Promise<void> {
  const { wal } = archivePaths(archive)
  const { uid, gid } = await stat(wal)
  for (const name of await unarchived(data, archive)) {
    const draft = join(wal, `${name}.new`)
    const bytes = await compress(await readFile(join(data, 'pg_wal', name)), { level: 1 })
    await writeFile(draft, bytes, { mode: 0o600, flush: true })
    // The server reads the file when it recovers.
    await chown(draft, uid, gid)
    await rename(draft, join(wal, `${name}.gz`))
  }
  await flushFolder(wal)
}

async function unarchived(data: string, archive: string): Promise<readonly string[]> {
  const folder = join(data, 'pg_wal')
  const archived = new Set(await readdir(archivePaths(archive).wal).catch(() => []))
  const found: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    if (archived.has(`${name}.gz`)) continue
    if (name.endsWith('.history') || (await isWritten(join(folder, name), name))) found.push(name)
  }
  return found
}

/**
 * Returns whether a segment was written. PostgreSQL renames old segments to names of future ones; only a segment that
 * was started contains its own position in its header.
 */
async function isWritten(path: string, name: string): Promise<boolean> {
  if (!/^[0-9A-F]{24}$/.test(name)) return false
  await using handle = await open(path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0)
  if (bytesRead < 16) return false
  const place = BigInt(`0x${name.slice(8, 16)}`) * 2n ** 32n + BigInt(`0x${name.slice(16)}`) * segmentBytes
  return (
    buffer.readUInt32LE(4) === Number.parseInt(name.slice(0, 8), 16) && buffer.readBigUInt64LE(8) === place
  )
}

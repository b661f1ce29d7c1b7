/** The folders of files of a scenario over HTTP, for tests: a server with small limits, and requests for files. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTaskServer, type TaskServer } from './task-server.ts'
import { buildUser } from './users.ts'

/** Limit of a file in bytes; that of a folder is three times as large. */
export const limit = 1_000_000

/** Returns a form with a file for each field. */
export function form(
  files: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>> = {},
): FormData {
  const data = new FormData()
  for (const [field, text] of Object.entries(files))
    data.append(field, new Blob([text]), names[field] ?? 'blob')
  return data
}

/**
 * Starts a server for the tests of a file; each starts with empty folders. Users: `filer` may manage files, `planner`
 * may export, `norights` may do nothing, and `outsider` may use only `scenario1`.
 */
export function serveFiles() {
  let server: TaskServer
  let folder: string
  let aside: string

  beforeAll(async () => {
    aside = await mkdtemp(join(tmpdir(), 'files-aside-'))
    server = await startTaskServer({ MAX_FILE_SIZE: String(limit), MAX_FOLDER_SIZE: String(3 * limit) })
    folder = join(server.folder, 'upload/default')
    const { database } = server
    await buildUser(database, { username: 'filer', rights: { default: ['execute.manage_files'] } })
    await buildUser(database, { username: 'norights', rights: { default: [] } })
    await buildUser(database, { username: 'planner', rights: { default: ['execute.run_exporttofolder'] } })
    await buildUser(database, { username: 'outsider', rights: { scenario1: 'superuser' } })
  }, 60_000)

  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await rm(aside, { recursive: true, force: true })
  })

  beforeEach(async () => {
    await rm(folder, { recursive: true, force: true })
    await mkdir(join(folder, 'export'), { recursive: true })
  })

  const upload = (data: FormData, as = 'admin') =>
    server.request('POST', '/execute/uploadtofolder/0/', { body: data, as })

  /** Returns the names of all stored files, drafts included. */
  const stored = async (): Promise<readonly string[]> =>
    (await readdir(folder)).filter((name) => name !== 'export').toSorted()

  const put = (name: string, text: string): Promise<void> => writeFile(join(folder, 'export', name), text)

  const get = (name: string, headers: Readonly<Record<string, string>> = {}) =>
    server.request('GET', `/execute/downloadfromfolder/1/${encodeURIComponent(name)}/`, { headers })

  const remove = (name: string, number = 0, method = 'DELETE') =>
    server.request(method, `/execute/deletefromfolder/${number}/${name}/`)
  return {
    server: () => server,
    /** The folder of imports, in which that of exports is. */
    folder: () => folder,
    /** A folder elsewhere, for what links lead to. */
    aside: () => aside,
    upload,
    stored,
    put,
    get,
    remove,
  }
}

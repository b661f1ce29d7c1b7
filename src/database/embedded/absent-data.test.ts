/** Tests that data which are not where they should be are missed, instead of being replaced by an empty database. */
import { mkdir, mkdtemp, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type EmbeddedPaths, embeddedPaths } from './paths.ts'
import { replacementFile } from './has-cluster.ts'
import { dataFolder } from './reachable-place.ts'
import { finishReplacement } from './replace-data.ts'

async function inFolder(run: (paths: EmbeddedPaths, folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'absent-data-'))
  try {
    const own = join(folder, 'postgres')
    await mkdir(own)
    await run(embeddedPaths(own), folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

it('a link to a volume that is not mounted is refused and stays', () =>
  inFolder(async (paths, folder) => {
    const place = join(folder, 'volume/shop-1/data')
    await symlink(place, paths.data)
    await expect(dataFolder(paths, undefined)).rejects.toMatchObject({
      code: 'unusable_database',
      message: expect.stringContaining(`there is no folder ${join(folder, 'volume/shop-1')}`),
    })
    expect(await readlink(paths.data)).toBe(place)
  }))

it('the cluster of a first start that was ended before it was made is made where the link leads', () =>
  inFolder(async (paths, folder) => {
    const place = join(folder, 'volume/shop-1/data')
    await mkdir(join(folder, 'volume/shop-1'), { recursive: true })
    await symlink(place, paths.data)
    expect(await dataFolder(paths, undefined)).toBe(place)
  }))

it('a replacement of which neither cluster is there is refused and stays noted', () =>
  inFolder(async (paths, folder) => {
    const [draft, aside] = [join(folder, 'restored'), join(folder, 'before')]
    const note = { data: paths.data, draft, aside, password: 'secret', rest: null, note: null }
    await writeFile(replacementFile(paths.folder), JSON.stringify(note))
    await expect(finishReplacement(paths)).rejects.toMatchObject({
      code: 'unusable_database',
      message: expect.stringContaining(`move the earlier database ${aside} to ${paths.data}`),
    })
    expect(await readFile(replacementFile(paths.folder), 'utf8')).toContain(draft)
  }))

/** Makes a release with one additional migration from the sources of this one. */
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** Name of the additional migration of the schema `control`. */
export const newerMigration = '9001_of_the_newer_release'

export interface Release {
  /** Path of the command line, for Node. */
  readonly program: string
  /** Path of the launcher. */
  readonly launcher: string
}

/** Makes the release below a folder. */
export async function makeNewerRelease(folder: string): Promise<Release> {
  const release = join(folder, 'release')
  await mkdir(release)
  await Promise.all(
    ['src', 'words', 'migrations', 'package.json', 'planctl', 'docs', 'settings.toml'].map((name) =>
      cp(join(root, name), join(release, name), { recursive: true }),
    ),
  )
  await symlink(join(root, 'node_modules'), join(release, 'node_modules'))
  await writeFile(
    join(release, `migrations/control/${newerMigration}.sql`),
    'CREATE TABLE "novelty" ("id" bigint PRIMARY KEY);\n',
  )
  return { program: join(release, 'src/cli/main.ts'), launcher: join(release, 'planctl') }
}

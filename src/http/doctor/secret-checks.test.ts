import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installationSecret } from '../../settings/secrets.ts'
import { checkSecrets } from './machine-checks.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'))
})

afterAll(() => rm(folder, { recursive: true }))

test('secrets are named when they cannot be read, and when other accounts can read them', async () => {
  const VAR = join(folder, 'odd-secrets')
  await installationSecret({ VAR }, 'fine')
  // A folder cannot be read as a file, also by root.
  await mkdir(join(VAR, 'secrets/jwt'))
  const file = join(VAR, 'secrets/jwt')
  await expect(installationSecret({ VAR }, 'jwt')).rejects.toMatchObject({
    code: 'invalid_settings',
    message: expect.stringContaining(`The file ${file} of a secret cannot be read (EISDIR).`),
  })
  const unreadable = { check: 'folders', state: 'failed', message: { code: 'check_secret_unreadable' } }
  expect(await checkSecrets({ VAR })).toMatchObject([unreadable])
  await chmod(join(VAR, 'secrets/fine'), 0o644)
  expect(await checkSecrets({ VAR })).toHaveLength(1)
  await chmod(join(VAR, 'secrets'), 0o755)
  const open = { state: 'warning', message: { params: { path: join(VAR, 'secrets/fine') } } }
  expect(await checkSecrets({ VAR })).toMatchObject([open, unreadable])
  expect(await checkSecrets({ VAR: join(folder, 'without-secrets') })).toEqual([])
})

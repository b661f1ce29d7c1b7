/** Runs the tests of one module or of all. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '../../contract/type.ts'
import { englishText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { defineCommand } from '../command.ts'

const root = join(import.meta.dirname, '../../..')

export const test = defineCommand({
  help: `A module is a folder of src (data, auth, http, …), of extensions, "fixtures", or "test" for the suites of the whole
service. Without a module all tests run. They use a separate PostgreSQL server.`,
  examples: [
    ['planctl test data', 'the read path and the write path'],
    ['planctl test', 'everything'],
  ],
  parameters: Type.Object({
    module: Type.Optional(Type.String({ minLength: 1, description: 'Folder of the tests to run.' })),
  }),
  positional: ['module'],
  run: async ({ signal }, { module: name }) => {
    const runner = join(root, 'node_modules/vitest/vitest.mjs')
    if (!existsSync(runner)) {
      const reason = `The test tools are not installed. Run: cd ${root} && npm ci --include=dev`
      throw new ServiceError('command_failed', { reason: englishText(reason) })
    }
    const modules = await testModules()
    const folder = name === undefined ? undefined : modules.get(name)
    if (name !== undefined && folder === undefined) {
      const known = [...modules.keys()].toSorted().join(', ')
      throw new ServiceError('usage', { reason: `<module> must be one of ${known}, not "${name}".` })
    }
    const args = [runner, 'run', ...(folder === undefined ? [] : [`${join(root, folder)}/`])]
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
    signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
    const [code] = await once(child, 'exit')
    if (signal.aborted) throw new ServiceError('canceled')
    if (code !== 0) throw new ServiceError('command_failed', { reason: englishText('Tests have failed.') })
  },
})

/** Returns the folders with tests by module name. */
async function testModules(): Promise<ReadonlyMap<string, string>> {
  const modules = new Map([
    ['fixtures', 'fixtures'],
    ['test', 'test'],
  ])
  for (const parent of ['src', 'extensions']) {
    const entries = await readdir(join(root, parent), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const folder = `${parent}/${entry.name}`
      if (entry.isDirectory() && (await hasTests(folder))) modules.set(entry.name, folder)
    }
  }
  return modules
}

async function hasTests(folder: string): Promise<boolean> {
  const files = await readdir(join(root, folder), { recursive: true })
  return files.some((file) => file.endsWith('.test.ts'))
}

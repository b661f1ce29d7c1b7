/**
 * Tests that client generators accept the OpenAPI document, and that the generated clients can be used for every
 * entity.
 */
import { cp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { detail } from '../support/detail.ts'
import { goodPassword } from '../support/good-password.ts'
import { withTempFolder } from '../support/temp-folder.ts'
import { installGenerators, runIn } from './install.ts'
import { clientsOf, fetchProgram, heyProgram } from './programs.ts'

const installed = await installGenerators()
if ('why' in installed) {
  const reason = `The generators of clients cannot be installed. ${installed.why}`
  const isOffline = process.env['OFFLINE'] === '1'
  // In CI a skipped check must not look like a passed check.
  if (process.env['CI'] !== undefined && !isOffline)
    throw new Error(`${reason} Set OFFLINE=1 to skip these tests.`)
  process.stdout.write(`SKIPPED: generated clients are not checked. ${reason}\n`)
}

let server: ApiServer
let document: unknown

beforeAll(async () => {
  server = await startApiServer()
  document = (await server.api.get('/openapi.json')).json
})
afterAll(() => server[Symbol.asyncDispose]())

/** Creates a folder with the document and the generators. */
function withDocument<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  if ('why' in installed) throw new Error(installed.why)
  const { folder: generators } = installed
  return withTempFolder(async (folder) => {
    await cp(generators, folder, { recursive: true, filter: (path) => !path.endsWith('/node_modules') })
    await symlink(join(generators, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
    return use(folder)
  })
}

const tsconfig = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: false,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
}

const typescript = 'node_modules/typescript/bin/tsc'

/** Generates a client, writes a program that uses it, and compiles both. Returns the errors. */
async function checkProgram(
  generator: readonly string[],
  name: string,
  program: string,
): Promise<readonly string[]> {
  return withDocument(async (folder) => {
    const generated = await runIn(folder, process.execPath, generator)
    if (generated.code !== 0) throw new Error(generated.output)
    await writeFile(join(folder, name), program)
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ ...tsconfig, files: [name] }))
    const { output } = await runIn(folder, process.execPath, [typescript])
    return output.split('\n').filter((line) => line !== '')
  })
}

/** Returns the message of the linter for a path without responses of success. */
const lacksSuccess = (path: string): string =>
  `warn operation-2xx-response #/paths/${path.replaceAll('/', '~1')}/get/responses Operation must have at least one \`2XX\` response.`

const skipped = 'why' in installed ? ' (SKIPPED: no registry of packages)' : ''

it.skipIf('why' in installed)(`has no errors for a linter, and these warnings${skipped}`, async () => {
  const output = await withDocument(async (folder) => {
    await cp(join(import.meta.dirname, 'lint.mjs'), join(folder, 'lint.mjs'))
    return (await runIn(folder, process.execPath, ['lint.mjs'])).output
  })
  const problems: unknown = JSON.parse(output)
  // These paths redirect.
  expect(problems).toEqual([lacksSuccess('/login/{provider}/'), lacksSuccess('/login/{provider}/callback/')])
})

it('has clients for every entity', () => {
  const clients = clientsOf(document)
  expect(clients.length).toBeGreaterThan(40)
  const demand = clients.find(({ name }) => name === 'input.demand')
  expect(demand).toMatchObject({ post: '{ name: "x" }', required: ['name'], filter: 'source: "x"' })
})

/** Timeout for machines on which other programs use the processors, in milliseconds. */
const longMs = 240_000

it.skipIf('why' in installed)(
  `makes types with openapi-typescript${skipped}`,
  { ...detail, timeout: longMs },
  async () => {
    const generator = ['node_modules/openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'schema.d.ts']
    expect(await checkProgram(generator, 'program.ts', fetchProgram(clientsOf(document)))).toEqual([])
  },
)

it.skipIf('why' in installed)(
  `makes a client with @hey-api/openapi-ts${skipped}`,
  async () => {
    const generator = ['node_modules/@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'hey']
    expect(await checkProgram(generator, 'program.ts', heyProgram(clientsOf(document)))).toEqual([])
  },
  longMs,
)

it.skipIf('why' in installed)('serves a client', async () => {
  const { output } = await withDocument(async (folder) => {
    await cp(join(import.meta.dirname, 'use-client.mjs'), join(folder, 'use-client.mjs'))
    return runIn(folder, process.execPath, ['use-client.mjs', server.url, 'superuser', goodPassword])
  })
  const served = { made: 'client 1', changed: true, listed: ['client 1'], none: 0 }
  expect(JSON.parse(output)).toEqual({ location: served, customer: served, item: served, demand: served })
})

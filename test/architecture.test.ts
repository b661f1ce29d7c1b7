import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  findCycles,
  importsOf,
  missingHeads,
  type SourceFile,
  sizeReport,
  wrongImports,
  wrongWebImports,
} from './support/architecture.ts'
import { missingWords, routesOf } from './support/screen-words.ts'

const root = join(import.meta.dirname, '..')
let files: readonly SourceFile[]
let webFiles: readonly SourceFile[]

async function readSources(folder: string): Promise<readonly SourceFile[]> {
  const names = await readdir(join(root, folder), { recursive: true })
  return Promise.all(
    names
      .filter((name) => /\.tsx?$/.test(name))
      .map(async (name) => {
        const path = `${folder}/${name.replaceAll('\\', '/')}`
        return { path, text: await readFile(join(root, path), 'utf8') }
      }),
  )
}

const loadsTypeBox = (file: SourceFile): boolean =>
  !file.path.endsWith('.test.ts') &&
  importsOf(file).some(({ target, isTypeOnly }) => target.startsWith('typebox') && !isTypeOnly)

/** Folders of the command line and of the start of the service, which have no language of their own. */
const operatorFolders = ['src/cli/', 'src/database/embedded/', 'src/tasks/schedules/system/', 'src/tracing/']

/** Other files with English texts in errors: they fail before a user is known. */
const englishFiles = ['src/service/shared-places.ts']

beforeAll(async () => {
  files = await readSources('src')
  webFiles = await readSources('web/src')
})

const circle = (kind: string): readonly SourceFile[] => [
  { path: 'src/data/a.ts', text: `import { b } from './b.ts'` },
  { path: 'src/data/b.ts', text: `import { c } from './c/c.ts'` },
  { path: 'src/data/c/c.ts', text: `import ${kind}{ a } from '../a.ts'` },
]

describe('the judge of imports', () => {
  it.each([
    ['src/data/a.ts', `import { b } from '../auth/b.ts'`, 'data may not import auth'],
    ['src/data/a.ts', `export { b } from '../http/b.ts'`, 'data may not import http'],
    ['src/data/a.ts', `import {\n  type B,\n} from '../tasks/b.ts'`, 'data may not import tasks'],
    ['src/data/a.ts', `const b = await import('../cli/b.ts')`, 'data may not import cli'],
    ['src/data/a.ts', `import '../service/b.ts'`, 'data may not import service'],
    ['src/model/a.ts', `import type { B } from '../database/b.ts'`, 'model may not import database'],
    ['src/model/a.ts', `import { readFile } from 'node:fs'`, 'model may not import node:fs'],
    ['src/contract/a.ts', `import pg from 'pg'`, 'contract may not import pg'],
    ['src/planner/a.ts', `import { b } from '../model/b.ts'`, 'planner may not import model'],
    ['src/http/a.ts', `import { b } from '../cli/b.ts'`, 'http may not import cli'],
    ['src/http/a.ts', `import { b } from '../../test/b.ts'`, 'leaves src'],
    ['src/http/a.ts', `import b from '../../words/de/b.json' with { type: 'json' }`, 'leaves src'],
    ['src/nowhere/a.ts', ``, 'room "nowhere" is not in the table'],
  ])('%s: %s is refused', (path, text, message) => {
    expect(wrongImports([{ path, text }])).toEqual([expect.stringContaining(message)])
  })

  it('takes imports that point the right way, and whatever tests want', () => {
    const sound = [
      { path: 'src/data/read/a.ts', text: `import { b } from '../../model/b.ts'\nimport pg from 'pg'` },
      { path: 'src/cli/a.ts', text: `import { b } from '../http/b.ts'\nimport { c } from './c.ts'` },
      { path: 'src/model/a.test.ts', text: `import { b } from '../cli/b.ts'` },
      { path: 'src/errors/a.ts', text: `import b from '../../words/en/b.json' with { type: 'json' }` },
      { path: 'src/model/a.ts', text: `// import { b } from '../cli/b.ts'\n/* import '../cli/c.ts' */` },
    ]
    expect(wrongImports(sound)).toEqual([])
  })

  it.each([
    ['../../../src/model/entity.ts', []],
    ['./b.ts', []],
    ['../platform/api/me.ts', []],
    ['../grid/entity-grid.tsx', [expect.stringContaining('may not import')]],
    ['../elsewhere/a.ts', [expect.stringContaining('may not import')]],
    ['react', []],
    ['../../../src/data/read/read.ts', [expect.stringContaining('may not import')]],
    ['../../build/pages.ts', [expect.stringContaining('may not import')]],
    ['node:fs', [expect.stringContaining('may not import')]],
  ])('lets a folder of the web UI import the folders below it and the model only: %s', (target, faults) => {
    const file = { path: 'web/src/ui/a.ts', text: `import { b } from '${target}'` }
    expect(wrongWebImports([file])).toEqual(faults)
  })

  it.each([
    ['import type', 'schemas', []],
    ['import', 'request', []],
    ['import', 'schemas', [expect.stringContaining('may not import')]],
  ])('lets the web UI import types of the contract: %s of %s', (statement, name, faults) => {
    const text = `${statement} { b } from '../../../src/contract/${name}.ts'`
    expect(wrongWebImports([{ path: 'web/src/ui/a.ts', text }])).toEqual(faults)
  })

  it.each(['', 'type '])('finds circles of files, whatever is imported: "%s"', (kind) => {
    expect(findCycles(circle(kind))).toEqual([
      'src/data/a.ts → src/data/b.ts → src/data/c/c.ts → src/data/a.ts',
    ])
  })

  it('misses no import of a file', () => {
    const text = `import a, { b } from './a.ts'\nimport * as c from "./c.ts"\nexport * from './d.ts'\nimport('./e.ts')`
    expect(importsOf({ path: 'src/data/x.ts', text }).map(({ target }) => target)).toEqual([
      './a.ts',
      './c.ts',
      './d.ts',
      './e.ts',
    ])
  })

  it('wants a head that says what a file is in charge of', () => {
    const text = 'export const a = 1\n'
    expect(missingHeads([{ path: 'src/data/a.ts', text }])).toEqual(['src/data/a.ts'])
    expect(missingHeads([{ path: 'src/model/entities/a.ts', text }])).toEqual([])
    expect(missingHeads([{ path: 'src/data/b.ts', text: `/** Adds. */\n${text}` }])).toEqual([])
  })
})

const screenRoute = (loader: string, before = ''): SourceFile => ({
  path: 'web/src/a/routes.ts',
  text: `${before}\nconst a = createRoute({\n  path: 'a',\n  ${loader},\n  component: lazyScreen(() => import('./screen.tsx'), 'Screen'),\n})`,
})

describe('the judge of words', () => {
  const screen = { path: 'web/src/a/screen.tsx', text: `import { B } from './b.tsx'\nuseTranslation('grid')` }
  const part = { path: 'web/src/a/b.tsx', text: `useTranslation(['trial', 'grid'])` }
  it.each([
    [`loader: loadWords('grid', 'trial')`, ''],
    [`loader: words`, `const words = loadWords('grid', 'trial')\n`],
    [`loader: words`, `const some = ['grid'] as const\nconst words = loadWords(...some, 'trial')\n`],
    [`loader: async () => {\n    await words()\n  }`, `const words = loadWords('trial', 'grid')\n`],
  ])('finds those that a route loads: %s', (loader, before) => {
    expect(missingWords([screen, part, screenRoute(loader, before)])).toEqual([])
  })

  it('names those that a screen needs by its imports', () => {
    expect(missingWords([screen, part, screenRoute(`loader: loadWords('grid')`)])).toEqual([
      'a does not load "trial", which web/src/a/b.tsx uses',
    ])
  })

  it('leaves out parts that are loaded later', () => {
    const later = { ...screen, text: `lazy(() => import('./b.tsx'))\nuseTranslation('grid')` }
    expect(missingWords([later, part, screenRoute(`loader: loadWords('grid')`)])).toEqual([])
  })
})

describe('the source', () => {
  it('imports one way only', () => {
    expect(wrongImports(files)).toEqual([])
  })

  it('loads TypeBox in few places, because that takes longer than some commands run', () => {
    expect(
      files
        .filter(loadsTypeBox)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['src/author/extension.ts', 'src/settings/schema-check.ts'])
  })

  it('writes English into errors only on the command line and at the start', () => {
    const used = files
      .filter(({ path, text }) => path !== 'src/errors/plain-text.ts' && /\benglishText\b/.test(text))
      .map(({ path }) => path)
    expect(
      used.filter((path) => !operatorFolders.some((folder) => path.startsWith(folder))).toSorted(),
    ).toEqual(englishFiles)
  })

  it('of the web UI imports itself and the model, has heads, and is small', () => {
    const own = webFiles.filter(({ path }) => !path.endsWith('.test.ts'))
    expect(wrongWebImports(own)).toEqual([])
    expect(missingHeads(own)).toEqual([])
    const { median, ninetieth, longest } = sizeReport(own)
    expect(median).toBeLessThanOrEqual(90)
    expect(ninetieth).toBeLessThanOrEqual(250)
    expect(longest.filter(({ lines }) => lines > 400)).toEqual([])
  })

  it('loads the words of each screen with its route', () => {
    expect(missingWords(webFiles)).toEqual([])
    const found = webFiles.flatMap(routesOf)
    const screens = webFiles.flatMap(({ text }) => [...text.matchAll(/\blazyScreen\(\(\)/g)])
    expect(found.length).toBe(screens.length)
  })

  it('has no circles', () => {
    expect(findCycles(files)).toEqual([])
    expect(findCycles(webFiles)).toEqual([])
  })

  it('says at the head of every file what the file is in charge of', () => {
    expect(missingHeads(files)).toEqual([])
  })

  it('consists of small files', () => {
    const { median, ninetieth, longest } = sizeReport(files)
    expect(median, `median of ${files.length} files`).toBeLessThanOrEqual(90)
    expect(ninetieth, 'nine of ten files').toBeLessThanOrEqual(250)
    expect(longest.filter(({ lines }) => lines > 400)).toEqual([])
  })
})

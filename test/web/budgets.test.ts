import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt } from '../support/build-web.ts'

const dist = join(import.meta.dirname, '../../web/dist')

interface Chunk {
  readonly file: string
  readonly src?: string
  readonly isDynamicEntry?: boolean
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}

let manifest: Readonly<Record<string, Chunk>>

beforeAll(() => {
  ensureBuilt()
  ;({ manifest } = JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8')))
})

/** Returns the chunks that a chunk requires, itself included. */
function closure(key: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(key)) return found
  found.add(key)
  for (const next of manifest[key]?.imports ?? []) closure(next, found)
  return found
}

/** Returns the transferred size of scripts or styles, in thousands of bytes. */
function weightOf(keys: Iterable<string>, kind: 'js' | 'css'): number {
  const files = new Set(
    [...keys].flatMap((key) => {
      const { file, css = [] } = manifest[key]!
      return kind === 'css' ? css : [file]
    }),
  )
  return [...files].reduce((sum, file) => sum + gzipped(file), 0) / 1000
}

function gzipped(file: string): number {
  const path = join(dist, file)
  return statSync(`${path}.gz`, { throwIfNoEntry: false })?.size ?? statSync(path).size
}

/** Returns the key of a built file. Throws if none has that name. */
function keyOf(ending: string): string {
  const key = Object.keys(manifest).find((name) => name.endsWith(ending))
  if (key === undefined) throw new Error(`Nothing named ${ending} is built.`)
  return key
}

describe('what is loaded', () => {
  it('is little for signing in', () => {
    const login = closure(keyOf('login.html'))
    expect(weightOf(login, 'js')).toBeLessThanOrEqual(110)
    expect(weightOf(login, 'css')).toBeLessThanOrEqual(40)
  })

  it('is bounded for the shell', () => {
    expect(weightOf(closure(keyOf('index.html')), 'js')).toBeLessThanOrEqual(260)
  })

  it('is bounded for every screen, besides the shell and what comes after the content', () => {
    const shell = closure(keyOf('index.html'))
    const heavy = Object.entries(manifest)
      .filter(
        ([key, { isDynamicEntry, src }]) => isDynamicEntry === true && (src ?? key).endsWith('-screen.tsx'),
      )
      .map(([key]) => {
        const own = [...closure(key)].filter(
          (part) => !shell.has(part) && !/engine|entity-grid/.test(manifest[part]!.file),
        )
        return { key, weight: weightOf(own, 'js') }
      })
      .filter(({ weight }) => weight > 60)
    expect(heavy).toEqual([])
  })

  it('is bounded for the grid, which several screens share', () => {
    const grid = Object.keys(manifest).filter((key) => manifest[key]!.file.includes('entity-grid'))
    expect(weightOf(grid, 'js')).toBeLessThanOrEqual(45)
    expect(weightOf(grid, 'js')).toBeGreaterThan(10)
  })

  it('is bounded for charts, which come after the content', () => {
    const shell = closure(keyOf('index.html'))
    const own = [...closure(keyOf('chart/chart-engine.ts'))].filter((part) => !shell.has(part))
    expect(weightOf(own, 'js')).toBeLessThanOrEqual(240)
  })
})

/** Checks the language of the project: banned words do not occur, and constants of time name their unit. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const folders = ['src', 'web/src', 'extensions', 'scripts', 'bench', 'test', 'docs'] as const

/** Banned words and their replacements. */
const banned: Readonly<Record<string, string>> = {
  patience: 'timeout, delay or retention, with its unit',
  impatience: 'timeout',
  housekeeping: 'maintenance',
  janitor: 'cleanup',
  sweep: 'delete or cleanup',
  reap: 'fail abandoned tasks',
  debris: 'remaining files, rows or processes',
  shelf: 'what it holds',
  furnish: 'create',
  'tidy up': 'clean up',
  tidyUp: 'cleanup',
  keepHouse: 'runMaintenance',
  takeIn: 'ingest',
  letGo: 'release',
  whatElse: 'what the function returns',
  tellable: 'visible',
}

const pattern = new RegExp(`\\b(?:${Object.keys(banned).join('|')})\\b`, 'gi')

/** A constant that is named after a time span and set to a bare number. */
const timeWithoutUnit =
  /^(?:export )?const (\w*(?:timeout|delay|interval|pause|grace|retention|lifetime|maxAge|patience)\w*) = [\d_*() .]+$/gim
const unit = /(?:Ms|Seconds|Minutes|Hours|Days|Years)$/

interface Text {
  readonly path: string
  readonly text: string
}

async function readTexts(): Promise<readonly Text[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(root, folder), { recursive: true })
      return names
        .filter((name) => /\.(?:tsx?|mjs|md)$/.test(name))
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    }),
  )
  const paths = [...found.flat(), 'README.md', 'ARCHITECTURE.md'].filter(
    (path) => path !== 'test/language.test.ts',
  )
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
}

const placeOf = ({ path, text }: Text, index: number): string =>
  `${path}:${text.slice(0, index).split('\n').length}`

const bannedIn = (file: Text): readonly string[] =>
  [...file.text.matchAll(pattern)].map((match) => {
    const word = Object.keys(banned).find((one) => one.toLowerCase() === match[0].toLowerCase()) ?? match[0]
    return `${placeOf(file, match.index)}: "${match[0]}"; write ${banned[word]}`
  })

const withoutUnit = (file: Text): readonly string[] =>
  [...file.text.matchAll(timeWithoutUnit)]
    .filter(([, name]) => !unit.test(name ?? ''))
    .map((match) => `${placeOf(file, match.index)}: ${match[1]} names no unit`)

describe('the language of the project', () => {
  it('finds a banned word and a constant of time without a unit', () => {
    const file = {
      path: 'a.ts',
      text: '/** Runs the janitor. */\nconst lockTimeout = 5_000\nconst delayMs = 3\n',
    }
    expect(bannedIn(file)).toEqual(['a.ts:1: "janitor"; write cleanup'])
    expect(withoutUnit(file)).toEqual(['a.ts:2: lockTimeout names no unit'])
  })

  it('uses no words that hide what is done', async () => {
    expect((await readTexts()).flatMap(bannedIn)).toEqual([])
  })

  it('names the unit of every constant of time', async () => {
    expect((await readTexts()).flatMap(withoutUnit)).toEqual([])
  })
})

/**
 * Reads the texts that cells reference by number. About thirty million characters are kept in memory. Beyond that,
 * pages of texts are written to a temporary file, and the most recently used pages are kept in memory.
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { longestCell } from '../cell-kinds.ts'
import { unescapeCharacters } from '../xml-text.ts'
import { type Archive, refusedFile } from './archive.ts'
import { scanPieces } from './small-part.ts'

export interface SharedStrings extends Disposable {
  /**
   * Returns a text, or undefined for an unknown number. A text that is too long for a cell is cut to one character
   * more than the limit.
   */
  at(index: number): string | undefined
}

export interface SpillLimits {
  /** Number of characters in memory before pages are written to disk. */
  readonly memory: number
  /** Number of pages in memory after that. */
  readonly pages: number
}

export interface StringOptions {
  /** Number of texts to read; those after it are shown as an ellipsis. */
  readonly most?: number | undefined
  readonly spill?: SpillLimits
}

const limits: SpillLimits = { memory: 30_000_000, pages: 400 }
const perPage = 256
const largestPart = 2 ** 31
/**
 * Limits against zip bombs. The part contains each text once, so genuine texts are compressed to a twentieth at most.
 * Empty texts are compressed to a thousandth; up to `suspiciousPart` bytes any ratio is accepted, because they are
 * read in a fraction of a second.
 */
const suspiciousPart = 4 * 2 ** 20
const suspiciousRatio = 60

export const noStrings: SharedStrings = { at: () => undefined, [Symbol.dispose]: () => {} }

export async function readSharedStrings(
  archive: Archive,
  part: string | undefined,
  { most = Infinity, spill = limits }: StringOptions = {},
): Promise<SharedStrings> {
  if (part === undefined || !archive.has(part)) return noStrings
  if (archive.size(part) > largestPart)
    throw refusedFile({ code: 'workbook_part_too_large', params: { part } })
  if (archive.size(part) > suspiciousPart && archive.ratio(part) > suspiciousRatio) {
    const times = Math.round(archive.ratio(part))
    throw refusedFile({ code: 'workbook_texts_swell', params: { part, times } })
  }
  const pages = new StringPages(spill)
  try {
    for await (const text of stringsOf(archive, part)) {
      if (pages.count >= most) return cutShort(pages)
      pages.add(text)
    }
    return pages
  } catch (error) {
    pages[Symbol.dispose]()
    throw error
  }
}

/** Returns the texts, with an ellipsis for those that were not read. */
const cutShort = (pages: StringPages): SharedStrings => ({
  at: (index) => (index >= pages.count ? '…' : pages.at(index)),
  [Symbol.dispose]: () => pages[Symbol.dispose](),
})

async function* stringsOf(archive: Archive, part: string): AsyncGenerator<string> {
  let ready: string[] = []
  let text = ''
  let inText = false
  let phonetic = false
  const handler = {
    open: (name: string): void => {
      if (name === 'si') text = ''
      else if (name === 't') inText = !phonetic
      else if (name === 'rPh') phonetic = true
    },
    text: (piece: string): void => {
      if (inText && text.length <= longestCell) text += piece
    },
    close: (name: string): void => {
      if (name === 't') inText = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'si') ready.push(asCellText(text))
    },
  }
  yield* scanPieces(part, archive.read(part), handler, () => {
    const taken = ready
    ready = []
    return taken
  })
}

/** Returns the text of a cell: with unescaped characters, cut to one character more than the limit. */
export const asCellText = (text: string): string => unescapeCharacters(text).slice(0, longestCell + 1)

class StringPages implements SharedStrings {
  readonly #limits: SpillLimits
  /** Pages in memory by number, the most recently used one last. */
  readonly #pages = new Map<number, readonly string[]>()
  readonly #places: { readonly offset: number; readonly length: number }[] = []
  #page: string[] = []
  #count = 0
  #characters = 0
  #file: { readonly descriptor: number; readonly folder: string } | undefined
  #fileSize = 0

  constructor(given: SpillLimits) {
    this.#limits = given
  }

  get count(): number {
    return this.#count
  }

  add(text: string): void {
    this.#page.push(text)
    this.#count += 1
    this.#characters += text.length + 12
    if (this.#page.length === perPage) this.#closePage()
  }

  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return undefined
    const number = Math.floor(index / perPage)
    const page = number === Math.floor(this.#count / perPage) ? this.#page : this.#pageAt(number)
    return page[index % perPage]
  }

  #closePage(): void {
    const number = Math.floor((this.#count - 1) / perPage)
    this.#pages.set(number, this.#page)
    this.#page = []
    if (this.#file === undefined && this.#characters <= this.#limits.memory) return
    if (this.#file === undefined) {
      const folder = mkdtempSync(join(tmpdir(), 'planctl-strings-'))
      this.#file = { folder, descriptor: openSync(join(folder, 'pages'), 'w+', 0o600) }
    }
    for (const [waiting, page] of this.#pages) {
      if (this.#places[waiting] === undefined) this.#write(waiting, page)
    }
    this.#evictOldest()
  }

  #write(number: number, page: readonly string[]): void {
    const bytes = Buffer.from(JSON.stringify(page))
    this.#places[number] = { offset: this.#fileSize, length: bytes.length }
    writeSync(this.#file!.descriptor, bytes, 0, bytes.length, this.#fileSize)
    this.#fileSize += bytes.length
  }

  #pageAt(number: number): readonly string[] {
    const known = this.#pages.get(number)
    if (this.#file === undefined || known !== undefined) {
      if (this.#file !== undefined && known !== undefined) {
        this.#pages.delete(number)
        this.#pages.set(number, known)
      }
      return known ?? []
    }
    const { offset, length } = this.#places[number]!
    const bytes = Buffer.alloc(length)
    readSync(this.#file.descriptor, bytes, 0, length, offset)
    // Written by `#write`.
    const page: readonly string[] = JSON.parse(bytes.toString('utf8'))
    this.#pages.set(number, page)
    this.#evictOldest()
    return page
  }

  #evictOldest(): void {
    for (const number of this.#pages.keys()) {
      if (this.#pages.size <= this.#limits.pages) return
      this.#pages.delete(number)
    }
  }

  [Symbol.dispose](): void {
    if (this.#file === undefined) return
    closeSync(this.#file.descriptor)
    rmSync(this.#file.folder, { recursive: true, force: true })
    this.#file = undefined
  }
}

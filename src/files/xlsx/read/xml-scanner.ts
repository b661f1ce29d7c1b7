/**
 * Parses streamed XML into start tags, text and end tags. Builds no tree and keeps only an incomplete tag in memory.
 *
 * Rejects documents with a DOCTYPE: spreadsheets have none, and a DOCTYPE can define entities. Drops prefixes of
 * names, so that `<x:row>` is a row.
 */
import { unescapeXml } from '../xml-text.ts'

export interface XmlHandler {
  /** Called for a start tag. `tag` is the text between `<` and `>`, for `attributesOf` and `attributeOf`. */
  open(name: string, tag: string): void
  /** Called for a piece of unescaped text; a long text arrives in several pieces. */
  text(piece: string): void
  /** Called for an end tag and for elements without content. */
  close(name: string): void
}

/** Maximum number of characters of a tag, and of a character reference. */
const longestTag = 65_536
const longestReference = 60

export class XmlScanner {
  readonly #handler: XmlHandler
  #rest = ''
  #depth = 0
  #seen = false

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  /** Parses a piece. Throws an Error with the fault of the XML. */
  write(piece: string): void {
    const text = this.#rest === '' ? piece : this.#rest + piece
    let at = 0
    while (at < text.length) {
      const next = text.indexOf('<', at)
      if (next !== at) {
        at = this.#takeText(text, at, next < 0 ? text.length : next, next < 0)
        if (next < 0) break
      }
      const end = this.#takeMarkup(text, at)
      if (end < 0) break
      at = end
    }
    this.#rest = at === 0 ? text : text.slice(at)
    if (this.#rest.length > longestTag) throw new Error('a tag is too long')
  }

  end(): void {
    if (this.#rest.trim() !== '') throw new Error('it ends within a tag')
    if (this.#depth > 0) throw new Error('it ends before its elements do')
    if (!this.#seen) throw new Error('it holds no element')
  }

  /** Passes text to the handler and returns the index after it. Leaves a reference that may continue in the next piece. */
  #takeText(text: string, from: number, to: number, open: boolean): number {
    let end = to
    if (open) {
      const reference = text.lastIndexOf('&')
      if (reference >= from && to - reference < longestReference && !text.includes(';', reference))
        end = reference
    }
    if (end > from && this.#depth > 0) this.#handler.text(unescapeXml(text.slice(from, end)))
    return end
  }

  /** Parses the markup that starts with `<` and returns the index after it, or -1 if it is incomplete. */
  #takeMarkup(text: string, at: number): number {
    const code = text.charCodeAt(at + 1)
    if (Number.isNaN(code)) return -1
    if (code === 47) return this.#takeEnd(text, at)
    if (code === 63) return after(text, '?>', at)
    if (code === 33) return this.#takeSpecial(text, at)
    return this.#takeStart(text, at)
  }

  #takeEnd(text: string, at: number): number {
    const end = text.indexOf('>', at)
    if (end < 0) return -1
    this.#depth -= 1
    if (this.#depth < 0) throw new Error('an element ends that did not begin')
    this.#handler.close(localName(text, at + 2, end))
    return end + 1
  }

  #takeStart(text: string, at: number): number {
    let quote = 0
    let odd = false
    let end = at + 1
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end)
      if (quote !== 0) {
        if (code === quote) quote = 0
      } else if (code === 62) break
      else if (code === 34 || code === 39) quote = code
      else if (
        code < 32 ||
        (code === 61 && (text.charCodeAt(end - 1) === 32 || text.charCodeAt(end + 1) === 32))
      )
        odd = true
    }
    if (end === text.length) return -1
    const empty = text.charCodeAt(end - 1) === 47
    const inner = text.slice(at + 1, empty ? end - 1 : end)
    const tag = odd ? inner.replaceAll(/[\t\n\r]/g, ' ').replaceAll(/(?<! ) *= */g, '=') : inner
    const name = localName(tag, 0, tag.length)
    this.#seen = true
    this.#handler.open(name, tag)
    if (empty) this.#handler.close(name)
    else this.#depth += 1
    return end + 1
  }

  #takeSpecial(text: string, at: number): number {
    if (text.startsWith('<!--', at)) return after(text, '-->', at + 4)
    if (text.startsWith('<![CDATA[', at)) {
      const end = text.indexOf(']]>', at)
      if (end < 0) {
        if (text.length - at > longestTag) throw new Error('a section of CDATA is too long')
        return -1
      }
      if (this.#depth > 0) this.#handler.text(text.slice(at + 9, end))
      return end + 3
    }
    if (text.length - at < 9) return -1
    throw new Error('it has a DOCTYPE, which spreadsheets do not have')
  }
}

const after = (text: string, mark: string, from: number): number => {
  const found = text.indexOf(mark, from)
  return found < 0 ? -1 : found + mark.length
}

/** Returns the name that starts at `from`, without its prefix. */
function localName(text: string, from: number, to: number): string {
  let start = from
  let at = from
  for (; at < to; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 58) start = at + 1
    else if (code <= 32) break
  }
  return text.slice(start, at)
}

/**
 * Returns one attribute of a tag that has no escaped or ambiguous values, such as a cell. `search` is the attribute
 * name with a preceding space and a following `=`.
 */
export function attributeOf(tag: string, search: string): string | undefined {
  const found = tag.indexOf(search)
  if (found < 0) return undefined
  const start = found + search.length
  const end = tag.indexOf(tag[start] ?? '"', start + 1)
  return end < 0 ? undefined : tag.slice(start + 1, end)
}

/** Returns all attributes of a tag by name, including prefixes. */
export function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single] of tag.matchAll(/\s([^\s=]+)=(?:"([^"]*)"|'([^']*)')/g)) {
    found.set(name, unescapeXml(double ?? single ?? ''))
  }
  return found
}

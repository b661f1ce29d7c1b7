/**
 * Takes XML apart while it arrives: beginnings of elements, text, ends of elements. No tree is built, and nothing
 * is held but the tag that is not complete yet.
 *
 * Documents with a DOCTYPE are refused: spreadsheets have none, and entities are defined there. Prefixes of
 * names are dropped, so that `<x:row>` is a row.
 */
import { unescapeXml } from '../xml-text.ts'

export interface XmlHandler {
  /** `tag` is what stands between `<` and `>`, for `attributesOf` and `attributeOf`. */
  open(name: string, tag: string): void
  /** A piece of text, unescaped; a long one comes in several. */
  text(piece: string): void
  /** Also called for elements without content. */
  close(name: string): void
}

/** Characters of one tag, or of a reference to a character. */
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

  /** Throws an Error that says what is wrong with the XML. */
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

  /** Hands text on; answers where it ended. A reference that may go on in the next piece is left. */
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

  /** Takes what begins with `<`; answers where it ends, or -1 when it is not all there yet. */
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
    const tag = odd ? inner.replaceAll(/[\t\n\r]/g, ' ').replaceAll(/ *= */g, '=') : inner
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

/** The name that begins at a place, without its prefix. */
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
 * One attribute of a tag whose attributes are plain ones, such as those of a cell; `search` is its name with a
 * blank in front and `=` behind.
 */
export function attributeOf(tag: string, search: string): string | undefined {
  const found = tag.indexOf(search)
  if (found < 0) return undefined
  const start = found + search.length
  const end = tag.indexOf(tag[start] ?? '"', start + 1)
  return end < 0 ? undefined : tag.slice(start + 1, end)
}

/** All attributes of a tag by name, with their prefix. */
export function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single] of tag.matchAll(/\s([^\s=]+)=(?:"([^"]*)"|'([^']*)')/g)) {
    found.set(name, unescapeXml(double ?? single ?? ''))
  }
  return found
}

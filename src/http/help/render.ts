/**
 * Renders pages of the documentation as HTML. Links between pages lead to pages, links to samples and pictures to
 * their files; targets outside of the documentation become text without a link. HTML in a page is escaped.
 */
import { posix } from 'node:path'
import { Marked, type MarkedExtension, type Tokens } from 'marked'
import { escapeHtml } from '../../model/values/escape-html.ts'
import type { HelpPage, HelpPages } from './read-pages.ts'

export const helpPath = '/api/help/'

export interface Heading {
  readonly id: string
  readonly html: string
}

export interface Rendered {
  readonly html: string
  /** Headings of the second level, for a table of contents. */
  readonly headings: readonly Heading[]
}

/** Renders one line of Markdown, such as a title, as HTML without links. */
export function renderLine(text: string): string {
  return new Marked({ renderer: { html: shown, link: unlinked } }).parseInline(text, { async: false })
}

export function renderPage(page: HelpPage, help: HelpPages): Rendered {
  const headings: Heading[] = []
  const extension: MarkedExtension = {
    renderer: {
      html: shown,
      heading({ tokens, depth, text }) {
        const html = this.parser.parseInline(tokens)
        const id = anchorOf(text)
        if (depth === 2) headings.push({ id, html })
        return depth === 1 ? `<h1>${html}</h1>\n` : `<h${depth} id="${id}">${html}</h${depth}>\n`
      },
      link(token) {
        const href = linkFrom(page.name, token.href, help)
        const inner = this.parser.parseInline(token.tokens)
        return href === undefined ? inner : `<a href="${escapeHtml(href)}">${inner}</a>`
      },
      image: ({ href, text }) => {
        const source = linkFrom(page.name, href, help)
        return source === undefined
          ? escapeHtml(text)
          : `<img src="${escapeHtml(source)}" alt="${escapeHtml(text)}" loading="lazy">`
      },
      // Wide tables and code blocks have their own scroll bars, which also work with the keyboard.
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n`,
    },
    hooks: {
      postprocess: (html) =>
        html
          .replaceAll('<table>', '<div class="wide-table" tabindex="0"><table>')
          .replaceAll('</table>', '</table></div>')
          // Removes the empty heads of tables without column names.
          .replaceAll(/<thead>\s*<tr>(?:\s*<th><\/th>)+\s*<\/tr>\s*<\/thead>/g, ''),
    },
  }
  const html = new Marked(extension).parse(page.text, { async: false })
  return { html, headings }
}

/** Renders HTML of a page: pages use only line breaks in table cells; all other HTML is escaped. */
function shown({ text }: Tokens.HTML | Tokens.Tag): string {
  return /^<br ?\/?>$/.test(text) ? '<br>' : escapeHtml(text)
}

function unlinked(
  this: { readonly parser: { parseInline(tokens: Tokens.Link['tokens']): string } },
  { tokens }: Tokens.Link,
): string {
  return this.parser.parseInline(tokens)
}

/** Returns the anchor of a heading, in the same format as other Markdown renderers. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

/** Returns the target of a link of a page; undefined if the service does not serve the target. */
export function linkFrom(name: string, href: string, { pages, files }: HelpPages): string | undefined {
  if (/^https?:\/\//.test(href) || href.startsWith('#')) return href
  const [path = '', anchor] = href.split('#')
  const target = posix.join(posix.dirname(name), path).replace(/\/$/, '')
  const known = target.replace(/\.md$/, '')
  const end = anchor === undefined ? '' : `#${anchor}`
  if (target.endsWith('.md') && pages.has(known)) return `${helpPath}${known}${end}`
  if (files.has(target)) return `${helpPath}${target}`
  return [...pages.keys()].some((each) => each.startsWith(`${target}/`)) ? `${helpPath}#${target}` : undefined
}

/**
 * Renders the help: a documentation page with its table of contents, the list of all pages, and the page for unknown
 * names.
 */
import { type Html, markup } from '../browsable/html.ts'
import { frame } from '../browsable/layout.ts'
import { helpPath, renderLine, renderPage } from './render.ts'
import type { HelpPage, HelpPages } from './read-pages.ts'

/** Color scheme that the user has chosen; undefined means the setting of the system. */
export type Scheme = 'light' | 'dark' | undefined

/** Sections of the list, in the order in which users need them. */
const sections = [
  { id: 'know', title: 'Know', holds: /^(?!dependencies$)[^/]+$/ },
  { id: 'first-hour', title: 'Your first hour', holds: /^first-hour\// },
  { id: 'how-to', title: 'Do', holds: /^how-to\/(?!add-|change-|translate|write-)/ },
  { id: 'tasks', title: 'Tasks', holds: /^tasks\// },
  { id: 'extend', title: 'Extend and change', holds: /./ },
] as const

type Section = (typeof sections)[number]

/** Returns the first section that contains the page. */
const sectionOf = ({ name }: HelpPage): Section | undefined => sections.find(({ holds }) => holds.test(name))

/** Minimum number of headings for a table of contents. */
const worthContents = 3

const line = (text: string): Html => ({ html: renderLine(text) })
const plain = (title: string): string => title.replaceAll('`', '')

export function helpPage(page: HelpPage, help: HelpPages, scheme: Scheme): string {
  const { html, headings } = renderPage(page, help)
  const section = sectionOf(page)
  const contents =
    headings.length < worthContents
      ? undefined
      : markup`<nav class="contents" aria-label="On this page">
<ul>
${headings.map((heading) => markup`<li><a href="#${heading.id}">${{ html: heading.html }}</a></li>\n`)}
</ul>
</nav>`
  const crumbs = section === undefined ? [] : [{ label: section.title, href: `${helpPath}#${section.id}` }]
  const content = markup`${contents}<article>${{ html }}</article>`
  return helpFrame(plain(page.title), [...crumbs, { label: plain(page.title) }], content, scheme)
}

export function helpIndex(help: HelpPages, scheme: Scheme): string {
  return helpFrame('Help', [], markup`<h1>Help</h1>\n${list(help)}`, scheme)
}

/** Returns the page for an unknown name, with the list of all pages. */
export function helpMissing(name: string, help: HelpPages, scheme: Scheme): string {
  const content = markup`<h1>There is no such page</h1>
<p class="about">Nothing is called <code>${name}</code>. These are the pages:</p>
${list(help)}`
  return helpFrame('There is no such page', [{ label: 'There is no such page' }], content, scheme)
}

function list({ pages }: HelpPages): Html {
  const entries = sections.map((section) => {
    const own = [...pages.values()].filter((page) => sectionOf(page) === section)
    return markup`<section>
<h2 id="${section.id}">${section.title}</h2>
<ul class="entities">
${own.map((page) => markup`<li><a href="${helpPath}${page.name}">${line(page.title)}</a> ${line(beginningOf(page))}</li>\n`)}
</ul>
</section>\n`
  })
  return markup`${entries}`
}

/** Minimum number of characters of a summary. */
const telling = 50

/** Returns the first sentences of a page, as many as the minimum length needs. */
function beginningOf({ text }: HelpPage): string {
  const paragraph = text.split(/\n{2,}/).find((each) => /^[\p{L}`*[]/u.test(each)) ?? ''
  let beginning = ''
  for (const sentence of paragraph.split(/(?<=[.:])\s+/)) {
    beginning = beginning === '' ? sentence : `${beginning} ${sentence}`
    if (beginning.length >= telling) break
  }
  return beginning.replace(/:$/, '.')
}

function helpFrame(
  title: string,
  crumbs: readonly { readonly label: string; readonly href?: string }[],
  content: Html,
  scheme: Scheme,
): string {
  const home = { label: 'Help', ...(crumbs.length === 0 ? {} : { href: helpPath }) }
  return frame({
    language: 'en',
    scheme,
    title: title === 'Help' ? title : `${title} · Help`,
    name: 'Help',
    crumbs: [home, ...crumbs],
    styles: [helpStylePath],
    aside: markup`<a href="/app/">Planning</a> <a href="/api/docs/">API</a>`,
    content,
  })
}

export const helpStylePath = '/api/help.css'

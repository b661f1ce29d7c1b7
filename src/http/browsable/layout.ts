/** The common layout of all pages: head, top bar with location and user, and the frame around the content. */
import type { Principal } from '../../auth/principal.ts'
import type { Exchange } from '../exchange.ts'
import { scenarioPrefix } from '../request-target.ts'
import { markup, type Html } from './html.ts'
import type { Words } from './words.ts'

export interface Crumb {
  readonly label: string
  readonly href?: string
}

export interface Layout {
  readonly exchange: Exchange
  readonly principal: Principal
  readonly scenario: string
  readonly words: Words
  readonly title: string
  readonly crumbs: readonly Crumb[]
  readonly content: Html
}

const rightToLeft: ReadonlySet<string> = new Set(['he'])

export const stylePath = '/api/style.css'

/** Returns the path of the index of a scenario, as a page. */
export const indexPath = (scenario: string): string => `${scenarioPrefix(scenario)}/api/?format=api`

export interface Frame {
  readonly language: string
  /** Color scheme that the user has chosen; undefined means the setting of the system. */
  readonly scheme?: 'light' | 'dark' | undefined
  readonly title: string
  /** Name of the group of pages: the label of the navigation bar for screen readers. */
  readonly name: string
  readonly crumbs: readonly Crumb[]
  /** Additional style sheets. */
  readonly styles?: readonly string[]
  /** Content at the end of the top bar. */
  readonly aside: Html
  readonly content: Html
}

/** Returns a page without user-specific content. */
export function frame({ language, scheme, title, name, crumbs, styles = [], aside, content }: Frame): string {
  const trail = crumbs.map(({ label, href }) =>
    href === undefined
      ? markup`<li><span aria-current="page">${label}</span></li>`
      : markup`<li><a href="${href}">${label}</a></li>`,
  )
  const direction = rightToLeft.has(language) ? markup` dir="rtl"` : ''
  const chosen = scheme === undefined ? '' : markup` data-scheme="${scheme}"`
  return markup`<!doctype html>
<html lang="${language}" ${direction}${chosen}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${[stylePath, ...styles].map((path) => markup`<link rel="stylesheet" href="${path}">\n`)}</head>
<body>
<header>
<nav aria-label="${name}">
<ol>
${trail}
</ol>
</nav>
${aside}
</header>
<main>${content}</main>
</body>
</html> `.html
}

/** Returns a page of the data API, for a user in a scenario. */
export function layout({ exchange, principal, scenario, words, title, crumbs, content }: Layout): string {
  const { language } = exchange
  const scenarios = [...principal.scenarios.keys()].sort()
  const choices = scenarios.map(
    (name) =>
      markup`<li>
<a href="${indexPath(name)}" ${name === scenario ? markup` aria-current="true"` : ''}>${name}</a>
</li>`,
  )
  const aside = markup`<a href="/api/docs/">${words.docs}</a>
<details>
<summary>${words.scenario}: ${scenario}</summary>
<ul>
${choices}
</ul>
</details>
<span class="user">${principal.username}</span>`
  return frame({ language, title, name: words.api, crumbs, aside, content })
}

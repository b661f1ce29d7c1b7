/** What all pages share: head, the bar with place and user, and the frame around the content. */
import type { Principal } from '../../auth/principal.ts'
import type { Exchange } from '../exchange.ts'
import { defaultScenario } from '../request-target.ts'
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

/** Path of the index of a scenario, as a page. */
export function indexPath(scenario: string): string {
  const prefix = scenario === defaultScenario ? '' : `/${encodeURIComponent(scenario)}`
  return `${prefix}/api/?format=api`
}

export function layout({ exchange, principal, scenario, words, title, crumbs, content }: Layout): string {
  const { language } = exchange
  const scenarios = [...principal.scenarios.keys()].sort()
  const choices = scenarios.map(
    (name) =>
      markup`<li>
<a href="${indexPath(name)}" ${name === scenario ? markup` aria-current="true"` : ''}>${name}</a>
</li>`,
  )
  const trail = crumbs.map(({ label, href }) =>
    href === undefined
      ? markup`<li><span aria-current="page">${label}</span></li>`
      : markup`<li><a href="${href}">${label}</a></li>`,
  )
  return markup`<!doctype html>
<html lang="${language}" ${rightToLeft.has(language) ? markup` dir="rtl"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<header>
<nav aria-label="${words.api}">
<ol>
${trail}
</ol>
</nav>
<a href="/api/docs/">${words.docs}</a>
<details>
<summary>${words.scenario}: ${scenario}</summary>
<ul>
${choices}
</ul>
</details>
<span class="user">${principal.username}</span>
</header>
<main>${content}</main>
</body>
</html> `.html
}

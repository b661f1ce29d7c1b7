/**
 * The page of a list or a record: the request, the response, and forms for further requests. The page works without
 * scripts and stays below 30 KB: records get the space that the rest of the page leaves.
 */
import type { PageParts } from './page-parts.ts'
import type { Answer } from '../answer.ts'
import { entityLabel, type Labels } from '../../model/labels/labels.ts'
import { suggestParameter } from '../../data/read/index.ts'
import type { DataCall } from '../data/data-call.ts'
import { withParameters } from '../data/read-handlers.ts'
import { offeredFormats } from '../negotiation.ts'
import { dataPath } from '../request-target.ts'
import { filterHtml } from './filters.ts'
import { formsHtml } from './forms.ts'
import { markup, type Html } from './html.ts'
import { jsonHtml, listHtml, recordLinks } from './json-html.ts'
import { type Crumb, indexPath, layout } from './layout.ts'
import { fillText } from '../../words/texts.ts'
import type { Words } from './words.ts'

export const pageLimit = 30_000
/** Minimum space for records in characters, so that a full page still shows one record. */
const leastRoom = 1_000
/** Space that is reserved for headers and for the text between records, in characters. */
const reserve = 1_500

/** Returns the page as HTML. */
export function dataPage(parts: PageParts): string {
  const { call, labels, words } = parts
  const { entity, target, principal, exchange } = call
  const title = entityLabel(entity, labels, { plural: target.kind === 'list' })
  const heading = target.kind === 'detail' ? target.key : title
  const frame = (body: Html, note: Html): string =>
    layout({
      exchange,
      principal,
      scenario: target.scenario,
      words,
      title: heading === title ? title : `${heading} – ${title}`,
      crumbs: crumbsOf(call, labels, words),
      content: content(parts, heading, body, note),
    })
  const nothing = { html: '' }
  const room = pageLimit - Buffer.byteLength(frame(nothing, nothing)) - reserve
  const { body, note } = bodyHtml(parts, Math.max(room, leastRoom))
  return frame(body, note)
}

function crumbsOf({ entity, target }: DataCall, labels: Labels, words: Words): readonly Crumb[] {
  const list = `${dataPath(target.scenario, entity.app, entity.model)}?format=api`
  const name = entityLabel(entity, labels, { plural: true })
  const start = { label: words.api, href: indexPath(target.scenario) }
  return target.kind === 'list'
    ? [start, { label: name }]
    : [start, { label: name, href: list }, { label: target.key.slice(0, 60) }]
}

function content(parts: PageParts, heading: string, body: Html, note: Html): Html {
  const { call, words, shown } = parts
  const { entity, exchange, target } = call
  const { status } = shown.answer
  const formats = offeredFormats(target.kind === 'list')
    .filter(({ name }) => name !== 'api')
    .map(({ name }) => markup`<a href="?${withParameters(call.query, { format: name })}">${name}</a> `)
  return markup`<h1>${heading.slice(0, 200)}</h1>
<p class="about">${entity.about}</p>
${target.kind === 'list' ? filterHtml(call, parts.labels, words) : ''}
<section aria-labelledby="request">
<h2 id="request">${words.request}</h2>
<p class="line">
<b>${shown.method}</b> <code>${exchange.request.url.slice(0, 500)}</code>
<span class="formats">${formats}</span>
</p>
</section>
<section aria-labelledby="response">
<h2 id="response">${words.response}</h2>
<dl class="headers">
<dt>HTTP</dt>
<dd class="${status < 400 ? 'good' : 'bad'}">${status} ${reasons[status] ?? ''}</dd>
${headersHtml(shown.answer)}
</dl>
${ignoredHtml(parts)}
${note}
<pre tabindex="0" aria-label="${words.response}">${body}</pre>
${shown.method === 'DELETE' && status < 400 ? backLink(call, words) : ''}
</section>
${formsHtml(parts)}`
}

/** Returns the ignored parameters of the request, each with the parameter that was probably meant. */
function ignoredHtml({ call, shown, words }: PageParts): Html {
  const names = String(shown.answer.headers['x-ignored-parameters'] ?? '')
    .split(', ')
    .filter((name) => name !== '' && !name.startsWith('+'))
    .slice(0, mostIgnored)
    .map((name) => decodeURIComponent(name).slice(0, 100))
  if (names.length === 0) return markup``
  const lines = names.map((name) => {
    const nearest = suggestParameter(call.entity, name)
    const hint = nearest === undefined ? '' : fillText(words.nearest, { name: nearest })
    return markup`<li><code>${name}</code> ${hint}</li>`
  })
  return markup`<div class="note" role="alert">
<p>${words.ignored}</p>
<ul>${lines}</ul>
</div>`
}

/** Maximum number of ignored parameters that the page shows, because its space is limited. */
const mostIgnored = 5

function backLink({ target, entity }: DataCall, words: Words): Html {
  const path = `${dataPath(target.scenario, entity.app, entity.model)}?format=api`
  return markup`<p><a href="${path}">${words.backToList}</a></p>`
}

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

const longestHeader = 500

function headersHtml({ headers }: Answer): Html {
  const lines = Object.entries(headers)
    .filter(([name]) => name !== 'link')
    .map(
      ([name, value]) =>
        markup`<dt>${name}</dt>
<dd>${String(value).slice(0, longestHeader)}</dd>`,
    )
  return markup`${lines}`
}

function bodyHtml(
  { call, shown, words }: PageParts,
  room: number,
): { readonly body: Html; readonly note: Html } {
  const { entity, target } = call
  const links = recordLinks(target.scenario, entity)
  const { value, total, offset, answer } = shown
  const nothing = { html: '' }
  if (value === undefined) return { body: nothing, note: nothing }
  if (!Array.isArray(value)) {
    const body = jsonHtml(value, links)
    if (body.html.length <= room) return { body, note: nothing }
    // A single record that is too long: the page shows as many fields as fit.
    const members = body.html.slice(0, room)
    const end = Math.max(members.lastIndexOf(',\n  &quot;'), 1)
    return {
      body: { html: `${members.slice(0, end)}\n  …\n}` },
      note: markup`<p class="note">${words.cut}</p>`,
    }
  }
  const records: readonly unknown[] = value
  const { html: body, shown: count } = listHtml(records, links, room)
  if (answer.status >= 400 || total === undefined || total === 0) return { body, note: nothing }
  const range = { from: offset + 1, to: offset + count, total }
  if (count === total) return { body, note: nothing }
  return {
    body,
    note: markup`<div class="note">
<p>${fillText(words.shown, range)}</p>
${pager(call, words, range)}
</div>`,
  }
}

/**
 * Returns links to the previous and next pages by offset, because the number of records on a page depends on their
 * length.
 */
function pager(
  { query }: DataCall,
  words: Words,
  { from, to, total }: { readonly from: number; readonly to: number; readonly total: number },
): Html {
  const size = to - from + 1
  const link = (label: string, offset: number, show: boolean): Html =>
    show
      ? markup`<a
href="?${withParameters(
          query.filter(([name]) => !paging.has(name)),
          { format: 'api', offset: String(offset), limit: String(size) },
        )}">${label}</a> `
      : markup``
  const start = from - 1
  return markup`<nav aria-label="${words.next}" class="pager">
${link(words.first, 0, start > 0)}${link(words.prev, Math.max(0, start - size), start > 0)}${link(words.next, to, to < total)}${link(words.last, Math.floor((total - 1) / size) * size, to < total)}
</nav>`
}

const paging: ReadonlySet<string> = new Set(['limit', 'offset', 'page', 'page_size', 'cursor'])

/**
 * `/api/help/…`: the documentation as web pages. They are public: the documentation is the same as in the repository,
 * and users who cannot sign in may need it.
 */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { recordEtag } from '../../data/etag.ts'
import { type Answer, emptyAnswer } from '../answer.ts'
import { chosenScheme, type Exchange } from '../exchange.ts'
import type { Route } from '../routes/route.ts'
import type { SecurityHeaders } from '../security-headers.ts'
import { helpIndex, helpMissing, helpPage, helpStylePath, type Scheme } from './help-pages.ts'
import { helpPath } from './render.ts'
import { type HelpPage, type HelpPages, loadHelpPages } from './read-pages.ts'

const reads = ['GET', 'HEAD'] as const

const fileTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8',
  '.png': 'image/png',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export function helpRoutes(security: SecurityHeaders): readonly Route[] {
  const paths = [helpPath, `${helpPath}:page`, `${helpPath}:folder/:page`]
  return [
    ...paths.map((path): Route => ({
      methods: reads,
      path,
      access: 'public',
      body: 'none',
      handler: (exchange) => answerHelp(exchange, security),
    })),
    {
      methods: reads,
      path: helpStylePath,
      access: 'public',
      body: 'none',
      handler: async () => ({
        status: 200,
        headers: {
          'content-type': 'text/css; charset=utf-8',
          'cache-control': 'public, max-age=3600',
          ...security.data,
        },
        body: await readFile(join(import.meta.dirname, 'help.css')),
      }),
    },
  ]
}

async function answerHelp(exchange: Exchange, security: SecurityHeaders): Promise<Answer> {
  const help = await loadHelpPages()
  const name = nameIn(exchange.request.raw.url ?? '')
  const scheme = chosenScheme(exchange.request)
  const page = help.pages.get(name)
  if (name === '' || page !== undefined) return answerPage(exchange, renderOnce(help, page, scheme), security)
  const alias = help.aliases.get(name)
  if (alias !== undefined)
    return emptyAnswer(302, {
      location: exchange.service.settings.BASE_PATH + helpPath + alias,
      'cache-control': 'no-cache',
    })
  const file = help.files.get(name)
  if (file === undefined) {
    return { status: 404, headers: pageHeaders(security), body: helpMissing(name, help, scheme) }
  }
  const contentType = fileTypes[extname(file)] ?? 'application/octet-stream'
  return {
    status: 200,
    headers: {
      'content-type': contentType,
      // Pictures are shown in their page; samples are saved.
      ...(contentType.startsWith('image/')
        ? { 'cache-control': 'public, max-age=3600' }
        : { 'content-disposition': 'attachment' }),
      ...security.data,
    },
    body: await readFile(file),
  }
}

/** Returns the page name from the URL, without decoding it. */
function nameIn(url: string): string {
  const [path = ''] = url.split('?')
  return path
    .split('/')
    .filter((part) => part !== '')
    .slice(2)
    .join('/')
    .replace(/\.md$/, '')
}

interface RenderedPage {
  readonly body: Buffer
  readonly etag: string
}

const rendered = new WeakMap<object, Map<Scheme, RenderedPage>>()

/** Returns a page, or the index. It is rendered only once for each color scheme, because it is public. */
function renderOnce(help: HelpPages, page: HelpPage | undefined, scheme: Scheme): RenderedPage {
  const byScheme = rendered.get(page ?? help) ?? new Map<Scheme, RenderedPage>()
  rendered.set(page ?? help, byScheme)
  const known = byScheme.get(scheme)
  if (known !== undefined) return known
  const text = page === undefined ? helpIndex(help, scheme) : helpPage(page, help, scheme)
  const made = { body: Buffer.from(text), etag: recordEtag(text) }
  byScheme.set(scheme, made)
  return made
}

const pageHeaders = (security: SecurityHeaders): Answer['headers'] => ({
  'content-type': 'text/html; charset=utf-8',
  // The response is the same for all users except for the color scheme, which is in a cookie.
  'cache-control': 'no-cache',
  vary: 'Cookie',
  ...security.page,
})

function answerPage({ request }: Exchange, { body, etag }: RenderedPage, security: SecurityHeaders): Answer {
  const headers = { ...pageHeaders(security), etag }
  if (request.headers['if-none-match'] === etag) return emptyAnswer(304, headers)
  return { status: 200, headers, body, shared: true }
}

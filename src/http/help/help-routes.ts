/**
 * `/api/help/…`: the documentation to read in a browser. Open to everybody: it is the same as in the repository, and
 * who cannot sign in may want to read why.
 */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { recordEtag } from '../../data/etag.ts'
import { type Answer, emptyAnswer } from '../answer.ts'
import { cookiesOf, type Exchange } from '../exchange.ts'
import type { Route } from '../routes/route.ts'
import type { SecurityHeaders } from '../security-headers.ts'
import { helpIndex, helpMissing, helpPage, helpStylePath, type Scheme } from './help-pages.ts'
import { helpPath } from './render.ts'
import { loadHelpPages } from './read-pages.ts'

const reads = ['GET', 'HEAD'] as const

const sampleTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8',
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
  const { scheme: chosen } = cookiesOf(exchange.request) ?? {}
  const scheme: Scheme = chosen === 'light' || chosen === 'dark' ? chosen : undefined
  const html = (status: number, text: string): Answer => answerPage(exchange, status, text, security)

  if (name === '') return html(200, helpIndex(help, scheme))
  const page = help.pages.get(name)
  if (page !== undefined) return html(200, helpPage(page, help, scheme))
  const alias = help.aliases.get(name)
  if (alias !== undefined)
    return emptyAnswer(302, { location: helpPath + alias, 'cache-control': 'no-cache' })
  const sample = help.samples.get(name)
  if (sample === undefined) return html(404, helpMissing(name, help, scheme))
  const contentType = sampleTypes[extname(sample)] ?? 'application/octet-stream'
  return {
    status: 200,
    headers: { 'content-type': contentType, 'content-disposition': 'attachment', ...security.data },
    body: await readFile(sample),
  }
}

/** What is asked for, below the documentation, as it was sent. */
function nameIn(url: string): string {
  const [path = ''] = url.split('?')
  return path
    .split('/')
    .filter((part) => part !== '')
    .slice(2)
    .join('/')
    .replace(/\.md$/, '')
}

function answerPage({ request }: Exchange, status: number, text: string, security: SecurityHeaders): Answer {
  const etag = recordEtag(text)
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    // The same for everybody but for the scheme, which a cookie says.
    'cache-control': 'no-cache',
    vary: 'Cookie',
    ...security.page,
  }
  if (status === 200 && request.headers['if-none-match'] === etag)
    return emptyAnswer(304, { ...headers, etag })
  return { status, headers: status === 200 ? { ...headers, etag } : headers, body: text }
}

/** `/openapi.json`, and `/api/docs/`: the interactive page that reads it. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { recordEtag } from '../../data/etag.ts'
import type { Model } from '../../model/model.ts'
import type { Service } from '../../service/service.ts'
import { allTasks } from '../../tasks/registry.ts'
import { type Answer, emptyAnswer, jsonType } from '../answer.ts'
import { stylePath } from '../browsable/layout.ts'
import { type Exchange, identify } from '../exchange.ts'
import { openApiDocument } from '../openapi/document.ts'
import { describedTasks } from '../openapi/task-paths.ts'
import { parseQuery, queryText } from '../request-target.ts'
import type { SecurityHeaders } from '../security-headers.ts'
import { indexHeaders } from './index-parameters.ts'
import type { Route } from './route.ts'

const reads = ['GET', 'HEAD'] as const

interface Document {
  readonly bytes: Buffer
  readonly etag: string
}

const documents = new WeakMap<Model, Promise<Document>>()

/** Returns the document of a model. It is created only once, also for concurrent requests. */
function documentOf({ models, settings }: Service): Promise<Document> {
  const model = models.current()
  const known = documents.get(model)
  if (known !== undefined) return known
  const made = makeDocument(model, settings)
  documents.set(model, made)
  made.catch(() => documents.delete(model))
  return made
}

async function makeDocument(model: Model, settings: Service['settings']): Promise<Document> {
  const text = JSON.stringify(
    openApiDocument(model, await describedTasks(await allTasks(settings)), settings.BASE_PATH),
  )
  return { bytes: Buffer.from(text), etag: recordEtag(text) }
}

async function answerDocument(exchange: Exchange): Promise<Answer> {
  await identify(exchange)
  const { headers, raw } = exchange.request
  const reported = indexHeaders(exchange, parseQuery(queryText(raw.url ?? '')))
  const { bytes, etag } = await documentOf(exchange.service)
  if (headers['if-none-match'] === etag) return emptyAnswer(304, { etag })
  return { status: 200, headers: { 'content-type': jsonType, etag, ...reported }, body: bytes, shared: true }
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Planning service API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/dark.css">
</head>
<body>
<main id="docs"></main>
<noscript>This page needs scripts. The same operations work without them at <a href="/api/?format=api">/api/</a>.</noscript>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

const distribution = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

interface Asset {
  readonly file: string
  readonly contentType: string
}

/** Files by path; the style is that of the browsable pages. */
const assets: Readonly<Record<string, Asset>> = {
  [stylePath]: {
    file: join(import.meta.dirname, '../browsable/style.css'),
    contentType: 'text/css; charset=utf-8',
  },
  '/api/docs/swagger-ui.css': {
    file: join(distribution, 'swagger-ui.css'),
    contentType: 'text/css; charset=utf-8',
  },
  '/api/docs/dark.css': {
    file: join(import.meta.dirname, '../openapi/dark.css'),
    contentType: 'text/css; charset=utf-8',
  },
  '/api/docs/swagger-ui-bundle.js': {
    file: join(distribution, 'swagger-ui-bundle.js'),
    contentType: 'text/javascript; charset=utf-8',
  },
  '/api/docs/start.js': {
    file: join(import.meta.dirname, '../openapi/start.js'),
    contentType: 'text/javascript; charset=utf-8',
  },
}

const files = new Map<string, Promise<Buffer>>()

/** Reads a file of the release and caches it, because it does not change. Only files of the table above are read. */
function readOnce(file: string): Promise<Buffer> {
  const known = files.get(file)
  if (known !== undefined) return known
  const read = readFile(file)
  files.set(file, read)
  read.catch(() => files.delete(file))
  return read
}

/** The files are the same for all users, and change only with a release. */
const assetHeaders = { 'cache-control': 'public, max-age=3600' }

export function docsRoutes(security: SecurityHeaders): readonly Route[] {
  return [
    { methods: reads, path: '/openapi.json', access: 'user', body: 'none', handler: answerDocument },
    {
      methods: reads,
      path: '/api/docs/',
      access: 'user',
      body: 'none',
      handler: async (exchange) => {
        await identify(exchange)
        const headers = { 'content-type': 'text/html; charset=utf-8', ...security.application }
        return { status: 200, headers, body: page }
      },
    },
    ...Object.entries(assets).map(([path, { file, contentType }]): Route => ({
      methods: reads,
      path,
      access: 'public',
      body: 'none',
      handler: async () => ({
        status: 200,
        headers: { 'content-type': contentType, ...assetHeaders, ...security.data },
        body: await readOnce(file),
        shared: true,
      }),
    })),
  ]
}

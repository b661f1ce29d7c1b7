/**
 * `/static/…`: scripts and styles of the web UI, compressed at build time. Their names change with their content, so
 * browsers cache them without expiry.
 */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { ServiceError } from '../../errors/service-error.ts'
import { type Answer, emptyAnswer, type Headers } from '../answer.ts'
import { chooseCoding } from '../compression.ts'
import type { Exchange } from '../exchange.ts'
import { builtFolder } from './pages.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** Extensions of the compressed files, by coding. */
const endings: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' }

/** Only paths in this format are read, so that requests cannot leave the folder. */
const assetName = /^\/static\/(assets\/[\w.-]+)$/

export async function answerAsset({ request }: Exchange, security: Headers): Promise<Answer> {
  const [path = ''] = (request.raw.url ?? '').split('?')
  const name = assetName.exec(path)?.[1]
  const contentType = contentTypes[extname(name ?? '')]
  if (name === undefined || contentType === undefined) throw new ServiceError('not_found')
  const coding = chooseCoding(request.headers['accept-encoding'])?.name
  const found = await bytesOf(join(builtFolder, name), coding)
  if (found === undefined) throw new ServiceError('not_found')
  const etag = `"${name.replace(/^assets\//, '')}${found.coding === undefined ? '' : `-${found.coding}`}"`
  const headers: Headers = {
    'content-type': contentType,
    'cache-control': 'public, max-age=31536000, immutable',
    // No other header changes the response; with `Cookie` in the list, a sign-in would empty the cache.
    vary: 'Accept-Encoding',
    etag,
    ...security,
  }
  if (request.headers['if-none-match'] === etag) return emptyAnswer(304, headers)
  return {
    status: 200,
    headers: { ...headers, ...(found.coding === undefined ? {} : { 'content-encoding': found.coding }) },
    body: found.bytes,
  }
}

interface Found {
  readonly bytes: Buffer
  readonly coding?: string
}

/** Returns the bytes of a file, in the requested coding if it was compressed; undefined if there is no such file. */
async function bytesOf(path: string, coding: string | undefined): Promise<Found | undefined> {
  const ending = endings[coding ?? '']
  if (coding !== undefined && ending !== undefined) {
    const bytes = await readFile(path + ending).catch(() => undefined)
    if (bytes !== undefined) return { bytes, coding }
  }
  const bytes = await readFile(path).catch(() => undefined)
  return bytes === undefined ? undefined : { bytes }
}

/**
 * The pages of the web UI as they were built (`scripts/build-web.mjs`): reads them, and inserts the language, the
 * color scheme and a nonce for their styles.
 */
import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Output folder of `npm run build`. */
export const builtFolder = join(import.meta.dirname, '../../../web/dist')

export type PageName = 'index' | 'login'

export interface Pages {
  /** Id of the build; it changes with every different build. */
  readonly build: string
  readonly texts: Readonly<Record<PageName, string>>
}

interface Known {
  readonly modified: number
  readonly pages: Pages
}

const known = new Map<string, Known>()

/** Returns the current pages; undefined if they are not built. A new build is loaded while the service runs. */
export async function currentPages(folder: string = builtFolder): Promise<Pages | undefined> {
  const path = join(folder, 'pages.json')
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return undefined
  const before = known.get(path)
  if (before?.modified === found.mtimeMs) return before.pages
  const pages = parsePages(await readFile(path, 'utf8'))
  known.set(path, { modified: found.mtimeMs, pages })
  return pages
}

function parsePages(text: string): Pages {
  const given: unknown = JSON.parse(text)
  const fields = new Map<string, unknown>(typeof given === 'object' ? Object.entries(given ?? {}) : [])
  const read = (name: string): string => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { build: read('build'), texts: { index: read('index'), login: read('login') } }
}

export interface Reader {
  readonly language: string
  /** Color scheme that the user has chosen; undefined means the setting of the system. */
  readonly scheme?: 'light' | 'dark' | undefined
  /** Prefix of all paths; empty without one. */
  readonly base: string
}

export interface SentPage {
  readonly text: string
  /** Nonce for the Content-Security-Policy of the response with the page. */
  readonly nonce: string
}

const leftwards: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur'])

/** Returns the page for one user. */
export function pageFor(
  { build, texts }: Pages,
  name: PageName,
  { language, scheme, base }: Reader,
): SentPage {
  const nonce = randomBytes(16).toString('base64url')
  const direction = leftwards.has(language) ? ' dir="rtl"' : ''
  const chosen = scheme === undefined ? '' : ` data-mantine-color-scheme="${scheme}"`
  const prefix = base === '' ? '' : ` data-base="${base}"`
  const text = texts[name]
    .replace(/<html[^>]*>/, `<html lang="${language}"${direction}${chosen}${prefix} data-build="${build}">`)
    .replace('nonce=""', `nonce="${nonce}"`)
  return { text, nonce }
}

/** Page with instructions, if the web UI is not built. */
export const notBuiltPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The web UI is not built</title>
</head>
<body>
<main>
<h1>The web UI is not built</h1>
<p>The service runs; its screens have to be built once, which takes some seconds. In the folder of the service:</p>
<pre>npm run build</pre>
<p>Then load this page again; the service need not be restarted. Meanwhile the data is at <a href="/api/?format=api">/api/</a>.</p>
</main>
</body>
</html>
`

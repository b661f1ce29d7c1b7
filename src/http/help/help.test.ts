import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/support/server.ts'
import { taskListings } from '../../tasks/registry.ts'
import { renderPage } from './render.ts'
import { loadHelpPages } from './read-pages.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const read = (path: string, headers = {}): ReturnType<TestServer['request']> =>
  server.request('GET', path, { as: null, headers })

/** Maximum size of a sent page. */
const mostBytes = 30_000

const screens = join(import.meta.dirname, '../../../web/src')

describe('help', () => {
  it('gives every page to everybody, small, with a title and no script', async () => {
    const { pages } = await loadHelpPages()
    expect(pages.size).toBeGreaterThan(20)
    for (const { name, title } of pages.values()) {
      const { status, headers, text } = await read(`/api/help/${name}`)
      expect([name, status, headers.get('content-type')]).toEqual([name, 200, 'text/html; charset=utf-8'])
      expect(text).toContain(`<title>${title.replaceAll('`', '').replaceAll("'", '&#39;')} · Help</title>`)
      expect(gzipSync(text).length, name).toBeLessThan(mostBytes)
      expect(headers.get('content-security-policy')).not.toContain('script-src')
      expect(text).not.toMatch(/<script|<[^>]+\son\w+=/)
    }
  })

  it('has links and anchors that lead somewhere', async () => {
    const { pages } = await loadHelpPages()
    const dead: string[] = []
    for (const { name } of pages.values()) {
      const { text } = await read(`/api/help/${name}`)
      for (const [, href = ''] of text.matchAll(/<a href="([^"]+)"/g)) {
        if (/^https?:|^\/app\/|^\/api\/docs\//.test(href)) continue
        const [path, anchor] = href.split('#')
        const target = path === '' ? text : (await read(path!)).text
        const there = anchor === undefined || target.includes(`id="${anchor}"`)
        if (target.includes('There is no such page') || !there) dead.push(`${name}: ${href}`)
      }
    }
    expect(dead).toEqual([])
  })

  it('has a page for every task', async () => {
    for (const { name } of taskListings) {
      const answer = await read(`/api/help/tasks/${name}`)
      const path = answer.status === 302 ? answer.headers.get('location')! : `/api/help/tasks/${name}`
      const { status, text } = await read(path)
      expect([name, status]).toEqual([name, 200])
      expect(/<h1>.*<\/h1>/.exec(text)?.[0]).toContain(`<code>${name}</code>`)
    }
  })

  it('has every page that a screen names', async () => {
    const named = globSync('**/*.tsx', { cwd: screens }).flatMap((file) =>
      [...readFileSync(join(screens, file), 'utf8').matchAll(/\bhelp="([^"]+)"/g)].map(([, page]) => page!),
    )
    expect(named.length).toBeGreaterThan(10)
    const { pages, aliases } = await loadHelpPages()
    expect(named.filter((name) => !pages.has(name) && !aliases.has(name))).toEqual([])
  })

  it('is a click away on every screen', () => {
    const without = globSync('screens/**/*.tsx', { cwd: screens }).filter((file) => {
      const text = readFileSync(join(screens, file), 'utf8')
      return text.split('<PageHeader').length > text.split(/\bhelp=["{]/).length
    })
    expect(without).toEqual([])
  })

  it('lists every page with what it begins with', async () => {
    const { text } = await read('/api/help/')
    const { pages } = await loadHelpPages()
    for (const name of pages.keys()) expect(text).toContain(`href="/api/help/${name}"`)
    expect(text).toContain('<a href="/api/help/tasks/runplan">Run the plan: <code>runplan</code></a>')
  })

  it('says what there is where there is no such page, and leaves the documentation for nothing', async () => {
    for (const name of [
      'nowhere',
      'tasks/nowhere',
      '..%2Fpackage',
      '..%2F..%2Fetc%2Fpasswd',
      '<b>',
      '__proto__',
    ]) {
      const { status, text } = await read(`/api/help/${name}`)
      expect([name, status]).toEqual([name, 404])
      expect(text).toContain('There is no such page')
      expect(text).toContain('href="/api/help/tasks/runplan"')
      expect(text).not.toContain('<b>')
    }
  })

  it('gives out the samples that it speaks of', async () => {
    const csv = await read('/api/help/samples/demand.csv')
    expect([csv.status, csv.headers.get('content-disposition')]).toEqual([200, 'attachment'])
    expect(csv.text).toBe(readFileSync(join(screens, '../../docs/samples/demand.csv'), 'utf8'))
    expect((await read('/api/help/samples/bicycle.xlsx')).headers.get('content-type')).toContain(
      'spreadsheet',
    )
  })

  it('shows every picture of its pages, with a text for those who do not see it', async () => {
    const { pages, files } = await loadHelpPages()
    const shown = new Map<string, string>()
    for (const { name } of pages.values()) {
      const { text } = await read(`/api/help/${name}`)
      for (const [, source = '', alternative = ''] of text.matchAll(/<img src="([^"]+)" alt="([^"]*)"/g))
        shown.set(source, alternative)
    }
    for (const [source, alternative] of shown) {
      expect(files.has(source.replace('/api/help/', '')), source).toBe(true)
      expect(alternative.length, source).toBeGreaterThan(20)
    }
    const [first = ''] = shown.keys()
    const { status, headers } = await read(first)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(headers.get('content-disposition')).toBeNull()
  })

  it('is light or dark as chosen, and not sent again to whoever has it', async () => {
    const dark = await read('/api/help/settings', { cookie: 'scheme=dark' })
    expect(dark.text).toContain('data-scheme="dark"')
    const again = { cookie: 'scheme=dark', 'if-none-match': dark.headers.get('etag')! }
    expect((await read('/api/help/settings', again)).status).toBe(304)
    expect((await read('/api/help/settings')).text).not.toContain('data-scheme')
  })

  it('shows HTML of a page instead of obeying it', async () => {
    const text =
      '# Trial\n\nA <img src=x onerror=alert(1)> [link](javascript:alert(1))\n\n<script>1</script>\n'
    const { html } = renderPage({ name: 'trial', title: 'Trial', text }, await loadHelpPages())
    expect(html).not.toMatch(/<img|<script|href/)
    expect(html).toContain('&lt;img')
  })
})

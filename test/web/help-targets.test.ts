/** Tests that the help link of each screen opens the page of the documentation about that screen. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const screensFolder = join(root, 'web/src/screens')
const read = (path: string): Promise<string> => readFile(path, 'utf8')

/** Returns the English text of a title such as `files:spreadsheet.title`. */
async function titleOf(name: string): Promise<string> {
  const [area = '', path = ''] = name.split(':')
  const words: unknown = JSON.parse(await read(join(root, `words/en/${area}.json`)))
  const word = path.split('.').reduce<unknown>((at, part) => Object(at)[part], words)
  return String(word)
}

const names = await readdir(screensFolder, { recursive: true })
const texts = await Promise.all(
  names
    .filter((name) => name.endsWith('.ts') || name.endsWith('.tsx'))
    .map(async (name) => ({ name, text: await read(join(screensFolder, name)) })),
)
const routes = texts
  .filter(({ name }) => name.endsWith('routes.ts'))
  .flatMap(({ name, text }) =>
    [...text.matchAll(/title: '([^']+)', help: '([^']+)'/g)].map(([, title = '', help = '']) => ({
      folder: name.split('/')[0]!,
      title,
      help,
    })),
  )

describe('the help of a screen', () => {
  it.each(routes)('of $title is $help, which mentions the screen', async ({ title, help }) => {
    const page = (await read(join(root, `docs/${help}.md`))).replaceAll(/\s+/g, ' ')
    expect(page.toLowerCase()).toContain((await titleOf(title)).toLowerCase())
  })

  it('of the plan board is the page of its own', () => {
    expect(routes.find(({ title }) => title === 'gantt:title')?.help).toBe('how-to/plan-board')
  })

  it('is the same in the header of the screen as in its route', () => {
    expect(routes.length).toBeGreaterThan(30)
    const headers = texts.flatMap(({ name, text }) =>
      [...text.matchAll(/help="([^"]+)"/g)].map(([, help = '']) => ({ name, help })),
    )
    const others = headers.filter(({ name, help }) => {
      const folder = name.split('/')[0]
      const own = routes.filter((route) => route.folder === folder)
      return own.length > 0 && !own.some((route) => route.help === help)
    })
    expect(others).toEqual([])
  })
})

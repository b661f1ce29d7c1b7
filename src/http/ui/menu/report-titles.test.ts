import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { loadMenuWords, type MenuWord } from './words.ts'

const locales = new URL('../../../../words/', import.meta.url)
const wordOf: Readonly<Record<string, MenuWord>> = {
  demand: 'demand_report',
  inventory: 'inventory_report',
  resource: 'resource_report',
  mo: 'mo_report',
  po: 'po_report',
  do: 'do_report',
}

it('the title of a report is its name in the menu, in every language', async () => {
  for (const language of await readdir(locales)) {
    const texts: unknown = JSON.parse(await readFile(new URL(`${language}/reports.json`, locales), 'utf8'))
    const words = await loadMenuWords(language)
    const titles = Object.fromEntries(Object.entries(wordOf).map(([report, word]) => [report, words[word]]))
    expect(texts, language).toMatchObject({ report: titles })
  }
})

/** The table of lookups in the documentation, generated from their declarations. */
import { lookupsByTypes } from './lookups.ts'

const head = '| fields | comparisons |\n| --- | --- |\n'

/** Returns a page with the present rows in its table of lookups. */
export function withLookupTable(page: string): string {
  const [before = '', after] = page.split(head)
  if (after === undefined) throw new Error('The page has no table of lookups.')
  const rows = lookupsByTypes().map(
    ([types, names]) => `| ${types} | ${names.map((name) => `\`${name}\``).join(', ')} |\n`,
  )
  return `${before}${head}${rows.join('')}${after.replace(/^(?:\|.*\n)*/, '')}`
}

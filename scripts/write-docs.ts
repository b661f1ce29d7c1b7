/**
 * Writes the pages and tables of the documentation that are generated from the code: `npm run docs`. A test checks
 * that they are up to date.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { commandPage } from '../src/cli/command-page.ts'
import { withLookupTable } from '../src/data/read/lookup-table.ts'
import { settingsPage } from '../src/settings/settings-page.ts'

await writeFile(new URL('../docs/commands.md', import.meta.url), await commandPage())
await writeFile(new URL('../docs/settings.md', import.meta.url), settingsPage())

const apiPage = new URL('../docs/how-to/use-the-api.md', import.meta.url)
await writeFile(apiPage, withLookupTable(await readFile(apiPage, 'utf8')))

/**
 * Writes the documentation pages that are generated from the code: `npm run docs`. A test checks that they are up to
 * date.
 */
import { writeFile } from 'node:fs/promises'
import { commandPage } from '../src/cli/command-page.ts'
import { settingsPage } from '../src/settings/settings-page.ts'

await writeFile(new URL('../docs/commands.md', import.meta.url), await commandPage())
await writeFile(new URL('../docs/settings.md', import.meta.url), settingsPage())

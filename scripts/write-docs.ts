/** Writes the pages that are made from the code: `npm run docs`. A test holds them up to date. */
import { writeFile } from 'node:fs/promises'
import { commandPage } from '../src/cli/command-page.ts'

await writeFile(new URL('../docs/commands.md', import.meta.url), await commandPage())

/**
 * Reads the documentation: every page of `docs/` by its name, such as `tasks/runplan`, the tasks that a page
 * describes, and the samples and pictures of pages. Other files are not accessible, regardless of the requested path.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface HelpPage {
  /** Path below `docs/` without its extension. */
  readonly name: string
  /** In Markdown. */
  readonly title: string
  readonly text: string
}

export interface HelpPages {
  readonly pages: ReadonlyMap<string, HelpPage>
  /** Other names of pages: for tasks that share a page with other tasks. */
  readonly aliases: ReadonlyMap<string, string>
  /** Paths of sample files and pictures, by their name below `docs/`. */
  readonly files: ReadonlyMap<string, string>
}

const folder = join(import.meta.dirname, '../../../docs')

let help: Promise<HelpPages> | undefined

/** Reads the pages once, because they change only with a release. */
export function loadHelpPages(): Promise<HelpPages> {
  help ??= readHelpPages().catch((error: unknown) => {
    help = undefined
    throw error
  })
  return help
}

async function readHelpPages(): Promise<HelpPages> {
  const found = await readdir(folder, { recursive: true })
  const names = found.map((name) => name.replaceAll('\\', '/')).sort()
  const pages = await Promise.all(names.filter((name) => name.endsWith('.md')).map(readPage))
  return {
    pages: new Map(pages.map((page) => [page.name, page])),
    aliases: new Map(pages.flatMap(aliasesOf)),
    files: new Map(
      names
        .filter((name) => /^(?:images|samples)\/[\w.-]+$/.test(name))
        .map((name) => [name, join(folder, name)]),
    ),
  }
}

async function readPage(file: string): Promise<HelpPage> {
  const text = await readFile(join(folder, file), 'utf8')
  const name = file.replace(/\.md$/, '')
  return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text }
}

/** Returns the tasks that the title of a page contains. */
function aliasesOf({ name, title }: HelpPage): readonly (readonly [string, string])[] {
  if (!name.startsWith('tasks/')) return []
  return [...title.matchAll(/`(\w+)`/g)]
    .map(([, task]) => `tasks/${task}`)
    .filter((alias) => alias !== name)
    .map((alias) => [alias, name] as const)
}

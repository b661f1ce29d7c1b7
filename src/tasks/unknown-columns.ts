/** Tells in the result of an import which columns were not read, because they are no fields. */
import type { Message } from '../errors/messages.ts'
import type { TableReport } from '../files/tables/import-table.ts'

/** Maximum number of columns that the result of a task names; the log names more. */
const mostNamed = 5

/** Length after which a title is cut. */
const mostCharacters = 60

/** Returns a message for each entity with such columns. */
export function unknownColumnMessages(
  reports: readonly Pick<TableReport, 'entity' | 'unknown'>[],
): readonly Message[] {
  const titles = new Map<string, Set<string>>()
  for (const { entity, unknown } of reports) {
    const known = titles.get(entity.model) ?? new Set()
    for (const title of unknown) known.add(title)
    titles.set(entity.model, known)
  }
  return [...titles].flatMap(([entity, found]) => {
    if (found.size === 0) return []
    const named = [...found].slice(0, mostNamed).map((title) => `"${title.slice(0, mostCharacters)}"`)
    const columns = [...named, ...(found.size > mostNamed ? ['…'] : [])].join(', ')
    return [{ code: 'columns_not_read', params: { entity, columns } } as const]
  })
}

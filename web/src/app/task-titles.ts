/** What tasks are called. Those that the user may not launch keep their name. */
import { useQuery } from '@tanstack/react-query'
import { type Run, tasksQuery } from '../api/tasks.ts'

export function useTaskTitles(scenario: string): ReadonlyMap<string, string> {
  const { data = [] } = useQuery(tasksQuery(scenario))
  return new Map(data.map(({ name, title }) => [name, title]))
}

/** The title without its full stop: it is a heading here. */
export const titleOf = (title: string): string => title.replace(/\.$/, '')

export const runTitle = (titles: ReadonlyMap<string, string>, { name }: Pick<Run, 'name'>): string =>
  titleOf(titles.get(name) ?? name)

const schedule = /--schedule=("(?:[^"\\]|\\.)*"|\S+)/

/** What a group of tasks is called, of the run of one. */
export function groupName({ name, arguments: given }: Pick<Run, 'name' | 'arguments'>): string | undefined {
  const [, text] = name === 'scheduletasks' ? (schedule.exec(given ?? '') ?? []) : []
  return text?.startsWith('"') === true ? String(JSON.parse(text)) : text
}

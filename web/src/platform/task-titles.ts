/** Titles of tasks. A task that the user may not launch is shown with its name. */
import { useQuery } from '@tanstack/react-query'
import { type Run, tasksQuery } from './api/tasks.ts'

export function useTaskTitles(scenario: string): ReadonlyMap<string, string> {
  const { data = [] } = useQuery(tasksQuery(scenario))
  return new Map(data.map(({ name, title }) => [name, title]))
}

/** Returns the title without its full stop, because it is used as a heading. */
export const titleOf = (title: string): string => title.replace(/\.$/, '')

export const runTitle = (titles: ReadonlyMap<string, string>, { name }: Pick<Run, 'name'>): string =>
  titleOf(titles.get(name) ?? name)

const schedule = /--schedule=("(?:[^"\\]|\\.)*"|\S+)/

/** Returns the name of the group of tasks that a run executes; undefined for other runs. */
export function groupName({ name, arguments: given }: Pick<Run, 'name' | 'arguments'>): string | undefined {
  const [, text] = name === 'scheduletasks' ? (schedule.exec(given ?? '') ?? []) : []
  return text?.startsWith('"') === true ? String(JSON.parse(text)) : text
}

/** Loads the choices of a parameter by the keyword of its schema. */
import { useQuery } from '@tanstack/react-query'
import { getJson } from '../../platform/api/client.ts'
import { scenariosQuery } from '../../platform/api/scenarios.ts'
import { useMe } from '../../platform/api/me.ts'
import { anything } from '../../platform/api/shape.ts'
import { useScenario } from '../../platform/use-scenario.ts'

/** Path and name field of the choices of each kind. */
const sources: Readonly<Record<string, readonly [path: string, field: string]>> = {
  entities: ['/api/meta/', 'entity'],
  fixtures: ['/execute/api/fixtures/', 'name'],
  files: ['/execute/uploadtofolder/0/', 'name'],
  exportedfiles: ['/execute/uploadtofolder/1/', 'name'],
  exports: ['/execute/api/exports/', 'name'],
  schedules: ['/api/execute/scheduledtask/?fields=name', 'name'],
}

/** Kinds that include free scenarios, which cannot be opened. */
const listed: ReadonlySet<string> = new Set(['freescenarios', 'allscenarios'])

export function useOptions(word: string): readonly string[] {
  const { scenarios } = useMe()
  const scenario = useScenario()
  const [path, field] = sources[word] ?? []
  const { data = [] } = useQuery({
    queryKey: ['options', scenario.name, word],
    queryFn: async ({ signal }) =>
      namesOf(await getJson(scenario.path(path ?? ''), anything, { signal }), field ?? ''),
    enabled: path !== undefined,
    staleTime: 30_000,
  })
  const { data: all = [] } = useQuery({ ...scenariosQuery, enabled: listed.has(word) })
  if (word === 'scenarios') return scenarios.map(({ name }) => name)
  if (!listed.has(word)) return data
  return all.filter(({ status }) => word === 'allscenarios' || status === 'Free').map(({ name }) => name)
}

function namesOf(answer: unknown, field: string): readonly string[] {
  if (!Array.isArray(answer)) return []
  const names = answer.map((entry: unknown) =>
    typeof entry === 'object' && entry !== null
      ? new Map<string, unknown>(Object.entries(entry)).get(field)
      : entry,
  )
  return [...new Set(names.filter((name) => typeof name === 'string'))]
}

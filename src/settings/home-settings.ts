/** Settings of further database servers on which scenarios are. */
import { Type } from '../contract/type.ts'
import { addressProblem, databaseNameOf, parseAddress, placesOf } from './database-address.ts'

export const homeSettings = {
  SCENARIO_DATABASES: Type.Record(Type.String(), Type.String({ pattern: '^postgres(ql)?://' }), {
    default: {},
    examples: [{ second: 'postgres://user:password@host2:5432/planning' }],
    description:
      'Databases on further PostgreSQL servers for scenarios, by a short name; DATABASE_URL remains the first server, "main". "planctl scenario_copy --home=<name>" puts a copy there. Use direct addresses, not those of a pooler, and a database of its own for this installation.',
  }),
} as const

interface HomesGiven {
  readonly SCENARIO_DATABASES: Readonly<Record<string, string>>
  readonly DATABASE_URL?: string | undefined
}

/** Returns contradictions between these settings; never with a password. */
export function homeContradictions({ SCENARIO_DATABASES, DATABASE_URL }: HomesGiven): readonly string[] {
  const taken = new Map<string, string>()
  if (DATABASE_URL !== undefined) taken.set(placeOf(DATABASE_URL), 'DATABASE_URL')
  return Object.entries(SCENARIO_DATABASES).flatMap(([name, url]) => {
    const setting = `SCENARIO_DATABASES.${name}`
    if (!/^[a-z][a-z0-9-]{0,30}$/.test(name) || name === 'main') {
      return [`SCENARIO_DATABASES has "${name}"; names are small letters, digits and hyphens, not "main".`]
    }
    const problem = addressProblem(url)
    if (problem !== undefined) return [`${setting} ${problem}.`]
    if (databaseNameOf(url) === '') return [`${setting} names no database; add its name to the address.`]
    const other = taken.get(placeOf(url))
    taken.set(placeOf(url), setting)
    return other === undefined ? [] : [`${setting} is the same database as ${other}.`]
  })
}

const placeOf = (url: string): string => {
  const { hosts } = parseAddress(url)
  return `${placesOf(hosts[0])}/${databaseNameOf(url)}`
}

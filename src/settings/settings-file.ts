/** Writes a documented settings file with every setting commented out at its default. */
import { stringify } from 'smol-toml'
import { settingsSchema } from './settings.ts'
import { isObject } from '../model/values/json.ts'

const heading = `Settings of the planning service. Every line shown is a default, or an example where there is none:
remove the "#" and change the value.

The environment overrides this file: PLANCTL_PORT=9000 sets PORT; lists are written a,b or as JSON. Another
file is read when PLANCTL_SETTINGS names one. Relative paths start at the folder of this file. "planctl
settings" shows the effective values and where each comes from.`

const tables = `[DATABASES.scenario1]
UPLOADFILEFOLDER = "/srv/planning/scenario1"
SQL_ROLE = "planning_import"
PROPOSALS_REQUIRED_FOR = { "*" = "planner" }`

/** Returns the content of the file. */
export function settingsFile(): string {
  const entries = Object.entries(settingsSchema.properties).map(([key, schema]) => {
    const { description, default: fallback, examples } = documentationOf(schema)
    const example =
      key === 'DATABASES'
        ? tables
        : isObject(fallback)
          ? `${key} = {}`
          : stringify({ [key]: fallback ?? examples ?? '' }).trim()
    return `${comment(wrap(description))}\n${comment(example, '#')}`
  })
  return [comment(heading), ...entries].join('\n\n').concat('\n')
}

interface Documentation {
  readonly description: string
  readonly default?: unknown
  readonly examples?: unknown
}

function documentationOf(schema: object): Documentation {
  const described = { description: '', ...schema }
  const list = 'examples' in described && Array.isArray(described.examples) ? described.examples : []
  return { ...described, examples: list[0] }
}

const comment = (text: string, mark = '# '): string =>
  text
    .split('\n')
    .map((line) => `${mark}${line}`.trimEnd())
    .join('\n')

/** Wraps a sentence into readable lines. */
function wrap(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1]!
    if (last.length + word.length > 105) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.join('\n')
}

/**
 * Renders the Helm chart without Helm. It supports only the part of Go templates that the chart uses and fails for
 * everything else. The caller defines the release name and the values.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly pipeline: string }
  | {
      readonly kind: 'if' | 'range'
      readonly pipeline: string
      readonly body: readonly Node[]
      readonly otherwise: readonly Node[]
    }

interface Scope {
  readonly dot: unknown
  /** `$`, and the variables of `range`. */
  readonly variables: Readonly<Record<string, unknown>>
}

/** Templates by the names of their `define`. */
type Definitions = Map<string, readonly Node[]>

/**
 * Renders all templates of a chart with its own values and the given ones, which take precedence. Returns the parsed
 * manifests.
 */
export async function renderChart(
  folder: string,
  overrides: (values: Record<string, unknown>) => Record<string, unknown> = (values) => values,
): Promise<readonly unknown[]> {
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')
  const { version, appVersion } = Object(parse(await read('Chart.yaml')))
  const values: unknown = parse(await read('values.yaml'))
  const context = {
    Values: overrides(Object(values)),
    Release: { Name: 'plans', Service: 'Helm', Revision: 1 },
    Chart: { Version: version, AppVersion: appVersion },
  }
  const definitions: Definitions = new Map()
  const names = (await readdir(join(folder, 'templates'))).toSorted((a, b) => (a < b ? -1 : 1))
  const trees = await Promise.all(
    names.map(async (name) => ({ name, tree: parseTemplate(await read(`templates/${name}`), definitions) })),
  )
  const scope = { dot: context, variables: { $: context } }
  return trees.flatMap(({ name, tree }) => {
    const text = render(tree, scope, definitions)
    if (!name.endsWith('.yaml')) return []
    const documents = text.split(/^---$/m).map((part): unknown => parse(part))
    return documents.filter((document) => document !== null && document !== undefined)
  })
}

function parseTemplate(source: string, definitions: Definitions): readonly Node[] {
  const tokens = source
    .replaceAll(/\s*\{\{-/g, '{{')
    .replaceAll(/-\}\}\s*/g, '}}')
    .split(/(\{\{[^]*?\}\})/)
  let at = 0
  const block = (): { nodes: readonly Node[]; end: string } => {
    const nodes: Node[] = []
    while (at < tokens.length) {
      const token = tokens[at] ?? ''
      at += 1
      const action = /^\{\{\s*([^]*?)\s*\}\}$/.exec(token)?.[1]
      if (action === undefined) {
        nodes.push({ kind: 'text', text: token })
        continue
      }
      const [word = '', ...rest] = action.split(/\s+/)
      const pipeline = rest.join(' ')
      if (word === 'end' || word === 'else') return { nodes, end: word }
      if (word === 'define') definitions.set(JSON.parse(pipeline), block().nodes)
      else if (word === 'if' || word === 'range') {
        const body = block()
        const otherwise = body.end === 'else' ? block().nodes : []
        nodes.push({ kind: word, pipeline, body: body.nodes, otherwise })
      } else nodes.push({ kind: 'value', pipeline: action })
    }
    return { nodes, end: '' }
  }
  return block().nodes
}

function render(nodes: readonly Node[], scope: Scope, definitions: Definitions): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text
      if (node.kind === 'value') return shown(evaluate(node.pipeline, scope, definitions))
      if (node.kind === 'if') {
        const holds = isTrue(evaluate(node.pipeline, scope, definitions))
        return render(holds ? node.body : node.otherwise, scope, definitions)
      }
      const [, key = '', value = '', over = ''] = /^(\$\w+), (\$\w+) := (.*)$/.exec(node.pipeline) ?? []
      const entries = Object.entries(Object(evaluate(over, scope, definitions)))
      return entries
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, entry]) =>
          render(
            node.body,
            { dot: entry, variables: { ...scope.variables, [key]: name, [value]: entry } },
            definitions,
          ),
        )
        .join('')
    })
    .join('')
}

/** Returns a value as text. Objects and lists must be written by a function. */
function shown(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  throw new Error(`The template writes ${JSON.stringify(value)} without a function.`)
}

const isTrue = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== '' &&
  value !== 0 &&
  (typeof value !== 'object' || Object.keys(value).length > 0)

function evaluate(pipeline: string, scope: Scope, definitions: Definitions): unknown {
  const words = pipeline.match(/"[^"]*"|\([^)]*\)|\||[^\s|]+/g) ?? []
  const commands: string[][] = [[]]
  for (const word of words) {
    if (word === '|') commands.push([])
    else commands.at(-1)?.push(word)
  }
  let piped: readonly unknown[] = []
  for (const [name = '', ...operands] of commands) {
    const run = functions[name]
    const values = operands.map((word) => valueOf(word, scope, definitions))
    if (run !== undefined) piped = [run(values.concat(piped), definitions)]
    else if (operands.length === 0) piped = [valueOf(name, scope, definitions)]
    else throw new Error(`The template function ${name} is not known.`)
  }
  return piped[0]
}

function valueOf(word: string, scope: Scope, definitions: Definitions): unknown {
  if (word.startsWith('"')) return JSON.parse(word)
  if (word.startsWith('(')) return evaluate(word.slice(1, -1), scope, definitions)
  if (/^\d+$/.test(word)) return Number(word)
  const [start = '', ...path] = word.split('.')
  const from = start === '' ? scope.dot : scope.variables[start]
  if (start !== '' && !(start in scope.variables)) throw new Error(`${word} is not known in the template.`)
  return path.filter(Boolean).reduce((value: unknown, key) => Object(value)[key], from)
}

type TemplateFunction = (values: readonly unknown[], definitions: Definitions) => unknown

const functions: Readonly<Record<string, TemplateFunction>> = {
  include: ([name, dot], definitions) => {
    const found = definitions.get(shown(name))
    if (found === undefined) throw new Error(`The template ${shown(name)} is not defined.`)
    return render(found, { dot, variables: { $: dot } }, definitions)
  },
  nindent: ([count, text]) => `\n${shown(text).replaceAll(/^/gm, ' '.repeat(Number(count)))}`,
  quote: ([value]) => JSON.stringify(shown(value)),
  default: ([otherwise, value]) => (isTrue(value) ? value : otherwise),
  add: (values) => values.reduce((sum: number, value) => sum + Number(value), 0),
  not: ([value]) => !isTrue(value),
  hasKey: ([map, key]) => Object.hasOwn(Object(map), shown(key)),
  trunc: ([count, text]) => shown(text).slice(0, Number(count)),
  printf: ([format, ...values]) =>
    values.reduce((text: string, value) => text.replace('%s', shown(value)), shown(format)),
  toYaml: ([value]) => stringify(value ?? {}).trimEnd(),
  toJson: ([value]) => JSON.stringify(value),
  sha256sum: ([text]) => createHash('sha256').update(shown(text)).digest('hex'),
}

/** Shows the running workers and the live plans of all servers: as two tables, or as the JSON of the web API. */
import type { ControlDatabase } from '../../database/database.ts'
import { listReportedPlans, type ReportedPlan } from '../../live/reported-plans.ts'
import { listWorkers, noWorkerHint, type RunningWorker } from '../../tasks/queue/workers.ts'
import type { Terminal } from '../terminal.ts'
import { type TextColumn, textTable } from '../text-table.ts'

const megabyte = 2 ** 20

export async function showWorkers(
  database: ControlDatabase,
  { json }: { readonly json: boolean },
  { print, say, columns }: Terminal,
): Promise<void> {
  const [workers, plans] = await Promise.all([listWorkers(database), listReportedPlans(database)])
  if (json) return print(JSON.stringify({ workers, live_plans: plans }, null, 2))
  if (workers.length === 0) say(noWorkerHint)
  else print(textTable(workerColumns, workers, columns).join('\n'))
  if (plans.length === 0) return say('No server holds a live plan.')
  print('')
  print(textTable(planColumns, plans, columns).join('\n'))
}

const withoutFraction = (time: string | null): string => (time === null ? '' : `${time.slice(0, 19)}Z`)
const orAll = (names: readonly string[] | null): string => names?.join(',') ?? 'all'

const taskText = ({ id, name, scenario, pid }: RunningWorker['tasks'][number]): string =>
  `#${id} ${name} in ${scenario}${pid === null ? '' : ` (process ${pid})`}`

const workerColumns: readonly TextColumn<RunningWorker>[] = [
  { head: 'WORKER ON', text: ({ host }) => host ?? 'unknown' },
  { head: 'SINCE', text: ({ started }) => withoutFraction(started) },
  { head: 'KINDS', text: ({ kinds }) => (kinds?.length === 0 ? 'none (older release)' : orAll(kinds)) },
  { head: 'SCENARIOS', text: ({ scenarios }) => orAll(scenarios) },
  {
    head: 'TASKS',
    text: ({ tasks, concurrency }) => `${tasks.length} of ${concurrency ?? 'unknown'}`,
  },
  { head: 'MEMORY', text: ({ memory }) => (memory === null ? 'unknown' : `${memory} MB`) },
  {
    head: 'RUNNING',
    text: ({ tasks }) => tasks.map(taskText).join(', '),
  },
]

const planColumns: readonly TextColumn<ReportedPlan>[] = [
  { head: 'LIVE PLAN OF', text: ({ scenario }) => scenario },
  { head: 'ON', text: ({ host }) => host },
  { head: 'PROCESS', text: ({ pid }) => String(pid) },
  { head: 'SINCE', text: ({ started }) => withoutFraction(started) },
  { head: 'MEMORY', text: ({ memory }) => `${Math.round(memory / megabyte)} MB` },
  { head: 'ANSWERED', text: ({ answered }) => String(answered) },
  { head: 'RUNNING', text: ({ questions }) => String(questions) },
]

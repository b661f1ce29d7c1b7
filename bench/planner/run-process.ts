/** Loads, plans and stores the scenario `default` once, like a task; returns the duration of each part. */
import { connectDatabase } from '../../src/database/connect.ts'
import { buildModel } from '../../src/model/model.ts'
import { type PlanTimes, runPlan } from '../../src/planning/run/run-plan.ts'
import { readMemory } from '../support/process-figures.ts'

export interface RunAnswer extends PlanTimes {
  /** Resident bytes at the peak; undefined if it cannot be measured. */
  readonly memory: number | undefined
  /** Processor time of the process since its start, in milliseconds. */
  readonly processor: number
  readonly failure?: string
}

const [, , url = ''] = process.argv
const database = connectDatabase({ url, timeZone: 'UTC', poolSize: 4, applicationName: 'bench' })

async function run(): Promise<RunAnswer> {
  const { times } = await runPlan(
    {
      control: database,
      home: database,
      model: buildModel(),
      scenario: 'default',
      storages: new Map(),
      timeZone: 'UTC',
      actor: { userId: null, channel: 'task' },
    },
    {
      plantype: 1,
      constraints: { capacity: true, manufacturingLeadTime: true, purchasingLeadTime: true },
      now: new Date().toISOString().slice(0, 19),
    },
    { progress: () => undefined, log: () => undefined },
  )
  const { user, system } = process.cpuUsage()
  return { ...times, memory: (await readMemory(process.pid))?.peak, processor: (user + system) / 1000 }
}

void run()
  .catch((error: unknown): RunAnswer => {
    return { load: 0, solve: 0, store: 0, memory: undefined, processor: 0, failure: String(error) }
  })
  .then((answer) => process.send?.(answer, () => process.exit(0)))

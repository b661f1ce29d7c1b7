/**
 * Exposes the figures of the installation as metrics. Labels are kinds, states, folders and scenarios: their number
 * is bounded.
 */
import { Gauge, type Registry } from 'prom-client'
import type { PlatformFigures } from './platform-figures.ts'

/** One value with its labels. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

interface PlatformMetric {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  readonly samples: (figures: PlatformFigures) => readonly Sample[]
}

const single =
  (value: (figures: PlatformFigures) => number | undefined) =>
  (figures: PlatformFigures): readonly Sample[] => {
    const found = value(figures)
    return found === undefined ? [] : [[{}, found]]
  }

const ofQueue =
  (value: (entry: PlatformFigures['queue'][number]) => number) =>
  ({ queue }: PlatformFigures): readonly Sample[] =>
    queue.map((entry) => [{ kind: entry.kind }, value(entry)])

const ofBackups =
  (value: (backup: PlatformFigures['backups'][number]) => number) =>
  ({ backups }: PlatformFigures): readonly Sample[] =>
    backups.map((backup) => [{ scenario: backup.scenario }, value(backup)])

const ofPlans =
  (value: (plan: PlatformFigures['plans'][number]) => number) =>
  ({ plans }: PlatformFigures): readonly Sample[] =>
    plans.map((plan) => [{ scenario: plan.scenario }, value(plan)])

export const platformMetrics: readonly PlatformMetric[] = [
  {
    name: 'planning_tasks_waiting',
    help: 'Tasks in the queue, by kind.',
    labels: ['kind'],
    samples: ofQueue(({ waiting }) => waiting),
  },
  {
    name: 'planning_tasks_oldest_waiting_seconds',
    help: 'How long the first task in the queue has waited, by kind.',
    labels: ['kind'],
    samples: ofQueue(({ oldest }) => oldest),
  },
  {
    name: 'planning_tasks_running',
    help: 'Tasks that run, by kind.',
    labels: ['kind'],
    samples: ofQueue(({ running }) => running),
  },
  {
    name: 'planning_tasks_unserved',
    help: 'Tasks in the queue that no live worker takes.',
    samples: single(({ unserved }) => unserved),
  },
  {
    name: 'planning_tasks_finished_last_hour',
    help: 'Tasks that have ended within the last hour, by kind and status.',
    labels: ['kind', 'status'],
    samples: ({ finished }) => finished.map(({ kind, status, count }) => [{ kind, status }, count]),
  },
  {
    name: 'planning_task_duration_last_hour_seconds',
    help: 'How long they ran, on average and at most.',
    labels: ['kind', 'status', 'of'],
    samples: ({ finished }) =>
      finished.flatMap(({ kind, status, meanSeconds, longestSeconds }): Sample[] => [
        [{ kind, status, of: 'mean' }, meanSeconds],
        [{ kind, status, of: 'longest' }, longestSeconds],
      ]),
  },
  { name: 'planning_workers', help: 'Workers that live.', samples: single(({ workers }) => workers) },
  {
    name: 'planning_last_backup_timestamp_seconds',
    help: 'When the last backup of a scenario ended well.',
    labels: ['scenario'],
    samples: ofBackups(({ at }) => at),
  },
  {
    name: 'planning_last_backup_size_bytes',
    help: 'Its size.',
    labels: ['scenario'],
    samples: ofBackups(({ bytes }) => bytes),
  },
  {
    name: 'planning_last_plan_timestamp_seconds',
    help: 'When the newest plan of a scenario was stored.',
    labels: ['scenario'],
    samples: ofPlans(({ at }) => at),
  },
  {
    name: 'planning_last_plan_orders',
    help: 'Sales orders in it, by how they are delivered: ontime, late, or not in full (short).',
    labels: ['scenario', 'delivery'],
    samples: ({ plans }) =>
      plans.flatMap(({ scenario, ontime, late, short }) =>
        Object.entries({ ontime, late, short }).map(([delivery, value]): Sample => [
          { scenario, delivery },
          value,
        ]),
      ),
  },
  {
    name: 'planning_webhooks_disabled',
    help: 'Webhooks that were disabled because they failed.',
    samples: single(({ webhooks }) => webhooks.disabled),
  },
  {
    name: 'planning_webhook_deliveries_pending',
    help: 'Messages of enabled webhooks that have not arrived yet.',
    samples: single(({ webhooks }) => webhooks.pending),
  },
  {
    name: 'planning_webhook_deliveries_failing',
    help: 'Those that have failed at least once.',
    samples: single(({ webhooks }) => webhooks.failing),
  },
  {
    name: 'planning_webhook_oldest_pending_seconds',
    help: 'How long the first of them has waited.',
    samples: single(({ webhooks }) => webhooks.oldest),
  },
  {
    name: 'planning_group_mails_unsent',
    help: 'Mails about ended schedules that were not sent: tried again later (waiting), or given up within the last day (lost).',
    labels: ['state'],
    samples: ({ unsentMails: { waiting, lost } }) => [
      [{ state: 'waiting' }, waiting],
      [{ state: 'lost' }, lost],
    ],
  },
  {
    name: 'planning_database_slow_statements',
    help: 'Statements of the database that have run for more than five seconds, of all processes.',
    samples: single(({ statements }) => statements.slow),
  },
  {
    name: 'planning_database_longest_statement_seconds',
    help: 'How long the longest one has run.',
    samples: single(({ statements }) => statements.longest),
  },
  {
    name: 'planning_disk_free_bytes',
    help: 'Free bytes of the disk under a folder.',
    labels: ['folder'],
    samples: ({ disks }) => disks.map(({ folder, free }) => [{ folder }, free]),
  },
]

/**
 * Adds the metrics to a registry. If the figures cannot be read, only `planning_figures_up` is reported, with value
 * 0.
 */
export function registerPlatformMetrics(
  registry: Registry,
  read: () => Promise<PlatformFigures | undefined>,
): void {
  const registers = [registry]
  const up = new Gauge({
    name: 'planning_figures_up',
    help: 'Whether the figures of the installation could be read from the database.',
    registers,
    async collect() {
      this.set((await read()) === undefined ? 0 : 1)
    },
  })
  void up
  for (const { name, help, labels = [], samples } of platformMetrics) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: labels,
      registers,
      async collect() {
        this.reset()
        const figures = await read()
        // A gauge without labels is 0 after a reset; a metric without a value must be removed.
        if (labels.length === 0) this.remove()
        for (const [own, value] of figures === undefined ? [] : samples(figures)) this.set({ ...own }, value)
      },
    })
    void gauge
  }
}

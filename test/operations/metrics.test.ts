/** Tests monitoring: metrics of a running server, the alerts and the dashboard that use them, and readiness. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const deploy = join(import.meta.dirname, '../../deploy')

/** Returns all samples of a scrape: `name{labels}` → value. */
async function scrape(of: TestServer = server): Promise<ReadonlyMap<string, number>> {
  const { status, text } = await of.request('GET', '/metrics', { as: null })
  expect(status).toBe(200)
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line): [string, number] => {
        const [, name = '', value = ''] = /^(.*) (\S+)$/.exec(line) ?? []
        return [name, Number(value)]
      }),
  )
}

/**
 * Parses an expression as Prometheus does. Returns the metrics that it names. Throws if a modifier of labels (`on`,
 * `ignoring`) is between a series and a number, which Prometheus refuses.
 */
function metricsOf(expression: string): readonly string[] {
  const names: string[] = []
  parser.parse(expression).iterate({
    enter: ({ type, from, to, node }) => {
      if (type.isError) throw new Error(`No PromQL at ${expression.slice(from - 20, to + 20)}: ${expression}`)
      const matches = node.getChild('MatchingModifierClause') !== null
      if (matches && node.getChild('NumberDurationLiteral') !== null)
        throw new Error(`A number has no labels to match: ${expression}`)
      // Functions and labels are other nodes.
      if (type.name === 'Identifier') names.push(expression.slice(from, to))
    },
  })
  return names
}

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string }
}

describe('the figures', () => {
  it('tell of tasks, backups, plans, webhooks, disks and sign-ins', async () => {
    const { database } = server
    await database.query({
      text: `INSERT INTO control."task" ("name", "status", "submitted", "started", "finished", "message", "scenario")
        VALUES ('runplan', 'Done', LOCALTIMESTAMP - interval '9 minutes', LOCALTIMESTAMP - interval '8 minutes',
            LOCALTIMESTAMP - interval '6 minutes', '', 'default'),
          ('runplan', 'Failed', LOCALTIMESTAMP, LOCALTIMESTAMP, LOCALTIMESTAMP, '', 'default'),
          ('backup', 'Done', LOCALTIMESTAMP, LOCALTIMESTAMP, LOCALTIMESTAMP, 'a.gz: 5 records of 2 tables, 4711 bytes.', 'default'),
          ('backup', 'Done', LOCALTIMESTAMP + interval '1 second', LOCALTIMESTAMP, LOCALTIMESTAMP + interval '1 second',
            'b.gz: 5 records of 2 tables, 12 bytes.', 'scenario1'),
          ('importfromfolder', 'Waiting', LOCALTIMESTAMP - interval '2 hours', NULL, NULL, NULL, 'default')`,
    })
    await database.query({
      text: `INSERT INTO control."planhistory" ("scenario", "changeset", "start", "figures")
        VALUES ('default', 1, LOCALTIMESTAMP, '{"ontime": 90, "late": 8, "short": 2}')`,
    })
    await database.query({
      text: `INSERT INTO control."task" ("name", "status", "submitted", "finished", "notify")
        VALUES ('scheduletasks', 'Failed', '2026-01-01', '2026-01-01', '{"lost": "2026-01-01T00:00:00Z"}'),
          ('scheduletasks', 'Failed', '2026-01-01', '2026-01-01', '{"retry": {}}')`,
    })
    // A group that runs its second step; the third one waits.
    await database.query({
      text: `INSERT INTO control."task" ("name", "status", "submitted", "started", "scenario", "worker", "parent")
        VALUES ('scheduletasks', '50%', LOCALTIMESTAMP - interval '3 hours', LOCALTIMESTAMP, 'default', 7, NULL),
          ('exportworkbook', '10%', LOCALTIMESTAMP - interval '3 hours', LOCALTIMESTAMP, 'default', 8, 1),
          ('exportworkbook', 'Waiting', LOCALTIMESTAMP - interval '3 hours', NULL, 'default', 8, 1),
          ('backup', 'Waiting', LOCALTIMESTAMP - interval '3 hours', NULL, 'default', 8, 1)`,
    })
    // Of the webhooks, only the last one was disabled because it failed.
    await database.query({
      text: `WITH w AS (
          INSERT INTO control."webhook" ("name", "url", "secret", "user", "kinds", "entities", "scenarios", "enabled",
            "fault", "cursor")
          SELECT v."name", 'https://example.com/', '', u."id", '{}', '{}', '{}', v."enabled", v."fault", ''
          FROM (VALUES ('gap', true, '{"code": "webhook_gap"}'), ('off', false, NULL),
              ('failed', false, '{"code": "webhook_refused", "params": {"delivery": 1}}')) v ("name", "enabled", "fault"),
            control."user" u WHERE u."username" = 'admin'
          RETURNING "id", "name")
        INSERT INTO control."webhookdelivery" ("webhook", "kind", "body", "created", "attempts")
        SELECT "id", 'edit', '{}', now() - CASE "name" WHEN 'gap' THEN interval '5 minutes' ELSE interval '3 hours' END, 1
        FROM w`,
    })
    const wrong = { username: 'admin', password: 'not the password' }
    expect((await server.request('POST', '/login/', { as: null, body: wrong })).status).toBe(401)
    const figures = await scrape()
    expect(figures.get('planning_figures_up')).toBe(1)
    expect(figures.get('planning_tasks_waiting{kind="import"}')).toBe(1)
    expect(figures.get('planning_tasks_oldest_waiting_seconds{kind="import"}')).toBeCloseTo(7200, -2)
    expect(figures.get('planning_tasks_waiting{kind="export"}')).toBe(0)
    expect(figures.get('planning_tasks_oldest_waiting_seconds{kind="export"}')).toBe(0)
    expect(figures.get('planning_tasks_running{kind="export"}')).toBe(1)
    expect(figures.get('planning_tasks_waiting{kind="backup"}') ?? 0).toBe(0)
    expect(figures.get('planning_tasks_unserved')).toBe(1)
    expect(figures.get('planning_workers')).toBe(0)
    expect(figures.get('planning_tasks_finished_last_hour{kind="plan",status="Failed"}')).toBe(1)
    expect(
      figures.get('planning_task_duration_last_hour_seconds{kind="plan",status="Done",of="longest"}'),
    ).toBeCloseTo(120, -1)
    expect(figures.get('planning_last_backup_size_bytes{scenario="default"}')).toBe(4711)
    expect(figures.get('planning_last_backup_size_bytes{scenario="scenario1"}')).toBe(12)
    const backedUp = figures.get('planning_last_backup_timestamp_seconds{scenario="default"}')!
    expect(Math.abs(backedUp - Date.now() / 1000)).toBeLessThan(120)
    expect(figures.get('planning_last_plan_orders{scenario="default",delivery="late"}')).toBe(8)
    expect(figures.get('planning_group_mails_unsent{state="waiting"}')).toBe(1)
    expect(figures.get('planning_group_mails_unsent{state="lost"}')).toBe(1)
    expect(figures.get('planning_disk_free_bytes{folder="VAR"}')).toBeGreaterThan(0)
    expect(figures.get('planning_sign_in_failures_total{reason="password"}')).toBe(1)
    expect(figures.get('planning_webhooks_disabled')).toBe(1)
    expect(figures.get('planning_webhook_deliveries_pending')).toBe(1)
    expect(figures.get('planning_webhook_deliveries_failing')).toBe(1)
    expect(figures.get('planning_webhook_oldest_pending_seconds')).toBeCloseTo(300, -2)
    expect(figures.get('database_connections_waiting')).toBe(0)
  })

  it('are named by alerts that Prometheus can read, all of them', async () => {
    const { groups } = parse(await readFile(join(deploy, 'prometheus/planning-rules.yaml'), 'utf8'))
    const rules: readonly Rule[] = groups.flatMap((group: { rules: readonly Rule[] }) => group.rules)
    expect(rules.length).toBeGreaterThan(10)
    const known = new Set([...(await scrape()).keys()].map((name) => name.split('{')[0]!))
    const faults = rules.flatMap(({ alert, expr, labels, annotations }) => [
      ...metricsOf(expr)
        // Prometheus itself adds `up` to every scrape.
        .filter((name) => name !== 'up' && !known.has(name))
        .map((name) => `${alert} names ${name}, which is not told`),
      ...(annotations.summary === '' || annotations.description === '' ? [`${alert} says nothing`] : []),
      ...(['critical', 'warning', 'info'].includes(labels.severity) ? [] : [`${alert} has no severity`]),
    ])
    expect(faults).toEqual([])
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })

  it('are shown by the dashboard, all of them', async () => {
    const dashboard = JSON.parse(await readFile(join(deploy, 'grafana/planning-dashboard.json'), 'utf8'))
    const panels: readonly { title: string; targets: readonly { expr: string }[] }[] = dashboard.panels
    const known = new Set([...(await scrape()).keys()].map((name) => name.split('{')[0]!))
    const named = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsOf(expr)))
    expect(named.filter((name) => !known.has(name))).toEqual([])
    expect(named.length).toBeGreaterThan(30)
  })
})

async function checks(of: TestServer) {
  const { status, json } = await of.request('GET', '/readyz', { as: null })
  return { status, checks: Object(json).checks }
}

describe('readiness', () => {
  it('ends with a full disk and an unusable folder', async () => {
    await using full = await startTestServer({ settings: { MIN_FREE_DISK: String(2 ** 52) } })
    expect(await checks(full)).toMatchObject({
      status: 503,
      checks: { folders: 'failed' },
    })
    await using unusable = await startTestServer({ settings: { LOGDIR: '/dev/null/log' } })
    expect(await checks(unusable)).toMatchObject({
      status: 503,
      checks: { folders: 'failed' },
    })
  })

  it('ends with missing migrations, and names those of a newer release', async () => {
    const { database } = server
    expect((await checks(server)).status).toBe(200)
    const migrations = () =>
      database.query<{ name: string }>({ text: 'SELECT "name" FROM control."schema_migration"' })
    const { rows } = await migrations()
    const last = rows
      .map(({ name }) => name)
      .toSorted()
      .at(-1)!
    await database.query({ text: 'DELETE FROM control."schema_migration" WHERE "name" = $1', values: [last] })
    await expect
      .poll(async () => (await checks(server)).checks.migrations, { timeout: 20_000 })
      .toBe(`pending: ${last}`)
    expect((await checks(server)).status).toBe(503)
    await database.query({
      text: `INSERT INTO control."schema_migration" ("name") VALUES ($1), ('9999_of_tomorrow')`,
      values: [last],
    })
    await expect
      .poll(async () => (await checks(server)).checks.migrations, { timeout: 20_000 })
      .toContain('of a newer release: control has 9999_of_tomorrow')
    // The server continues to serve until it is drained.
    expect((await checks(server)).status).toBe(200)
    await database.query({ text: `DELETE FROM control."schema_migration" WHERE "name" = '9999_of_tomorrow'` })
    await expect.poll(async () => (await checks(server)).checks.migrations, { timeout: 20_000 }).toBe('ok')
  })
})

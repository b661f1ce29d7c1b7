/** Creates groups of tasks through the API. */
import { expect } from 'vitest'
import type { TaskServer } from './task-server.ts'

export interface TestStep {
  readonly task: string
  readonly arguments?: Readonly<Record<string, unknown>>
  readonly abort_on_failure?: boolean
}

export const schedulePath = '/api/execute/scheduledtask/'

export interface SavedSchedule extends Readonly<Record<string, unknown>> {
  readonly id: number
  readonly name: string
  readonly next_run: string | null
}

/** Saves a group through the API and returns its record. */
export async function saveSchedule(
  server: Pick<TaskServer, 'request'>,
  record: Readonly<Record<string, unknown>> & { readonly name: string; readonly steps?: readonly TestStep[] },
  as = 'admin',
): Promise<SavedSchedule> {
  const answer = await server.request('POST', schedulePath, { body: record, as })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  const { json } = answer
  if (typeof json !== 'object' || json === null || !('id' in json)) throw new Error(answer.text)
  return { ...json, id: Number(json.id), name: record.name, next_run: nextRunOf(json) }
}

export interface TaskRow {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly message: string | null
  readonly finished: string | null
}

/** Returns the records of the steps of a group, in their order. */
export async function stepsOf(
  { database }: Pick<TaskServer, 'database'>,
  parent: number,
): Promise<readonly TaskRow[]> {
  const { rows } = await database.query<TaskRow>({
    text: `SELECT "id", "name", "status", "message", "finished"::text FROM control."task" WHERE "parent" = $1 ORDER BY "id"`,
    values: [parent],
  })
  return rows
}

/** Marks the data of production as being replaced on a further server, or no longer. */
export const setReplacement = (
  { database }: Pick<TaskServer, 'database'>,
  replacement: string | null,
): Promise<unknown> =>
  database.query({
    text: `UPDATE control."scenario" SET "replacement" = $1 WHERE "name" = 'default'`,
    values: [replacement],
  })

const nextRunOf = (json: object): string | null =>
  'next_run' in json && typeof json.next_run === 'string' ? json.next_run : null

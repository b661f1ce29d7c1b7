import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** Starts the thread, and then runs the statement. */
const program = (statement: string): string => `
  import { endWhenOverdue } from ${JSON.stringify(new URL('overdue-run.ts', import.meta.url).href)}
  const settings = { TIME_ZONE: 'UTC', SCENARIO_DATABASES: {} }
  const url = 'postgresql://127.0.0.1:1/none'
  endWhenOverdue({ id: 1, name: 'task', logfile: '', settings, url, others: new Set(), afterMs: 3_000 })
  // The thread has started.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  ${statement}
  console.log('ended by itself')
  process.exit()`

const start = (statement: string) =>
  run(process.execPath, ['--eval', program(statement)], {
    timeout: 40_000,
    killSignal: 'SIGABRT',
  })

it('a process is ended after the time if its event loop is blocked, and not if it runs', async () => {
  const [runs, blocks] = await Promise.allSettled([
    start('await new Promise((resolve) => setTimeout(resolve, 9_000))'),
    start('for (;;);'),
  ])
  expect(runs).toMatchObject({ status: 'fulfilled', value: { stdout: 'ended by itself\n' } })
  expect(blocks).toMatchObject({ status: 'rejected', reason: { signal: 'SIGKILL' } })
}, 60_000)

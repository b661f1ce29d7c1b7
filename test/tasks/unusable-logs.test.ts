import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTaskServer, type TaskServer } from '../support/task-server.ts'

let server: TaskServer

beforeAll(async () => {
  server = await startTaskServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const log = (id: number) => server.request('GET', `/execute/api/log/?id=${id}`)

it('a log that cannot be read is told as such, and one that is none is not found', async () => {
  const id = await server.launch('patient')
  const { LOGDIR } = server.settings
  await writeFile(LOGDIR, 'no folder')
  const answer = await log(id)
  expect(answer.status).toBe(500)
  expect(answer.text).toMatch(/log cannot be read \(ENOTDIR: not a folder\).*LOGDIR/)
  await rm(LOGDIR)
  expect((await log(id)).status).toBe(404)
  await mkdir(join(LOGDIR, `patient.${id}.log`), { recursive: true })
  expect((await log(id)).status).toBe(404)
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { logFolder } from '../../src/files/folders/folder.ts'
import { whileScenarioBusy } from '../support/busy-scenario.ts'
import { detail } from '../support/detail.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'
import { until } from '../support/wait.ts'

vi.setConfig({ testTimeout: 180_000 })

let server: TaskServer

beforeAll(async () => {
  server = await startTaskServer()
  await server.startWorker()
  const { database } = server
  await buildUser(database, {
    username: 'ann',
    rights: { default: ['execute.run_noted', 'execute.run_patient'] },
  })
  await buildUser(database, { username: 'bob', rights: { default: ['execute.view_task'], scenario1: [] } })
})
afterAll(() => server[Symbol.asyncDispose]())

const launch = (task: string, options: Parameters<TaskServer['request']>[2] = {}, prefix = '') =>
  server.request('POST', `${prefix}/execute/api/${task}`, options)

const file = (name: string): string => join(server.folder, name)

describe('a launch is refused', () => {
  it.each([
    [404, 'nothing/', 'admin', /no task "nothing"/],
    [404, 'flush/', 'admin', /no task "flush"/],
    [404, 'status2/', 'admin', /no task/],
    [403, 'ends/?how=reject', 'ann', /permission/],
    [401, 'ends/?how=reject', null, /credentials/],
    [400, 'ends/', 'admin', /"how".*required/],
    [400, 'ends/?how=sideways', 'admin', /"how".*"exit", "throw".*"sideways"/],
    [400, 'ends/?how=exit&code=many', 'admin', /"code".*integer.*"many"/],
    [400, 'ends/?how=exit&force=maybe', 'admin', /"force".*boolean.*"maybe"/],
    [400, 'ends/?how=exit&user=bob', 'admin', /Unknown parameter "user".*how, code, force/],
    [400, 'ends/?how=exit&database=scenario1', 'admin', /Unknown parameter "database"/],
    [400, 'ends/?how=exit&how=throw', 'admin', /"how".*twice.*"exit" and "throw"/],
    [400, 'secretive/?name=x&password=open', 'admin', /must not stand in a URL/],
  ])('with %s: %s by %s', async (status, path, as, words) => {
    const before = await server.request('GET', '/execute/api/status/?limit=1')
    const answer = await launch(path, { as })
    expect([answer.status, answer.json]).toEqual([
      status,
      expect.objectContaining({ detail: expect.stringMatching(words) }),
    ])
    expect((await server.request('GET', '/execute/api/status/?limit=1')).text).toBe(before.text)
  })

  it('with a form that has a parameter twice with different values', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await launch('ends/', { body: 'how=exit&how=throw', headers })
    expect([answer.status, answer.json]).toEqual([
      400,
      expect.objectContaining({ detail: expect.stringMatching(/"how".*twice.*"exit" and "throw"/) }),
    ])
  })

  it('in a scenario that one may not open', async () => {
    expect((await launch(`noted/?file=x`, { as: 'ann' }, '/scenario1')).status).toBe(404)
    expect((await launch(`noted/?file=x`, {}, '/nowhere')).status).toBe(404)
  })

  it('in a scenario that is busy', async () => {
    await whileScenarioBusy(server.database, 'scenario1', async () => {
      const { status, headers } = await server.request('POST', '/scenario1/execute/api/noted/?file=x')
      expect([status, headers.get('retry-after')]).toEqual([409, '5'])
    })
  })
})

describe('a launch', () => {
  it('answers the number and no other digit, and numbers follow each other over failures', async () => {
    const first = await launch(`noted/?file=${file('a')}`)
    await launch('ends/?how=exit&code=x')
    await launch('nothing/')
    const second = await launch(`noted/?file=${file('a')}`)
    expect(first.json).toEqual({ taskid: idIn(first), message: 'Successfully launched task' })
    expect(first.status).toBe(200)
    expect(first.headers.get('location')).toBe(`/execute/api/status/?id=${idIn(first)}`)
    expect(first.headers.get('retry-after')).toBe('1')
    expect(idIn(second)).toBe(idIn(first) + 1)
  })

  it('takes query, form, multipart and JSON, the later one first', async () => {
    const form = new FormData()
    form.set('mark', 'multipart')
    const query = `noted/?file=${file('ways')}&mark=query`
    const ways = [
      [launch(query), 'query'],
      [
        launch(query, {
          body: 'mark=form',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
        'form',
      ],
      [launch(query, { body: form }), 'multipart'],
      [launch(query, { body: { mark: 'json' } }), 'json'],
    ] as const
    for (const [answer, mark] of ways) {
      expect((await server.ended(idIn(await answer))).message).toBe(`noted ${mark}`)
    }
  })

  it.each(['0', 'false', 'no', 'False'])('reads force=%s as no', async (value) => {
    const id = idIn(await launch(`ends/?how=reject&force=${value}`))
    expect((await server.record(id)).arguments).toBe('--how=reject')
  })

  it('takes a list as a repeated parameter of the query', async () => {
    const id = idIn(await launch('empty/?models=input.item&models=input.customer,input.supplier'))
    expect((await server.record(id)).arguments).toBe('--models=input.item,input.customer,input.supplier')
  })

  it('works under the prefix of a scenario', async () => {
    const answer = await launch(`noted/?file=${file('prefix')}`, {}, '/scenario1')
    expect(answer.headers.get('location')).toBe(`/scenario1/execute/api/status/?id=${idIn(answer)}`)
    expect(await server.record(idIn(answer))).toMatchObject({ scenario: 'scenario1' })
  })

  it.each(['status', 'log', 'cancel'])(
    'has no %s under the prefix of a scenario that there is not',
    async (word) => {
      const id = idIn(await launch('ends/'))
      const method = word === 'cancel' ? 'POST' : 'GET'
      for (const prefix of ['/nope', '/scenario3']) {
        const answer = await server.request(method, `${prefix}/execute/api/${word}/?id=${id}`)
        expect([prefix, answer.status]).toEqual([prefix, 404])
      }
    },
  )

  it('with Prefer answers at once with 202, or waits for the end', async () => {
    const path = `noted/?file=${file('prefer')}`
    expect((await launch(path, { headers: { prefer: 'respond-async' } })).status).toBe(202)
    const waited = await launch(path, { headers: { prefer: 'wait=30' } })
    expect(waited.status).toBe(200)
    expect(waited.text).toContain('"status":"Done"')
  })

  it('with an Idempotency-Key happens once', async () => {
    const headers = { 'idempotency-key': 'k1' }
    const [one, two] = await Promise.all([1, 2].map(() => launch(`noted/?file=${file('once')}`, { headers })))
    expect(idIn(two!)).toBe(idIn(one!))
    const other = await launch(`noted/?file=${file('other')}`, { headers })
    expect(other.status).toBe(422)
    const next = await launch(`noted/?file=${file('once')}`)
    expect(idIn(next)).toBe(idIn(one!) + 1)
  })

  it('is found by a script that looks for words', detail, async () => {
    const id = idIn(
      await launch('ends/', {
        body: 'how=reject',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    )
    const text = await until('the script sees the end', async () => {
      const answer = await server.request('GET', `/execute/api/status/?id=${id}`)
      return /Done|Failed/.test(answer.text) ? answer.text : undefined
    })
    expect(JSON.parse(text)).toMatchObject({ [id]: { status: 'Failed', message: 'did not work' } })
    const quiet = idIn(await launch(`noted/?file=${file('Failed')}&mark=Done`))
    await server.untilTask(quiet, 'ends', ({ finished }) => finished !== null)
    const waiting = await launch('patient/')
    const behind = await launch(`noted/?file=${file('Failed')}&mark=Canceled`)
    const early = await server.request('GET', `/execute/api/status/?id=${idIn(behind)}`)
    expect(early.text).not.toMatch(/Done|Failed|Canceled/)
    expect(early.text).toMatch(/Waiting for patient \(task \d+ in default\)/)
    expect(early.json).toMatchObject({
      [idIn(behind)]: { arguments: expect.stringContaining('--mark=Canceled') },
    })
    for (const task of [behind, waiting])
      await server.request('POST', `/execute/api/cancel/?id=${idIn(task)}`)
    await server.ended(idIn(waiting))
  })
})

describe('tasks of others', () => {
  it('are seen with the right to, and canceled by their owner and administrators', async () => {
    const id = idIn(await launch('patient/', { as: 'ann' }))
    const cancel = (as: string, method = 'POST') =>
      server.request(method, `/execute/api/cancel/?id=${id}`, { as }).then(({ status }) => status)
    const see = (as: string) =>
      server.request('GET', `/execute/api/status/?id=${id}`, { as }).then(({ status }) => status)
    await buildUser(server.database, { username: 'eve', rights: { default: [] } })
    expect([await see('ann'), await see('bob'), await see('eve'), await see('admin')]).toEqual([
      200, 200, 404, 200,
    ])
    expect((await server.request('GET', `/execute/api/log/?id=${id}`, { as: 'eve' })).status).toBe(404)
    expect([await cancel('bob'), await cancel('eve'), await cancel('ann', 'GET')]).toEqual([403, 404, 405])
    expect(await cancel('ann')).toBeLessThan(300)
    await server.ended(id)
    expect(await cancel('ann')).toBe(409)
    expect((await server.request('POST', '/execute/api/cancel/?id=999999')).status).toBe(404)
    expect((await server.request('GET', '/execute/api/status/?id=999999')).status).toBe(404)
    expect((await server.request('GET', '/execute/api/status/?id=one')).status).toBe(400)
  })
})

describe('a task that somebody may not see', () => {
  it.each([
    ['POST', 'cancel/?id='],
    ['GET', 'status/?id='],
    ['GET', 'log/?id='],
    ['GET', 'events/?id='],
    ['GET', 'rerun/?id='],
    ['POST', 'rerun/?id='],
    ['GET', '../logdownload/'],
  ])('is answered like one that does not exist: %s %s', async (method, path) => {
    const foreign = idIn(await launch('ends/?how=exit', { as: 'admin' }))
    const answers = await Promise.all(
      [foreign, 987_654].map(async (id) => {
        const url = new URL(`/execute/api/${path}${id}${path.endsWith('/') ? '/' : ''}`, 'http://host')
        const { status, text, headers } = await server.request(method, url.pathname + url.search, {
          as: 'ann',
        })
        return { status, text: text.replaceAll(String(id), '#'), type: headers.get('content-type') }
      }),
    )
    expect(answers[0]).toMatchObject({ status: 404, text: expect.stringContaining('#') })
    expect(answers[0]).toEqual(answers[1])
  })
})

describe('the latest tasks', () => {
  it('are filtered only by a name that there is, or was', async () => {
    const filtered = (name: string) => server.request('GET', `/execute/api/status/?name=${name}`)
    const unknown = await filtered('nope')
    expect([unknown.status, unknown.json]).toEqual([
      400,
      expect.objectContaining({
        parameter: 'name',
        message: expect.stringMatching(/"name" is invalid: .*createsuperuser, .*noted.*"nope"/),
      }),
    ])
    expect(await filtered('restore')).toMatchObject({ status: 200, json: {} })
    const id = 900_001
    await server.database.query({
      text: `INSERT INTO control."task" ("id", "name", "status", "submitted", "started", "finished", "scenario")
        VALUES ($1, 'former', 'Done', LOCALTIMESTAMP, LOCALTIMESTAMP, LOCALTIMESTAMP, 'default')`,
      values: [id],
    })
    expect((await filtered('former')).json).toHaveProperty(String(id))
  })
})

it.each(['', 'fixtures/', 'exports/', 'workers/'])(
  'a list without parameters rejects those that it would ignore: %s',
  async (path) => {
    const { status, json } = await server.request('GET', `/execute/api/${path}?nosuch=1&format=json`)
    expect([status, json]).toEqual([
      400,
      expect.objectContaining({ detail: expect.stringMatching(/"nosuch"/) }),
    ])
  },
)

describe('the URL of a task', () => {
  it.each(['GET', 'PUT', 'DELETE'])('is not found for an unknown task, also with %s', async (method) => {
    const { status, json } = await server.request(method, '/execute/api/nothing/')
    expect([status, json]).toEqual([
      404,
      expect.objectContaining({ detail: expect.stringMatching(/"nothing"/) }),
    ])
  })

  it.each([
    ['OPTIONS', 'noted/', 'POST'],
    ['GET', 'noted/', 'POST'],
    ['OPTIONS', 'status/', 'GET, HEAD'],
    ['OPTIONS', 'rerun/', 'GET, HEAD, POST'],
  ])('names the methods that it allows: %s %s', async (method, path, allowed) => {
    const { status, headers } = await server.request(method, `/execute/api/${path}`)
    expect([status, headers.get('allow')]).toEqual([405, allowed])
  })
})

describe('the log', () => {
  it('is given whole and in part', async () => {
    const id = idIn(await launch(`noted/?file=${file('logged')}&mark=7`))
    await server.ended(id)
    const get = (range?: string) =>
      server.request('GET', `/execute/api/log/?id=${id}`, { headers: range === undefined ? {} : { range } })
    const whole = await get()
    expect(whole.text).toContain('Done: noted 7')
    const part = await get('bytes=5-9')
    expect([part.status, part.text]).toEqual([206, whole.text.slice(5, 10)])
    expect(part.headers.get('content-range')).toBe(`bytes 5-9/${whole.text.length}`)
    expect((await get('bytes=-4')).text).toBe(whole.text.slice(-4))
    expect((await get(`bytes=${whole.text.length}-`)).status).toBe(416)
    expect((await server.request('GET', `/execute/logdownload/${id}/`)).text).toBe(whole.text)
  })

  it('gives way to the file that the task has created, which only dumps keep from users', async () => {
    const id = idIn(await launch(`noted/?file=${file('made')}&mark=8`))
    await server.ended(id)
    await writeFile(join(logFolder(server.service.settings).path, 'made.csv'), 'name\n')
    const download = async (name: string) => {
      const text = 'UPDATE control."task" SET "logfile" = $1, "name" = $2 WHERE "id" = $3'
      await server.database.query({ text, values: ['made.csv', name, id] })
      const answer = await server.request('GET', `/execute/logdownload/${id}/`)
      return [answer.status, answer.text]
    }
    expect(await download('noted')).toEqual([200, 'name\n'])
    for (const name of ['backup', 'removed']) expect((await download(name))[0]).toBe(403)
  })
})

describe('the list of tasks', () => {
  it('has what the user may run, with schemas', async () => {
    const names = async (as: string): Promise<readonly string[]> => {
      const { text } = await server.request('GET', '/execute/api/', { as })
      const listed: readonly { readonly name: string }[] = JSON.parse(text)
      return listed.map(({ name }) => name)
    }
    expect(await names('ann')).toEqual(['patient', 'noted'])
    const all = await names('admin')
    expect(all).toContain('loaddata')
    expect(all).not.toContain('flush')
    const { json } = await server.request('GET', '/execute/api/')
    expect(json).toContainEqual(
      expect.objectContaining({
        name: 'ends',
        url: '/execute/api/ends/',
        parameters: expect.objectContaining({ type: 'object' }),
      }),
    )
    expect((await server.request('GET', '/execute/api/fixtures/')).text).toContain('jobshop_demo')
  })

  it('lists them in the language of the user; names of parameters and values stay', async () => {
    await buildUser(server.database, {
      username: 'greta',
      language: 'de',
      rights: { default: 'superuser' },
    })
    const { json } = await server.request('GET', '/execute/api/', { as: 'greta' })
    expect(json).toContainEqual(
      expect.objectContaining({
        name: 'importworkbook',
        group: 'Daten',
        title: 'Arbeitsmappe importieren',
        about: expect.stringMatching(/^Importiert eine hochgeladene Arbeitsmappe/),
        help: expect.stringMatching(/sheet/),
      }),
    )
    const runplan = Array.isArray(json) ? json.find(({ name }: { name: string }) => name === 'runplan') : {}
    expect(runplan.parameters.properties.plantype).toMatchObject({
      type: 'integer',
      title: 'Art des Plans',
      'x-labels': { 1: expect.stringMatching(/^Beschränkt/), 2: expect.stringMatching(/^Unbeschränkt/) },
    })
    expect(JSON.stringify(json)).not.toContain('x-hint')
  })

  it('refuses to launch one with the whole reason, in English and in the language of the user', async () => {
    await buildUser(server.database, {
      username: 'frieda',
      language: 'fr',
      rights: { default: 'superuser' },
    })
    const path = '/execute/api/scenario_copy/?copy=1&source=nope&destination=plan'
    const { status, text } = await server.request('POST', path, { as: 'frieda' })
    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      {
        message: expect.stringMatching(
          /^Parameter "source" is invalid: there is no scenario "nope"\. Scenarios in use: default/,
        ),
        detail: expect.stringMatching(
          /^Le paramètre "source" n'est pas valide : il n’y a pas de scénario "nope"\. Scénarios utilisés : default/,
        ),
      },
    ])
  })
})

/** Tests every plan report: permissions, formats, and description. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionName } from '../../src/model/entity.ts'
import { translatedLanguages } from '../../src/model/labels/languages.ts'
import { buildModel, requireEntity } from '../../src/model/model.ts'
import { reportEntities } from '../../src/model/reports/reports.ts'
import { outputReports } from '../../src/planning/reports/outputs.ts'
import { type Api, type ApiServer, type Kind, kinds, startApiServer } from '../support/api.ts'
import { undocumented } from '../support/documented-answers.ts'
import { storeSmallPlan } from './small-plan.ts'

let server: ApiServer
let api: Api

beforeAll(async () => {
  server = await startApiServer()
  api = server.api
  await storeSmallPlan(server, api)
  const [order] = await api.list('/api/input/manufacturingorder/?status=proposed&fields=reference&limit=1')
  const body = { references: [order?.['reference']] }
  const { status, text } = await api.request('POST', '/api/release/', { as: 'superuser', body })
  if (status !== 200) throw new Error(`The order was not released: ${text}`)
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

/** Required parameters. */
const needed: Readonly<Record<string, string>> = {
  pegging: 'demand=SO 1',
  supplypath: 'item=bike',
  plancomparison: 'with=scenario1',
  capacityorders: 'resource=bench&start=2025-01-01&end=2027-01-01',
}
const pathOf = (model: string, more = ''): string => `/api/output/${model}/?${needed[model] ?? ''}${more}`
const model = buildModel()
const right = (entity: string): string => permissionName(requireEntity(model, entity), 'view')

it('is declared and served, each of them', () => {
  expect(outputReports.map(({ declaration }) => declaration)).toEqual(reportEntities)
})

describe.each(outputReports.map((report) => [report.declaration.model, report] as const))(
  '%s',
  (name, report) => {
    const { declaration, parameters } = report
    // Only a user who can open both scenarios has the rights in both.
    const path = pathOf(name === 'plancomparison' ? 'nothing' : name)
    const own = name === 'plancomparison' ? '/api/output/plancomparison/?with=default' : path

    it('is there for those who may view all that it tells of', async () => {
      const expected: Readonly<Record<Kind, number>> = {
        anonymous: 401,
        norights: 403,
        viewer: 200,
        changer: 403,
        planner: 200,
        superuser: 200,
        outsider: 404,
      }
      for (const kind of kinds) {
        expect([kind, (await api.get(own, { as: kind })).status]).toEqual([kind, expected[kind]])
      }
      expect((await api.get(`/scenario1${own}`, { as: 'viewer' })).status).toBe(404)
      expect((await api.get(`/scenario1${own}`, { as: 'outsider' })).status).toBe(
        name === 'plancomparison' ? 400 : 200,
      )
      expect((await api.get(`/default${own}`)).status).toBe(200)
    })

    it('is there for nobody who may not view one of these', async () => {
      const basedOn = declaration.basedOn ?? []
      expect(basedOn.length).toBeGreaterThan(0)
      for (const missing of basedOn) {
        const username = `${name} without ${missing}`
        const permissions = basedOn.filter((entity) => entity !== missing).map(right)
        await server.addUser({ username, rights: { default: permissions } })
        const { status } = await server.request('GET', own, { as: username })
        expect([missing, status]).toEqual([missing, 403])
      }
      await server.addUser({ username: `${name} with all`, rights: { default: basedOn.map(right) } })
      const { status } = await server.request('GET', own, { as: `${name} with all` })
      expect(status).toBe(200)
      // Fields of other records stay hidden.
      const follow = declaration.fields.find(({ reference }) => reference?.entity === 'input.item')
      const followed = follow === undefined || basedOn.includes('input.item')
      const filtered = await server.request(
        'GET',
        `${own}&shape=list&${follow?.name ?? 'nothing'}__cost__gt=5`,
        {
          as: `${name} with all`,
        },
      )
      expect(filtered.status).toBe(followed ? 200 : 403)
    })

    it('comes in every format', async () => {
      const types = {
        json: 'application/json',
        ndjson: 'application/x-ndjson',
        csv: 'text/csv; charset=utf-8',
        xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        api: 'text/html; charset=utf-8',
      }
      for (const [format, type] of Object.entries(types)) {
        const { status, headers, text } = await api.get(`${own}&format=${format}`)
        expect([format, status, headers.get('content-type')]).toEqual([format, 200, type])
        expect(text.length).toBeGreaterThan(0)
        expect(format === 'api' ? text.length : 0).toBeLessThan(30_000)
      }
      const records = await api.list(own)
      const lines = (await api.get(`${own}&format=ndjson`)).text.trim().split('\n')
      const nested = name === 'timeline'
      expect(nested ? records.length : lines.length).toBe(records.length)
      const csv = await api.get(`${own}&format=csv`)
      expect(csv.text.split('\n', 1)[0]?.split(',')).toEqual(declaration.fields.map((field) => field.name))
    })

    it('is read only, and only as a list', async () => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const { status, headers } = await api.request(method, own, { body: {} })
        expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, OPTIONS'])
      }
      expect((await api.get(`/api/output/${name}/1/`)).status).toBe(404)
      const head = await api.request('HEAD', `${own}&limit=1`)
      expect([head.status, head.text]).toEqual([200, ''])
      expect(Number(head.headers.get('x-total-count'))).toBeGreaterThanOrEqual(0)
    })

    it('is described, with its parameters and where its figures come from', async () => {
      const { json } = await api.request('OPTIONS', `/api/output/${name}/`)
      const { fields, parameters: described, methods } = Object(json)
      expect(Object.keys(fields)).toEqual(declaration.fields.map((field) => field.name))
      expect(Object.keys(described)).toEqual(parameters.map((parameter) => parameter.name))
      expect(methods).toEqual(['GET', 'HEAD', 'OPTIONS'])
      for (const [figure, url] of Object.entries(report.drilldowns ?? {})) {
        expect([figure, fields[figure]?.drilldown]).toEqual([figure, url])
      }
      const document = Object((await api.get('/openapi.json')).json)
      const operation = document.paths[`/api/output/${name}/`].get
      const named: unknown[] = operation.parameters.map((each: unknown) => Object(each).name)
      for (const parameter of parameters) expect(named).toContain(parameter.name)
      expect(new Set(named.filter((each) => each !== undefined)).size).toBe(
        named.filter((each) => each !== undefined).length,
      )
      expect(Object(await api.get('/api/')).json[`output/${name}`]).toContain(`/api/output/${name}/`)
    })

    it('takes or refuses whatever its parameters hold', async () => {
      const values = [
        `'; DROP TABLE item; --`,
        '"',
        '\\',
        '\0',
        '%',
        '$1',
        '-1',
        '0',
        '1e9',
        '2147483648',
        '🚲',
        'a,b',
        'x'.repeat(3000),
      ]
      for (const parameter of parameters) {
        for (const value of values) {
          const { status, json } = await api.get(
            `${own}&${parameter.name}=${encodeURIComponent(value)}&limit=5`,
          )
          expect([parameter.name, value, status < 500 && json !== undefined]).toEqual([
            parameter.name,
            value,
            true,
          ])
        }
        expect([parameter.name, (await api.get(`${own}&${parameter.name}=`)).status < 500]).toEqual([
          parameter.name,
          true,
        ])
      }
      const edges = [
        'start=0001-01-01',
        'end=9999-12-31',
        'start=9999-12-30',
        'end=0001-01-02',
        'start=294276-01-01',
      ]
      for (const edge of edges) {
        const { status } = await api.get(`${own}&${edge}&limit=5`)
        expect([edge, status < 500]).toEqual([edge, true])
      }
    })

    it('has the schemas of its shapes in the OpenAPI document', async () => {
      const document = (await api.get('/openapi.json')).json
      const { choices = [] } = parameters.find((parameter) => parameter.name === 'shape') ?? {}
      const shapes = choices.map((shape) => `&shape=${shape}&start=2026-01-05&end=2026-02-01`)
      for (const more of ['', ...shapes]) {
        const answer = await api.get(`${own}${more}`)
        const faults = undocumented(document, 'GET', `/api/output/${name}/`, answer)
        expect([more, answer.status, faults]).toEqual([more, 200, []])
      }
    })

    it('leads from its figures to their records', async () => {
      const rows = await api.list(`${own}&start=2026-01-05&end=2026-02-01`)
      for (const [figure, url] of Object.entries(report.drilldowns ?? {})) {
        const row = rows.find((one) => one[figure] !== 0 && one[figure] !== null) ?? rows[0]!
        const filled = url.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
          encodeURIComponent(String(row[field])),
        )
        const { status, headers, json } = await api.get(filled)
        expect([figure, status, headers.get('x-ignored-parameters')]).toEqual([figure, 200, null])
        const found: number = Object(json).length
        const expected = row[figure] !== 0 && row[figure] !== null ? 1 : 0
        expect([figure, filled, found]).toEqual([figure, filled, found < expected ? 'more' : found])
      }
    })
  },
)

it('is in the language of the reader', async () => {
  for (const language of translatedLanguages) {
    await server.addUser({ username: language, language, rights: { default: 'superuser' } })
    const asked = await server.request('OPTIONS', '/api/output/inventoryreport/', { as: language })
    const { name, fields } = Object(asked.json)
    expect([language, name]).not.toEqual([language, 'inventory report'])
    expect([language, fields.daysofcover.label]).not.toEqual([language, 'days of cover'])
    const refused = await server.request('GET', '/api/output/pegging/', { as: language })
    expect([language, Object(refused.json).demand[0]]).not.toEqual([
      language,
      expect.stringContaining('Give one'),
    ])
  }
})

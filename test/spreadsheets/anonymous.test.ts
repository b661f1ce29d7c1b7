/** Tests anonymous workbooks: they contain no original key, and all references remain valid. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { DataContext } from '../../src/data/context.ts'
import { emptyEntities } from '../../src/data/write/empty/empty-entities.ts'
import { planEmptying } from '../../src/data/write/empty/empty-plan.ts'
import { messageText } from '../../src/errors/messages.ts'
import { anonymousWarning } from '../../src/files/workbook/anonymous.ts'
import { workbookEntities } from '../../src/files/workbook/workbook-entities.ts'
import { loadLabels } from '../../src/words/load-labels.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { withTempFolder } from '../support/temp-folder.ts'
import { exportTo, importFrom, sheetsOf } from '../support/workbook-import.ts'

let server: ApiServer
let context: DataContext

/** Returns a key that is a unique word. */
const key = (name: string): string => `SECRET${name}`

beforeAll(async () => {
  server = await startApiServer()
  const create = (entity: string, ...records: readonly Record<string, unknown>[]) =>
    server.api.create(`/api/${entity}/`, records)
  await create('common/bucket', { name: key('bucket'), level: 1 })
  await create('common/parameter', { name: 'plan.calendar', value: key('bucket') })
  await create('input/calendar', { name: key('calendar') })
  await create(
    'input/customer',
    { name: key('customer') },
    { name: key('customer2'), owner: key('customer') },
  )
  await create('input/location', { name: key('location'), available: key('calendar') })
  await create('input/supplier', { name: key('supplier') })
  await create(
    'input/item',
    { name: key('item'), description: 'a bolt' },
    { name: key('part'), owner: key('item') },
  )
  await create('input/setupmatrix', { name: key('matrix') })
  await create('input/skill', { name: key('skill') })
  await create('input/resource', {
    name: key('resource'),
    location: key('location'),
    setupmatrix: key('matrix'),
    setup: key('setup'),
  })
  await create(
    'input/setuprule',
    { setupmatrix: key('matrix'), priority: 1, fromsetup: key('setup'), tosetup: key('nowhere else') },
    { setupmatrix: key('matrix'), priority: 2, fromsetup: 'colour (red|blue)', tosetup: '.*' },
  )
  await create('input/resourceskill', { resource: key('resource'), skill: key('skill') })
  await create('input/operation', {
    name: key('operation'),
    item: key('item'),
    location: key('location'),
    duration: '01:00:00',
  })
  await create('input/operationmaterial', {
    operation: key('operation'),
    item: key('part'),
    quantity: -2,
    name: key('alternate'),
  })
  await create('input/operationresource', {
    operation: key('operation'),
    resource: key('resource'),
    quantity: 1,
    setup: key('setup'),
    name: key('alternate'),
  })
  await create('input/buffer', {
    item: key('item'),
    location: key('location'),
    batch: key('batch'),
    onhand: 5,
  })
  await create('input/itemsupplier', { item: key('part'), supplier: key('supplier') })
  await create('input/demand', {
    name: key('demand'),
    item: key('item'),
    location: key('location'),
    customer: key('customer2'),
    due: '2026-05-01',
    batch: key('batch'),
    owner: key('demand'),
    quantity: 3,
  })
  // Several sales orders of one owner.
  await create(
    'input/demand',
    { name: key('line'), owner: key('group') },
    { name: key('line2'), owner: key('group') },
  )
  await create('input/purchaseorder', {
    reference: key('po'),
    item: key('part'),
    supplier: key('supplier'),
    location: key('location'),
    batch: key('batch'),
    quantity: 4,
  })
  await create('input/manufacturingorder', { reference: key('mo'), operation: key('operation'), quantity: 1 })
  context = server.service.dataContext({ scenario: 'default', actor: { userId: null, channel: 'import' } })
})
afterAll(() => server[Symbol.asyncDispose]())

/** Returns the text of every part of the archive, including parts that programs do not show. */
async function everyText(path: string): Promise<string> {
  const zip = await fromBufferPromise(await readFile(path), { lazyEntries: true })
  let text = ''
  for await (const entry of zip.eachEntry()) {
    text += entry.fileName
    for await (const chunk of await zip.openReadStreamPromise(entry)) text += String(chunk)
  }
  return text
}

it.each(['en', 'de', 'zh-hans'])('holds no key of anything, in any part (%s)', async (language) => {
  await withTempFolder(async (folder) => {
    const path = join(folder, 'anonymous.xlsx')
    await exportTo(path, context, { anonymous: true, labels: await loadLabels(language) })
    const text = await everyText(path)
    expect(text).toContain('000001')
    expect(text).toContain('a bolt')
    expect(text).not.toContain('SECRET')
    await exportTo(path, context, {
      anonymous: true,
      entities: workbookEntities(context.model).filter(({ view }) => view !== undefined),
    })
    expect(await everyText(path)).not.toContain('SECRET')
  })
})

it('calls a thing the same wherever it is referred to: all of it is imported, and says the same', async () => {
  await withTempFolder(async (folder) => {
    const path = join(folder, 'anonymous.xlsx')
    await exportTo(path, context, { anonymous: true })
    const plain = join(folder, 'plain.xlsx')
    await exportTo(plain, context)
    await emptyEntities(context, planEmptying(context.model, undefined), { dryRun: false })
    const result = await importFrom(path, context)
    expect(result.told).toEqual([])
    const before = await sheetsOf(plain)
    const after = await sheetsOf(path)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    for (const [title, rows] of Object.entries(before))
      expect([title, after[title]?.length]).toEqual([title, rows.length])
    const [item] = await server.api.list('/api/input/item/?description=a%20bolt')
    const name = String(item?.['name'])
    expect(name).toMatch(/^item 00000[12]$/)
    const [part] = await server.api.list(`/api/input/item/?owner=${name}`)
    expect(part?.['name']).toMatch(/^item 00000[12]$/)
    expect(part?.['name']).not.toBe(name)
    expect(await server.api.list(`/api/input/demand/?item=${name}`)).toHaveLength(1)
    expect(await server.api.list(`/api/input/purchaseorder/?item=${String(part?.['name'])}`)).toHaveLength(1)
    const [demand] = await server.api.list('/api/input/demand/?quantity=3')
    expect(demand).toMatchObject({ batch: 'batch 000001', owner: demand?.['name'] })
    const [line] = await server.api.list('/api/input/demand/?quantity__isnull=true')
    expect(line?.['owner']).toMatch(/^owner 00000[12]$/)
    const [material] = await server.api.list('/api/input/operationmaterial/')
    const [load] = await server.api.list('/api/input/operationresource/')
    expect(material?.['name']).toBe('name 000001')
    expect(load?.['name']).toBe('name 000001')
    for (const entity of ['buffer', 'purchaseorder'])
      expect(await server.api.list(`/api/input/${entity}/?batch=batch%20000001`)).toHaveLength(1)
    const [resource] = await server.api.list('/api/input/resource/')
    expect(resource?.['setup']).toMatch(/^setup 00000[12]$/)
    const [use] = await server.api.list('/api/input/operationresource/')
    expect(use?.['setup']).toBe(resource?.['setup'])
    const rules = await server.api.list('/api/input/setuprule/?ordering=priority')
    expect(rules[0]?.['fromsetup']).toBe(resource?.['setup'])
    expect(rules[0]?.['tosetup']).toMatch(/setup 00000[12]$/)
    expect(rules[0]?.['tosetup']).not.toBe(resource?.['setup'])
    // Regular expressions stay, and the warning says so.
    expect([rules[1]?.['fromsetup'], rules[1]?.['tosetup']]).toEqual(['colour (red|blue)', '.*'])
    expect(messageText(anonymousWarning)).toContain('regular expressions')
    const [parameter] = await server.api.list('/api/common/parameter/?name=plan.calendar')
    expect(parameter?.['value']).toMatch(/^bucket 00000\d$/)
  })
})

it('gives names that follow no order, and others each time', async () => {
  await server.api.create(
    '/api/input/item/',
    Array.from({ length: 60 }, (_, index) => ({
      name: `row ${String(index).padStart(3, '0')}`,
      cost: index,
    })),
  )
  await withTempFolder(async (folder) => {
    const orders = new Set<string>()
    for (const name of ['one', 'two']) {
      const path = join(folder, `${name}.xlsx`)
      const entities = workbookEntities(context.model).filter((entity) => entity.name === 'input.item')
      await exportTo(path, context, { anonymous: true, entities })
      const [header = [], ...rows] = (await sheetsOf(path))['item'] ?? []
      orders.add(rows.map((cells) => cells[header.indexOf('cost')]).join())
    }
    expect(orders.size).toBe(2)
  })
})

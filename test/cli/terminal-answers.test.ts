/** Tests that answers are tables and sentences on a terminal, and JSON for programs. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createProposal } from '../../src/proposals/create-proposal.ts'
import { proposalOf } from '../../src/proposals/given-proposal.ts'
import { createTestContext, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { loadModel, type ModelRow, planScenario } from '../support/plans.ts'
import { planctlOnTerminal } from '../support/planctl-terminal.ts'
import { isInstalled } from '../support/programs.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

// Commands on a terminal start processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const row = (model: string, fields: ModelRow['fields']): ModelRow => ({ model, fields })

let test: TestDatabase
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planctl-answers-'))
  test = await createTestDatabase()
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const options = () => ({
  cwd: folder,
  env: { DATABASE_URL: test.url, PLANCTL_VAR: join(folder, 'var'), PLANCTL_PASSWORD: 'correct horse 42' },
})

const run = (...args: readonly string[]) => warmPlanctl(args, options())

const onTerminal = (...args: readonly string[]): Promise<string> => planctlOnTerminal(args, options())

describe.runIf(isInstalled('script'))('on a terminal', () => {
  it('says what to do if there is nothing to list', detail, async () => {
    expect(await onTerminal('plans')).toBe('The scenario has no plan. To make one: planctl runplan\r\n')
    expect(await onTerminal('proposal', 'list')).toBe('No proposals.\r\n')
    expect(await onTerminal('apikey', 'list')).toBe('There are no API keys.\r\n')
    expect(await onTerminal('safetystock')).toBe('No buffers.\r\n')
  })

  it('lists plans, safety stock, proposals and keys in tables', detail, async () => {
    const context = createTestContext(test.database)
    await loadModel(context, [
      row('common.parameter', { name: 'currentdate', value: '2026-01-05' }),
      row('input.location', { name: 'shop' }),
      row('input.item', { name: 'chair', description: 'old' }),
      row('input.buffer', { item: 'chair', location: 'shop', onhand: 3 }),
      row('input.demand', { name: 'SO 1', item: 'chair', location: 'shop', quantity: 3, due: '2026-02-01' }),
    ])
    await planScenario(context)
    const plans = await onTerminal('plans')
    expect(plans).toMatch(
      /^The plan was stored \d{4}-\d\d-\d\d \d\d:\d\d\. The data has not changed since\.\r\n\r\nSTORED +ON TIME +LATE +SHORT +QTY-DAYS +STOCK +SETUP +UTIL +BY\r\n/,
    )
    expect(plans).not.toContain('{')

    const stock = await onTerminal('safetystock')
    expect(stock).toMatch(
      /^ITEM +LOCATION +DEMAND\/WEEK +LEAD DAYS +REORDER AT +VALUE CHANGE +PRESENT +PROPOSED, OR WHY NOT\r\n/,
    )
    expect(stock).toMatch(/\r\nchair +shop +.*Less than 8 weeks of demand history\r\n$/)
    expect(await onTerminal('safetystock', '--edits')).toBe('No safety stock would change.\r\n')

    const body = {
      title: 'Describe the chair',
      submit: true,
      edits: [{ entity: 'input.item', action: 'update', key: 'chair', fields: { description: 'new' } }],
    } as const
    for (let count = 0; count < 2; count += 1) await createProposal(context, proposalOf(context, body), {})
    expect(await onTerminal('proposal', 'list', '--limit=1')).toMatch(
      /^PROPOSAL +STATE +CREATED +BY +RECORDS +TITLE\r\n2 +Open +\S+ \d\d:\d\d +The service +1 +Describe the chair\r\n\r\n… and 1 more\. --limit shows more\.\r\n$/,
    )
    const shown = await onTerminal('proposal', 'show', '1')
    expect(shown).toMatch(/^Proposal 1: Open\.\r\nDescribe the chair \(The service, \S+ \d\d:\d\d\)\r\n/)
    expect(shown).toMatch(
      /\r\n {2}RECORD +CHANGE +VALUES\r\n {2}input\.item chair +changed +description: old → new\r\n/,
    )
    expect(shown).toMatch(/\r\n {2}\S+ \d\d:\d\d +The service +submitted it for review\r\n$/)
    expect(await onTerminal('proposal', 'check', '1')).toBe(
      'Proposal 1: Open. Nothing prevents applying it.\r\n',
    )
    expect(await onTerminal('proposal', 'approve', '1')).toBe('Proposal 1: Approved.\r\n')
    expect(await onTerminal('proposal', 'apply', '1')).toMatch(/^Applied by change set \d+\.\r\n$/)
    expect(await onTerminal('proposal', 'check', '1')).toBe(
      'Proposal 1: Applied. It can no longer be applied.\r\n',
    )
    await test.database.query({
      text: `UPDATE "default"."item" SET "description" = 'theirs' WHERE "name" = 'chair'`,
    })
    expect(await onTerminal('proposal', 'check', '2')).toMatch(
      /^Proposal 2: Open\.\r\n\r\n1 conflict\r\n {2}RECORD +CONFLICT +VALUES\r\n {2}input\.item chair +It was changed since +description was old, is theirs, proposed is new\r\n$/,
    )

    await run('createsuperuser', 'ann')
    await run('apikey', 'create', 'erp', '--user=ann', '--scope=read')
    expect(await onTerminal('apikey', 'list')).toMatch(
      /^KEY +NAME +USER +SCOPE +ENTITIES +SCENARIOS +EXPIRES +LAST USED\r\n\d+ +erp +ann +read +all +all +\S+ \d\d:\d\d +never\r\n$/,
    )
  })

  it('prints JSON on request', detail, async () => {
    for (const args of [['plans'], ['safetystock'], ['proposal', 'list'], ['apikey', 'list']]) {
      const parsed: unknown = JSON.parse(await onTerminal(...args, '--json'))
      expect(parsed).toEqual(JSON.parse((await run(...args)).stdout))
    }
  })

  it('shows a block of lines per record if the terminal is too narrow for the table', detail, async () => {
    const shown = await planctlOnTerminal(['apikey', 'list'], { ...options(), columns: 60 })
    expect(shown).toMatch(/^KEY +\d+\r\nNAME +erp\r\nUSER +ann\r\n/)
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../src/errors/load-messages.ts'
import { recordedText } from '../../src/errors/stored-message.ts'
import { mainCases } from '../support/detail.ts'
import { startTaskServer, type TaskServer } from '../support/task-server.ts'

// Runs tasks of the release to their end: the results are stored in English, and shown in the language of the reader.
let server: TaskServer

beforeAll(async () => {
  server = await startTaskServer()
  await server.startWorker({ concurrency: 1 })
})
afterAll(() => server[Symbol.asyncDispose]())

type Result = readonly [
  task: string,
  args: Readonly<Record<string, unknown>>,
  english: RegExp,
  german: RegExp,
]

const results: readonly Result[] = [
  [
    'loaddata',
    { fixture: 'jobshop_demo' },
    /^jobshop_demo: \d+ created, 0 updated, 0 unchanged$/,
    /^jobshop_demo: \d+ angelegt, 0 geändert, 0 unverändert$/,
  ],
  [
    'createbuckets',
    { start: '2026-01-01', end: '2026-12-31', dryrun: true },
    /^Nothing was stored\. bucket dates from 2026-01-01 to 2026-12-31: \d+ created, 0 updated, 0 unchanged, 0 deleted$/,
    /^Es wurde nichts gespeichert\. Zeitrasterdaten von 2026-01-01 bis 2026-12-31: \d+ angelegt, 0 geändert, 0 unverändert, 0 gelöscht$/,
  ],
  [
    'runplan',
    {},
    /^\d+ sales orders planned: \d+ on time, \d+ late, \d+ short, [\d,]+ quantity-days late; proposals: \d+ new, 0 moved, 0 dropped, 0 kept$/,
    /^\d+ Kundenaufträge geplant: \d+ pünktlich, \d+ verspätet, \d+ mit Fehlmenge, [\d.]+ Menge × Verzugstage; Vorschläge: \d+ neu, 0 verschoben, 0 entfallen, 0 unverändert$/,
  ],
  [
    'runplan',
    {},
    /, 0 dropped, \d+ kept; sales orders against the previous plan: 0 on time again, 0 newly late or short$/,
    /, \d+ unverändert; Kundenaufträge gegenüber dem vorigen Plan: 0 wieder pünktlich, 0 neu verspätet oder mit Fehlmenge$/,
  ],
  [
    'backup',
    {},
    /^backup\.default\.\S+: \d+ records of \d+ tables, \d+ bytes\.$/,
    /^backup\.default\.\S+: \d+ Datensätze aus \d+ Tabellen, \d+ Byte\.$/,
  ],
  [
    'exportworkbook',
    { entities: ['input.item'], anonymous: true },
    /^\d+ records of 1 entity written to export\/\S+\. Keys, batches, setups, owners of sales orders and names of alternates have new names\./,
    /^\d+ Datensätze von 1 Entität geschrieben nach export\/\S+\. Schlüssel, Chargen, Rüstzustände, Gruppen von Kundenaufträgen und Namen von Alternativen/,
  ],
  [
    'scenario_copy',
    { source: 'default', destination: 'scenario2' },
    /^Copied "default" to "scenario2": \d+ records\.$/,
    /^"default" nach "scenario2" kopiert: \d+ Datensätze\.$/,
  ],
  [
    'empty',
    { models: ['input.operationresource'] },
    /^input\.operationresource \d+\. \d+ records deleted\.$/,
    /^input\.operationresource \d+\. \d+ Datensätze gelöscht\.$/,
  ],
  [
    'scenario_compare',
    { a: 'default', b: 'scenario2', entity: ['input.operationresource', 'input.item'] },
    /^1 entity differs\. input\.operationresource: \d+ only in scenario2\.$/,
    /^1 Entität weicht ab\. input\.operationresource: \d+ nur in scenario2\.$/,
  ],
  [
    'scenario_copy',
    { promote: true, source: 'scenario2', destination: 'default' },
    /^Promoted "scenario2" to "default": \d+ records\./,
    /^"scenario2" nach "default" übernommen: \d+ Datensätze\./,
  ],
]

/** Those that need no result of the tasks before them. */
const main: ReadonlySet<string> = new Set(['createbuckets', 'exportworkbook'])

it.each(mainCases(results, ([task]) => main.has(task)))(
  '%s with %j tells its result in the language of the reader',
  async (task, args, english, german) => {
    const record = await server.ended(await server.launch(task, args))
    expect(record).toMatchObject({ status: 'Done', message: expect.stringMatching(english) })
    expect(recordedText(record, await loadMessages('de'))).toMatch(german)
  },
)

/**
 * Process that works on scenarios until it ends or is killed: `node scenario-work.ts <url> <work>
 * [file or second server]`.
 */
import { connectDatabase } from '../../src/database/connect.ts'
import { buildModel } from '../../src/model/model.ts'
import { copyScenario } from '../../src/scenarios/copy-scenario.ts'
import { restoreScenario } from '../../src/scenarios/dump/restore-scenario.ts'
import { promoteScenario } from '../../src/scenarios/promote-scenario.ts'

const [, , url = '', kind = '', path = ''] = process.argv
const homes = kind === 'copy across' ? { second: path } : {}
const database = connectDatabase({ url, homes, timeZone: 'UTC', poolSize: 6, applicationName: 'victim' })
const progress = (fraction: number): void => void process.stdout.write(`${fraction}\n`)
const work = { database, model: buildModel(), now: () => new Date(), progress }

const works: Readonly<Record<string, () => Promise<unknown>>> = {
  copy: () => copyScenario(work, { source: 'default', destination: 'scenario1', force: true, user: null }),
  'copy to a free one': () =>
    copyScenario(work, { source: 'default', destination: 'scenario2', force: false, user: null }),
  'copy across': () =>
    copyScenario(work, {
      source: 'default',
      destination: 'scenario1',
      force: false,
      user: null,
      home: 'second',
    }),
  promote: () => promoteScenario(work, { source: 'scenario1', destination: 'default', user: null }),
  restore: () => restoreScenario(work, { path, scenario: 'scenario1', user: null }),
}

process.stdout.write('begun\n')
await works[kind]!()
await database.close()

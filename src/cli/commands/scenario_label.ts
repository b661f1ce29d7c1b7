/** Changes the label of a scenario. */
import { Type } from '../../contract/type.ts'
import { writeRecords } from '../../data/write/write-records.ts'
import { requireEntity } from '../../model/model.ts'
import { longestLabel } from '../../model/values/one-line.ts'
import { productionScenario } from '../../model/production.ts'
import { defineCommand } from '../command.ts'
import { requireScenario, withService } from '../installation.ts'

export const scenario_label = defineCommand({
  help: `Changes the label that users see in lists of scenarios. Freeing the scenario resets it.`,
  examples: [['planctl scenario_label "Strike in May" --database=scenario1', 'say what the scenario is for']],
  parameters: Type.Object({
    label: Type.String({ minLength: 1, maxLength: longestLabel, description: 'The new label.' }),
    database: Type.String({ default: 'default', description: 'Scenario.' }),
  }),
  positional: ['label'],
  run: (command, { label, database: name }) =>
    withService(command, async (service) => {
      await requireScenario(service.control, name)
      const actor = { userId: null, channel: 'command' } as const
      // The registry and the log of its changes are those of production.
      const context = service.dataContext({ scenario: productionScenario, actor, signal: command.signal })
      await writeRecords(context, requireEntity(context.model, 'common.scenario'), {
        rows: [{ name, description: label }],
        mode: 'upsert',
        onError: 'abort',
        strict: false,
        createMissing: [],
        dryRun: false,
        returning: 'records',
        mayAdd: false,
        mayChange: true,
      })
      command.terminal.print(`The label of "${name}" is "${label.trim()}".`)
    }),
})

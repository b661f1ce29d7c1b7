/** Opens a JavaScript session with the objects and functions of the service. */
import { once } from 'node:events'
import { start } from 'node:repl'
import { Type } from '../../contract/type.ts'
import { operatorPrincipal } from '../../auth/operator.ts'
import { listFormatByName, parseRead, readCount, readEverything, readRecord } from '../../data/read/index.ts'
import { writeRecords } from '../../data/write/write-records.ts'
import { englishText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { requireEntity } from '../../model/model.ts'
import { defineCommand } from '../command.ts'
import { requireScenario, withService } from '../installation.ts'

export const shell = defineCommand({
  help: `Available: service, settings, control, home, model, context (the scenario's), entity(name), principal, and the functions
of the read and the write path: parseRead, readEverything, readRecord, readCount, listFormatByName, writeRecords.
"await" works at the top level; load other modules with await import('./src/…').`,
  examples: [
    ['planctl shell', 'production'],
    ['planctl shell --database=scenario1', 'a scenario'],
    [
      `echo "await readCount(context, readEverything(entity('input.demand')), { timeout: 60 })" | planctl shell`,
      'one line',
    ],
  ],
  parameters: Type.Object({
    database: Type.String({ default: 'default', description: 'Scenario of the context.' }),
  }),
  positional: [],
  run: async (commandContext, { database: scenario }) => {
    await withService(commandContext, async (service) => {
      const { control, models, settings } = service
      await requireScenario(control, scenario)
      const actor = { userId: null, channel: 'command', origin: 'shell' } as const
      const principal = await operatorPrincipal(control, settings.LANGUAGE_CODE)
      const { interactive } = commandContext.terminal
      const session = start({
        prompt: interactive ? 'planctl> ' : '',
        terminal: interactive,
        useGlobal: false,
      })
      Object.assign(session.context, {
        service,
        settings,
        control,
        home: service.homeOf(scenario),
        principal,
        model: models.current(),
        context: service.dataContext({ scenario, actor }),
        entity: (name: string) => requireEntity(models.current(), name),
        parseRead,
        readEverything,
        readRecord,
        readCount,
        listFormatByName,
        writeRecords,
      })
      commandContext.signal.addEventListener('abort', () => session.close(), { once: true })
      await once(session, 'exit')
      // The session itself shows errors and goes on; `_error` is the last one.
      const failure: unknown = session.context['_error']
      if (!interactive && failure !== undefined) {
        throw new ServiceError('command_failed', { reason: englishText('There were errors in the session.') })
      }
    })
  },
})

/** An extension module with a task that only writes a log line, for the benchmark of the task system. */
import { Type } from 'typebox'
import { defineExtension } from '../../src/author/extension.ts'
import { defineTask } from '../../src/tasks/definition.ts'

const noop = defineTask({
  help: 'Does nothing.',
  examples: [['planctl noop', 'nothing']],
  parameters: Type.Object(
    {
      dirty: Type.Boolean({ default: false, description: 'Leave a timer behind, so that its process ends.' }),
    },
    { additionalProperties: false },
  ),
  positional: [],
  secrets: [],
  right: 'execute.run_noop',
  run: async ({ log }, { dirty }) => {
    log('here')
    if (dirty) setInterval(() => undefined, 1_000)
    return 'nothing'
  },
})

export const extension = defineExtension({
  name: 'bench',
  about: 'For benchmarks.',
  tasks: [{ name: 'noop', group: 'Benchmarks', title: 'Do nothing.', task: noop }],
})

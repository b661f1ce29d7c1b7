/**
 * Applies proposals in a separate process, like the task that applies large ones: the process sends an empty answer
 * when it is ready, the parent sends the id, the process sends an answer.
 */
import { applyAsTask } from './proposals.ts'

export interface ApplyAnswer {
  readonly failure?: string
}

const [, , url = ''] = process.argv

process.on('message', (id: number) => {
  void applyAsTask(url, id)
    .then((): ApplyAnswer => ({}))
    .catch((error: unknown): ApplyAnswer => ({ failure: String(error) }))
    .then((answer) => process.send?.(answer))
})
process.send?.({})

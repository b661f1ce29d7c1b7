/** Applies proposals in a process of its own, as the task does that applies large ones: the number comes in, an answer goes out. */
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

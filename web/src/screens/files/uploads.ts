/** The list of uploads: running ones, results of the last files, and failures of all. */
export interface Upload {
  readonly id: number
  readonly name: string
  /** From 0 to 1. */
  readonly fraction: number
  readonly state: 'going' | 'done' | 'failed'
  /** Result; empty while the upload is going on. */
  readonly message: string
}

/** Adds files that are to be uploaded. The failure of a file that is uploaded again is left out. */
export function withBatch(
  uploads: readonly Upload[],
  batch: readonly Pick<Upload, 'id' | 'name'>[],
): readonly Upload[] {
  const names = new Set(batch.map(({ name }) => name))
  return [
    ...uploads.filter(({ state, name }) => state === 'going' || (state === 'failed' && !names.has(name))),
    ...batch.map(({ id, name }): Upload => ({ id, name, fraction: 0, state: 'going', message: '' })),
  ]
}

/** Changes an upload. */
export const withProgress = (
  uploads: readonly Upload[],
  id: number,
  changes: Partial<Omit<Upload, 'id' | 'name'>>,
): readonly Upload[] => uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload))

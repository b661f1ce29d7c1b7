/** Steps that can be undone and redone. */
export interface Steps<Step> {
  /** Adds a new step; undone steps can no longer be redone. */
  readonly add: (step: Step) => void
  /** Returns the step to undo, if any. */
  readonly undo: () => Step | undefined
  /** Returns the step to redo, if any. */
  readonly redo: () => Step | undefined
  readonly canUndo: () => boolean
  readonly canRedo: () => boolean
  /** Replaces all steps; undefined removes one. */
  readonly change: (next: (step: Step) => Step | undefined) => void
  readonly clear: () => void
  /**
   * Returns a function that removes the steps that exist now; steps that are made, undone or redone until it is called
   * stay.
   */
  readonly mark: () => () => void
}

const mostSteps = 200

export function createSteps<Step>(): Steps<Step> {
  let undos: readonly Step[] = []
  let redos: readonly Step[] = []
  return {
    add(step) {
      undos = [...undos, step].slice(-mostSteps)
      redos = []
    },
    undo() {
      const step = undos.at(-1)
      if (step === undefined) return undefined
      undos = undos.slice(0, -1)
      redos = [...redos, step]
      return step
    },
    redo() {
      const step = redos.at(-1)
      if (step === undefined) return undefined
      redos = redos.slice(0, -1)
      undos = [...undos, step]
      return step
    },
    canUndo: () => undos.length > 0,
    canRedo: () => redos.length > 0,
    change(next) {
      undos = undos.flatMap((step) => next(step) ?? [])
      redos = redos.flatMap((step) => next(step) ?? [])
    },
    clear() {
      undos = []
      redos = []
    },
    mark() {
      const [former, undone] = [new Set(undos), new Set(redos)]
      return () => {
        undos = undos.filter((step) => !former.has(step))
        redos = redos.filter((step) => !undone.has(step))
      }
    },
  }
}

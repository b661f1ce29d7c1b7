/** Signals to the process of a task with all that it has started. */

/** Sends a signal to a process group; one that has ended needs none. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch {
    // It has ended by itself.
  }
}

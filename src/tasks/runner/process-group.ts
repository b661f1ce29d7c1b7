/** Signals to the process of a task and all its child processes. */

/** Sends a signal to a process group; ignores a group that has already ended. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch {
    // The group has already ended.
  }
}

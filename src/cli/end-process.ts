/** Ends this process at once, whatever it waits for. */

/** Resources of calls that run in the thread pool: files, and names of hosts. */
const pooled = /^(?:FSReq|GetAddrInfoReq|GetNameInfoReq)/

/**
 * Ends the process with the exit code. Node waits for the calls in its thread pool before it exits, and a network drive
 * that does not answer, or a pipe without a writer, lets them wait forever: then another program takes over the process
 * and ends it.
 */
export function endProcess(exitCode: number): never {
  if (process.getActiveResourcesInfo().some((name) => pooled.test(name))) {
    process.emit('exit', exitCode)
    try {
      process.execve?.('/bin/sh', ['sh', '-c', `exit ${exitCode}`], {})
    } catch {
      process.kill(process.pid, 'SIGKILL')
    }
  }
  process.exit(exitCode)
}

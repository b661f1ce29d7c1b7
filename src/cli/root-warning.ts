/** Warns if the service runs as root, because a fault in it would then expose the whole machine. */
import type { Terminal } from './terminal.ts'

/** Prints a warning if the process runs as root. `uid` is undefined on systems without user ids. */
export function warnAboutRoot(
  terminal: Pick<Terminal, 'say'>,
  uid: number | undefined = process.getuid?.(),
): void {
  if (uid !== 0) return
  terminal.say(
    'Warning: the service runs as root, so a fault in it would open the whole machine. Run it under an account of its own.',
  )
}

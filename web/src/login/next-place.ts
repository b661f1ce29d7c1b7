/** Where to go after signing in: where the reader was going, if that is one of our screens. */
import { addressOfPath, pathWithin } from '../api/base-path.ts'

export function nextPlace(search: string = location.search): string {
  const wanted = new URLSearchParams(search).get('next') ?? ''
  const target = URL.canParse(wanted, location.origin) ? new URL(wanted, location.origin) : undefined
  // Nobody is sent to another site, or to an answer that is no page.
  const ours = target?.origin === location.origin && /^\/(?:app|api)\//.test(pathWithin(target.pathname))
  return ours ? target.pathname + target.search + target.hash : addressOfPath('/app/')
}

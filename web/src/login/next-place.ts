/** Returns the page after signing in: the requested page, if it is a page of this service. */
import { addressOfPath, pathWithin } from '../platform/api/base-path.ts'

export function nextPlace(search: string = location.search): string {
  const wanted = new URLSearchParams(search).get('next') ?? ''
  const target = URL.canParse(wanted, location.origin) ? new URL(wanted, location.origin) : undefined
  // Redirects to other sites, or to responses that are not pages, are prevented.
  const ours = target?.origin === location.origin && /^\/(?:app|api)\//.test(pathWithin(target.pathname))
  return ours ? target.pathname + target.search + target.hash : addressOfPath('/app/')
}

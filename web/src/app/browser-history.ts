/** Browser history with paths as the screens use them, without the prefix of the service. */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { addressOfPath, basePath, pathWithin } from '../platform/api/base-path.ts'

/** Undefined without a prefix; the router then creates its own history. */
export const browserHistory: RouterHistory | undefined =
  basePath === ''
    ? undefined
    : createBrowserHistory({
        parseLocation: () => {
          const { search, hash } = location
          // Two leading slashes would form an address of another site.
          const pathname = pathWithin(location.pathname).replace(/^\/{2,}/, '/')
          return { href: pathname + search + hash, pathname, search, hash, state: history.state }
        },
        createHref: addressOfPath,
      })

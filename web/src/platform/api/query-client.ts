/** Caches responses of the service, shares them between screens, and refreshes outdated ones. */
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Maximum number of retries if a busy or restarting service did not answer. */
const attempts = 4

const worthAnother = (error: unknown): boolean =>
  error instanceof ApiError && (error.unreachable || error.status === 503 || error.status === 429)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < attempts && worthAnother(error),
      retryDelay: (failures, error) =>
        Math.min(
          10_000,
          Math.max(error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0, 400 * 2 ** failures),
        ),
      // Screens show errors in the right place themselves.
      throwOnError: false,
    },
    mutations: { retry: false },
  },
})

/** Keeps what was read from the service, shares it between screens, and refreshes what may have changed. */
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Attempts at reading what a busy or restarting service did not answer. */
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
      // What fails is shown where it belongs, by the screen.
      throwOnError: false,
    },
    mutations: { retry: false },
  },
})

/** The objects that all requests of one server share: limits, caches, metrics and open streams. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { homesOf } from '../../database/homes.ts'
import { readsOf } from '../../database/replicas.ts'
import { createListTotals } from '../../data/read/index.ts'
import { createLivePlans } from '../../live/live-plans.ts'
import { createPlanReports } from '../../live/reported-plans.ts'
import { createKeptDifferences } from '../../scenarios/difference/kept-differences.ts'
import type { Service } from '../../service/service.ts'
import { createAdmission } from '../admission.ts'
import { arrivalLimits, createArrivals } from '../arrivals.ts'
import { bodyPolicies } from '../body/body-policy.ts'
import { createConnectionTurns } from '../connection-turns.ts'
import { createCorsPolicy } from '../cors.ts'
import { createIgnoredParameters } from '../data/ignored-parameters.ts'
import { createListTags } from '../data/list-tags.ts'
import { createDeliveries } from '../delivery/deliveries.ts'
import { createSpool } from '../delivery/spool.ts'
import { createForwardedWarning } from '../forwarded-warning.ts'
import { createMetrics } from '../metrics.ts'
import { createPlatformFigures } from '../platform-figures.ts'
import { createRefusalLog } from '../refusal-log.ts'
import { createRequestPlaces } from '../request-places.ts'
import { createSecurityHeaders } from '../security-headers.ts'
import { createStreamLimits } from '../stream-limits.ts'
import { createTimeSlices } from '../time-slices.ts'
import { createEventPulse } from '../ui/events/event-pulse.ts'

/**
 * Number of running requests per database connection: the others wait for a connection, which costs little memory.
 */
const requestsPerConnection = 50
/** Time in milliseconds per turn of the event loop in which requests are started: a burst must not delay `/livez`. */
const sliceMs = 10
/**
 * Delay in milliseconds before a request of a user with too many waiting requests is rejected, because many clients
 * would retry an immediate rejection at once.
 */
const refusalDelayMs = 1_000
/** Number of bytes of each body that large bodies of other clients cannot block. */
const freeBodyBytes = 65_536

export type ServerState = ReturnType<typeof createServerState>

/** Creates the shared objects of a server. `maxRequests` is the maximum number of running requests. */
export function createServerState(
  service: Service,
  {
    maxRequests = service.settings.POOL_SIZE * requestsPerConnection,
  }: { readonly maxRequests?: number | undefined },
) {
  const { settings, logger, control } = service
  const admission = createAdmission({
    requests: maxRequests,
    bodyBytes: settings.MAX_BODY_MEMORY,
    freeBodyBytes,
  })
  const livePlans = createLivePlans({ settings, database: control })
  const metrics = createMetrics({
    pool: control.pool,
    reads: () => readsOf(control),
    homes: () =>
      Object.fromEntries(
        [...homesOf(control).servers].map(([name, { pool }]) => [name, pool.totalCount] as const),
      ),
    running: () => admission.running,
    livePlans: () => livePlans.status(),
    platform: createPlatformFigures(service),
    signInFailures: () => service.auth.signInFailures(),
    leastDisk: settings.MIN_FREE_DISK,
  })
  return {
    admission,
    metrics,
    planReports: createPlanReports({
      database: control,
      plans: () => livePlans.status(),
      onFault: (error) => logger.warn({ err: error }, 'the live plans of this server could not be reported'),
    }),
    /** Objects that handlers use. */
    shared: {
      service,
      livePlans,
      arrivals: createArrivals(arrivalLimits(settings)),
      policies: bodyPolicies(settings),
      cors: createCorsPolicy(settings.CORS_ORIGINS),
      listTags: createListTags(),
      listTotals: createListTotals(),
      ignoredParameters: createIgnoredParameters(logger, (entity, count) =>
        metrics.ignoredParameters(entity, count),
      ),
      differences: createKeptDifferences(),
      streams: createStreamLimits(settings),
      eventPulse: createEventPulse(control),
    },
    security: createSecurityHeaders(settings.FRAME_ANCESTORS),
    turns: createConnectionTurns(),
    slices: createTimeSlices(sliceMs),
    places: createRequestPlaces({
      admission,
      maxRequests,
      connections: settings.POOL_SIZE,
      beforeRefusal: (signal) => delay(refusalDelayMs, undefined, { signal }).catch(() => undefined),
    }),
    refusalLog: createRefusalLog(logger),
    warnOfForwarding: createForwardedWarning(logger),
    spool: createSpool({ folder: join(settings.VAR, 'spool'), size: settings.SPOOL_SIZE }),
    deliveries: createDeliveries(
      { slowMs: settings.SLOW_READER_TIMEOUT * 1000, perClient: settings.UNREAD_ANSWERS },
      logger,
    ),
  }
}

/**
 * The service as one value: everything that lives as long as the process and that requests, tasks and commands
 * share. Opened once, closed in the reverse order.
 */
import type { Logger } from 'pino'
import { openAuth, type Auth } from '../auth/auth.ts'
import { createOpenIdProviders, type OpenIdProviders } from '../auth/sign-on/openid.ts'
import type { Actor, DataContext, EntityStorage } from '../data/context.ts'
import type { Database } from '../database/database.ts'
import { type Extensions, noExtensions } from '../extensions/extensions.ts'
import { createAttributeStorage } from '../scenarios/attribute-storage.ts'
import type { CreatePresets } from '../scenarios/installation.ts'
import { scenarioRelation } from '../scenarios/registry.ts'
import type { Settings } from '../settings/settings.ts'
import { jwtSecret } from '../settings/secrets.ts'
import { createDataExportStorage } from './exports/data-export-storage.ts'
import { presetGroups } from './preset-groups.ts'
import { openModels, type Models } from './models.ts'

export interface ContextRequest {
  readonly scenario: string
  readonly actor: Actor
  readonly signal?: AbortSignal | undefined
  /** Deleting a custom attribute may lose values. */
  readonly mayLoseValues?: boolean
}

export interface Service {
  readonly settings: Settings
  readonly database: Database
  readonly logger: Logger
  readonly models: Models
  /** Modules that the service is extended by. */
  readonly extensions: Extensions
  readonly auth: Auth
  /** Providers through which users sign in. */
  readonly signOn: OpenIdProviders
  /** Secret of the installation from which tokens are derived. */
  readonly secret: string
  /** Puts in what a new installation starts with. */
  readonly createPresets: CreatePresets
  /** What the paths of data need to know, with the model as it is now. */
  dataContext(request: ContextRequest): DataContext
  /** The same service on other connections, with which its closing has nothing to do; valid until this one closes. */
  beside(database: Database): Service
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface ServiceOptions {
  readonly settings: Settings
  readonly database: Database
  readonly logger: Logger
  /** Rights that tasks bring (`execute.run_<task>`). */
  readonly taskPermissions?: readonly string[]
  /** Storages of entities of which rooms above are in charge; they may use the service once it is open. */
  readonly storages?: (service: () => Service) => ReadonlyMap<string, EntityStorage>
  /** Modules that the service is extended by. */
  readonly extensions?: Extensions
}

/** Opens the service on a migrated database. The database stays the caller's to close. */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { settings, database, logger, extensions = noExtensions } = options
  const secret = await jwtSecret(settings)
  const models = await openModels({
    database,
    additions: extensions.additions,
    onFailure: (error) => logger.warn({ err: error }, 'Changes of the model are not announced at the moment'),
  })
  const auth = openAuth({
    database,
    jwtSecret: secret,
    jwtMaxAge: settings.JWT_MAX_AGE,
    jwtAudience: settings.JWT_AUDIENCE,
    jwtIssuer: settings.JWT_ISSUER,
    cookiePath: settings.BASE_PATH || '/',
    sessionAge: settings.SESSION_AGE,
    apiKeyMaxAge: settings.API_KEY_MAX_AGE,
    language: settings.LANGUAGE_CODE,
    factorPolicy: {
      requiredFor: settings.SECOND_FACTOR_REQUIRED_FOR,
      basicAlone: settings.BASIC_WITH_SECOND_FACTOR,
    },
    taskPermissions: options.taskPermissions ?? [],
    onPlacesFailure: (error) =>
      logger.warn({ err: error }, 'Places where users sign in cannot be remembered at the moment'),
    onFailure: (error) => logger.warn({ err: error }, 'Changes of rights are not announced at the moment'),
  })
  const signOn = createOpenIdProviders(settings.OIDC_PROVIDERS)
  const close = async (): Promise<void> => {
    await auth.close()
    await models.close()
  }
  const on = (own: Database): Service => {
    const added = options.storages?.(() => service) ?? []
    const storagesWith = (mayLoseValues: boolean): ReadonlyMap<string, EntityStorage> =>
      new Map<string, EntityStorage>([
        ...auth.storages,
        ['common.scenario', { ...auth.storages.get('common.scenario'), relation: scenarioRelation }],
        ['execute.dataexport', createDataExportStorage({ access: auth.access, settings })],
        ...added,
        ['common.attribute', createAttributeStorage({ mayLoseValues, onChange: () => models.refresh() })],
      ])
    const careful = storagesWith(false)
    const confirmed = storagesWith(true)
    const service: Service = {
      settings,
      database: own,
      logger,
      models,
      extensions,
      auth,
      signOn,
      secret,
      createPresets: presetGroups(extensions.additions, options.taskPermissions ?? []),
      dataContext: ({ scenario, actor, signal, mayLoseValues = false }) => ({
        database: own,
        model: models.current(),
        scenario,
        storages: mayLoseValues ? confirmed : careful,
        timeZone: settings.TIME_ZONE,
        actor,
        signal,
      }),
      beside: on,
      close,
      [Symbol.asyncDispose]: close,
    }
    return service
  }
  return on(database)
}

/**
 * The service as one object: all resources that requests, tasks and commands share for as long as the process runs.
 * They are opened once and closed in the reverse order.
 */
import type { Logger } from 'pino'
import { openAuth, type Auth } from '../auth/auth.ts'
import { createOpenIdProviders, type OpenIdProviders } from '../auth/sign-on/openid.ts'
import type { Actor, DataContext, EntityStorage } from '../data/context.ts'
import type { ControlDatabase, Database, ScenarioDatabase } from '../database/database.ts'
import { homeOf as homeOnServer } from '../database/homes.ts'
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
  /** Whether deleting a custom attribute may lose values. */
  readonly mayLoseValues?: boolean
}

export interface Service {
  readonly settings: Settings
  /** Database of what belongs to the whole installation. */
  readonly control: ControlDatabase
  readonly logger: Logger
  readonly models: Models
  /** Extension modules of the service. */
  readonly extensions: Extensions
  readonly auth: Auth
  /** Identity providers with which users sign in. */
  readonly signOn: OpenIdProviders
  /** Secret of the installation from which tokens are derived. */
  readonly secret: string
  /** Creates the initial data of a new installation. */
  readonly createPresets: CreatePresets
  /** Returns the database that contains the schema of a scenario. */
  readonly homeOf: (scenario: string) => ScenarioDatabase
  /** Returns the context for reading and writing data, with the present model. */
  dataContext(request: ContextRequest): DataContext
  /**
   * Returns the same service with other connections, which its `close` does not close; valid until this service is
   * closed.
   */
  beside(database: Database): Service
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface ServiceOptions {
  readonly settings: Settings
  /** Database of what belongs to the whole installation, with those of further servers (`database/homes.ts`). */
  readonly database: Database
  readonly logger: Logger
  /** Rights of tasks (`execute.run_<task>`). */
  readonly taskPermissions?: readonly string[]
  /** Storages of entities that higher-level modules implement; they may use the service once it is open. */
  readonly storages?: (service: () => Service) => ReadonlyMap<string, EntityStorage>
  /** Extension modules of the service. */
  readonly extensions?: Extensions
}

/** Opens the service on a migrated database. The caller must close the database. */
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
    const homeOf = (scenario: string): ScenarioDatabase => homeOnServer(own, scenario)
    const careful = storagesWith(false)
    const confirmed = storagesWith(true)
    const service: Service = {
      settings,
      control: own,
      logger,
      models,
      extensions,
      auth,
      signOn,
      secret,
      createPresets: presetGroups(extensions.additions, options.taskPermissions ?? []),
      homeOf,
      dataContext: ({ scenario, actor, signal, mayLoseValues = false }) => ({
        control: own,
        home: homeOf(scenario),
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

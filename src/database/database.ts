/**
 * Connections to PostgreSQL as scopes: a client or a transaction exists for the duration of a callback and is always
 * released afterwards.
 */
import pg from 'pg'
import type { CancelSignal } from './cancellation.ts'

/** A statement as text with its parameters; `name` makes it a prepared statement. */
export interface Statement {
  readonly text: string
  readonly values?: readonly unknown[]
  readonly name?: string
}

export interface ScopeOptions {
  /** Aborting cancels the running statement on the server and rejects. */
  readonly signal?: CancelSignal | undefined
  /**
   * The scope may last as long as a client reads. It uses a connection for streams; their number is limited per
   * owner, and they are additional to the connections for other work.
   */
  readonly stream?: { readonly owner: string } | undefined
}

/** The connection of a scope, and its possible change to a stream. */
export interface Lease {
  /**
   * Counts the scope as a stream from now on, so that another connection may be opened for other work. Returns false
   * if the maximum number of streams is reached; the scope must then end, and may be started again with the option
   * `stream`, which waits.
   */
  becomeStream(owner: string): boolean
}

export interface TransactionOptions extends ScopeOptions {
  readonly isolation?: 'read committed' | 'repeatable read'
  readonly readOnly?: boolean
  /** Maximum number of retries of the callback after a deadlock or serialization failure (SQLSTATE 40001, 40P01). */
  readonly retries?: number
}

export interface Database {
  readonly pool: pg.Pool
  /**
   * The same database without the pooler, for features that need a session: LISTEN, locks held beyond a transaction,
   * and logins of other roles. Without a pooler, this database itself.
   */
  readonly direct: Database
  /** Executes one statement on any free connection. */
  query<Row extends pg.QueryResultRow>(
    statement: Statement,
    options?: ScopeOptions,
  ): Promise<pg.QueryResult<Row>>
  /** Runs a callback with a connection. It gets no lease if the connection is one that the caller holds anyway. */
  withClient<Result>(
    run: (client: pg.PoolClient, lease?: Lease) => Promise<Result>,
    options?: ScopeOptions,
  ): Promise<Result>
  /** Commits when the callback resolves, rolls back when it rejects. */
  withTransaction<Result>(
    run: (client: pg.PoolClient) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>
  /** Opens another pool to the same database, whose sessions may have another name. The caller closes it. */
  openBeside(options: { readonly applicationName?: string; readonly poolSize: number }): Database
  /** Returns the current address including the password, for child processes of the service. */
  address(): string
  /** Breaks all open connections: their statements fail, and later ones use new connections. */
  abandon(reason: Error): void
  close(): Promise<void>
}

/**
 * A database by what it contains. The compiler refuses one where the other is needed; a `Database` that is neither is
 * one that contains both, as in an installation with a single database.
 */
interface Holding<Kind extends 'control' | 'scenario'> extends Database {
  /** Exists for the compiler only. */
  readonly holds?: Kind
}

/** The database with the schema `control`: users, scenarios, tasks and all that belongs to the whole installation. */
export interface ControlDatabase extends Holding<'control'> {
  readonly direct: ControlDatabase
}

/** A database with the schemas of scenarios. */
export interface ScenarioDatabase extends Holding<'scenario'> {
  readonly direct: ScenarioDatabase
}

/**
 * Connections to PostgreSQL as scopes: a client or a transaction exists for the duration of a callback and is
 * given back whatever happens in it.
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
   * The scope may last as long as a client takes to read: it begins on a connection for streams, which are few per
   * owner and beside those for all other work.
   */
  readonly stream?: { readonly owner: string } | undefined
}

/** A connection that is used in a scope, and what it may still become. */
export interface Lease {
  /**
   * From now on the scope counts as one for a stream, and another connection may be opened for other work. False when
   * there are streams enough: the scope has to end, and may begin again with the option `stream`, which waits.
   */
  becomeStream(owner: string): boolean
}

export interface TransactionOptions extends ScopeOptions {
  readonly isolation?: 'read committed' | 'repeatable read'
  readonly readOnly?: boolean
  /** How often the callback is run again after a deadlock or serialization failure (SQLSTATE 40001, 40P01). */
  readonly retries?: number
}

export interface Database {
  readonly pool: pg.Pool
  /**
   * The same database past a pooler: for what needs a session, that is LISTEN, locks held beyond a transaction, and
   * logins of other roles. The database itself where there is no pooler.
   */
  readonly direct: Database
  /** Runs one statement on any free connection. */
  query<Row extends pg.QueryResultRow>(
    statement: Statement,
    options?: ScopeOptions,
  ): Promise<pg.QueryResult<Row>>
  /** Without a lease the connection is one that the caller holds anyway. */
  withClient<Result>(
    run: (client: pg.PoolClient, lease?: Lease) => Promise<Result>,
    options?: ScopeOptions,
  ): Promise<Result>
  /** Commits when the callback resolves, rolls back when it rejects. */
  withTransaction<Result>(
    run: (client: pg.PoolClient) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>
  /** Another pool to the same database, with sessions under a name of their own. The caller closes it. */
  openBeside(options: { readonly applicationName: string; readonly poolSize: number }): Database
  /** Where it is, with the password, as of now: for processes of our own. */
  address(): string
  close(): Promise<void>
}

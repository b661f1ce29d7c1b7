import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { detail } from '../../../test/support/detail.ts'
import { connectDatabase } from '../connect.ts'
import type { Database } from '../database.ts'
import { serverAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster, readPassword } from './cluster.ts'
import { stopEmbedded } from './control.ts'
import { freePort } from './free-port.ts'
import { holdServer } from './hold.ts'
import { stopOrphan } from './orphan.ts'
import { embeddedPaths } from './paths.ts'
import { startPostmaster } from './postmaster.ts'
import { dataFolder, reachableBinaries } from './reachable-place.ts'
import { ensureServiceRole } from './service-role.ts'
import type { SingleUserOptions } from './single-user.ts'

const holder = join(import.meta.dirname, '../../../test/support/hold-embedded.ts')
const second = 'Größe "2"'

let base: string
let folder: string

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'service-role-test-'))
  await chmod(base, 0o755)
  folder = join(base, 'postgres')
})
afterEach(async () => {
  await stopEmbedded(folder, true)
  await rm(base, { recursive: true })
})

async function withUrl<Result>(url: string, run: (database: Database) => Promise<Result>): Promise<Result> {
  const database = connectDatabase({ url, timeZone: 'UTC', poolSize: 1, applicationName: 'role test' })
  try {
    return await run(database)
  } finally {
    await database.close()
  }
}

async function withServer<Result>(
  name: string,
  run: (database: Database) => Promise<Result>,
): Promise<Result> {
  const hold = await holdServer(folder, { grace: 100 })
  try {
    return await withUrl(hold.url(encodeURIComponent(name)), run)
  } finally {
    hold.release()
  }
}

const values = async (database: Database, text: string): Promise<readonly unknown[]> =>
  (await database.query<Record<string, unknown>>({ text })).rows.map((row) => Object.values(row)[0])

/** Objects that a release working as superuser could have left in each database. */
const oldObjects = `
  CREATE SCHEMA "old one";
  SET search_path TO "old one";
  CREATE TYPE mood AS ENUM ('good', 'bad');
  CREATE DOMAIN small AS int CHECK (VALUE < 10);
  CREATE TYPE pair AS (a int, b int);
  CREATE TYPE span AS RANGE (subtype = float8);
  CREATE TABLE kept (id serial PRIMARY KEY, own int GENERATED ALWAYS AS IDENTITY, feeling mood, word text);
  CREATE TABLE parted (day date) PARTITION BY RANGE (day);
  CREATE TABLE parted_1 PARTITION OF parted DEFAULT;
  INSERT INTO kept (feeling, word) VALUES ('good', 'one'), ('bad', 'two');
  CREATE SEQUENCE lonely;
  CREATE VIEW seen AS SELECT * FROM kept;
  CREATE MATERIALIZED VIEW stored AS SELECT * FROM kept;
  CREATE STATISTICS sampled ON id, word FROM kept;
  CREATE FUNCTION twice(n int, OUT m int) LANGUAGE sql AS 'SELECT n * 2';
  CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
  CREATE TRIGGER noted AFTER INSERT ON kept FOR EACH ROW EXECUTE FUNCTION noted();
  CREATE PROCEDURE nothing(INOUT x int) LANGUAGE sql AS 'SELECT x';
  CREATE AGGREGATE total(int) (SFUNC = int4pl, STYPE = int);
  CREATE OPERATOR === (LEFTARG = int, RIGHTARG = int, FUNCTION = int4eq);
  CREATE COLLATION plain FROM "C";
  CREATE TEXT SEARCH CONFIGURATION words (COPY = simple);
  CREATE EXTENSION citext SCHEMA public;
  SELECT lo_create(4711);
  GRANT SELECT ON kept TO old_files;
  ALTER DEFAULT PRIVILEGES IN SCHEMA "old one" GRANT SELECT ON TABLES TO old_files WITH GRANT OPTION;
  ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
  ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO old_files;`

/** Creates a cluster like a release that worked as superuser, with data in it, and kills its server. */
async function makeOldCluster(): Promise<SingleUserOptions> {
  const paths = embeddedPaths(folder)
  await mkdir(folder)
  await chmod(folder, 0o755)
  const account = await serverAccount(paths.data)
  const binaries = await reachableBinaries(findBinaries(), account)
  const data = await dataFolder(paths, account)
  await ensureCluster({ binaries, data, passwordFile: paths.password, account, durable: true })
  const place = { binaries, data, account, durable: true }
  const server = await startPostmaster({
    ...place,
    port: await freePort(undefined),
    logFile: paths.serverLog,
  })
  const password = await readPassword(paths.password)
  const url = (name: string): string =>
    `postgres://planctl:${password}@127.0.0.1:${server.port}/${encodeURIComponent(name)}`
  await withUrl(url('postgres'), async (database) => {
    expect(await values(database, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
      true,
    ])
    for (const text of [
      `CREATE ROLE old_files NOLOGIN`,
      `CREATE ROLE old_colleague NOLOGIN`,
      `GRANT planctl TO old_colleague`,
      `ALTER ROLE planctl SET search_path TO "old one", public`,
      `CREATE DATABASE planning`,
      `CREATE DATABASE "Größe ""2"""`,
    ]) {
      await database.query({ text })
    }
  })
  for (const name of ['planning', second]) {
    await withUrl(url(name), (database) => database.query({ text: oldObjects }))
  }
  process.kill(server.pid, 'SIGKILL')
  await server.ended
  return place
}

/** Objects created by users that the service does not own, except extensions. */
const notOurs = `
  SELECT pg_describe_object(class, id, 0) FROM (
    SELECT 'pg_class'::regclass AS class, oid AS id, relowner AS owner FROM pg_class UNION ALL
    SELECT 'pg_namespace'::regclass, oid, nspowner FROM pg_namespace WHERE nspname !~ '^pg_' UNION ALL
    SELECT 'pg_type'::regclass, oid, typowner FROM pg_type UNION ALL
    SELECT 'pg_proc'::regclass, oid, proowner FROM pg_proc UNION ALL
    SELECT 'pg_operator'::regclass, oid, oprowner FROM pg_operator UNION ALL
    SELECT 'pg_collation'::regclass, oid, collowner FROM pg_collation UNION ALL
    SELECT 'pg_ts_config'::regclass, oid, cfgowner FROM pg_ts_config UNION ALL
    SELECT 'pg_statistic_ext'::regclass, oid, stxowner FROM pg_statistic_ext UNION ALL
    SELECT 'pg_default_acl'::regclass, oid, defaclrole FROM pg_default_acl UNION ALL
    SELECT 'pg_largeobject'::regclass, oid, lomowner FROM pg_largeobject_metadata) o
  WHERE id >= 16384 AND pg_get_userbyid(owner) <> 'planctl'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = class AND d.objid = id AND d.deptype IN ('e', 'i'))`

/** Checks that the service is not a superuser, owns everything that it owned before, and can use it. */
async function useEverything(): Promise<void> {
  for (const name of ['planning', second]) {
    await withServer(name, async (database) => {
      expect(
        await values(
          database,
          `SELECT format('%s %s %s %s', rolname, rolsuper, rolcreaterole, rolcanlogin) FROM pg_roles
          WHERE rolname LIKE 'planctl%' ORDER BY 1`,
        ),
      ).toEqual(['planctl f t t', 'planctl_admin t t f'])
      expect(await values(database, notOurs)).toEqual([])
      expect(
        await values(
          database,
          'SELECT DISTINCT pg_get_userbyid(datdba) FROM pg_database WHERE NOT datistemplate',
        ),
      ).toEqual(['planctl'])
      expect(await values(database, 'SHOW search_path')).toEqual(['"old one", public'])
      expect(await values(database, 'SELECT word FROM kept ORDER BY id')).toEqual(['one', 'two'])
      for (const text of [
        `ALTER TABLE kept ADD COLUMN more int`,
        `ALTER TYPE mood ADD VALUE 'fair'`,
        `DROP FUNCTION twice`,
        `DROP AGGREGATE total(int)`,
        `REFRESH MATERIALIZED VIEW stored`,
        `INSERT INTO kept (word) VALUES ('x'); DELETE FROM kept WHERE word = 'x'`,
        `SET session_replication_role TO replica; RESET session_replication_role`,
        `CREATE TABLE later (n int)`,
        `CREATE SCHEMA later`,
        `CREATE FUNCTION later() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
        `CREATE ROLE later_one IN ROLE old_files; DROP OWNED BY later_one; DROP ROLE later_one`,
      ]) {
        await database.query({ text })
      }
      expect(
        await values(
          database,
          `SELECT format('%s %s %s %s', has_table_privilege('old_files', 'kept', 'SELECT'),
            has_table_privilege('old_files', 'later', 'SELECT WITH GRANT OPTION'),
            has_schema_privilege('old_files', 'later', 'USAGE'),
            has_function_privilege('old_files', 'later()', 'EXECUTE'))`,
        ),
      ).toEqual(['t t t f'])
      expect(
        await values(
          database,
          `SELECT format('%s %s', pg_has_role('old_colleague', 'planctl', 'MEMBER'), pg_has_role('old_colleague', 'planctl_admin', 'MEMBER'))`,
        ),
      ).toEqual(['t f'])
      for (const text of [
        `SELECT pg_read_file('/etc/passwd')`,
        `COPY (SELECT 1) TO PROGRAM 'true'`,
        `SET ROLE planctl_admin`,
        `ALTER ROLE planctl SUPERUSER`,
        `ALTER SYSTEM SET log_statement = 'all'`,
        `SELECT rolpassword FROM pg_authid`,
      ]) {
        await expect(database.query({ text })).rejects.toThrow(/permission denied|must have|Only roles/)
      }
    })
  }
}

/** Returns the process id of PostgreSQL when it starts in single-user mode; undefined if the work ends without it. */
async function singleUserPid(data: string, work: Promise<unknown>): Promise<number | undefined> {
  const over = new AbortController()
  void work.then(() => over.abort())
  while (!over.signal.aborted) {
    const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
    const pid = Number(text.split('\n')[0])
    if (pid < -1) return -pid
    await delay(5)
  }
  return undefined
}

describe('the role of the service', { timeout: 180_000 }, () => {
  test('of a new installation is no superuser, and nobody logs in as the one that is', async () => {
    await withServer('postgres', async (database) => {
      expect(await values(database, 'SELECT rolname FROM pg_roles WHERE rolsuper AND rolcanlogin')).toEqual(
        [],
      )
      expect(await values(database, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
        false,
      ])
      // Queries of that role cannot fill the disk with temporary files.
      expect(await values(database, `SELECT current_setting('temp_file_limit') <> '-1'`)).toEqual([true])
    })
  })

  test('takes over what a release left that worked as superuser', detail, async () => {
    await makeOldCluster()
    await expect(useEverything()).resolves.toBeUndefined()
  })

  test('takes over all of it when every attempt is killed at another moment', detail, async () => {
    const place = await makeOldCluster()
    let killed = 0
    for (let pause = 0; ; pause = pause * 2 + 20) {
      await rm(join(place.data, 'postmaster.pid'), { force: true })
      const attempt = ensureServiceRole(place).then(
        () => 'done',
        () => 'killed',
      )
      const pid = await singleUserPid(place.data, attempt)
      await Promise.race([delay(pause), attempt])
      try {
        if (pid !== undefined) process.kill(pid, 'SIGKILL')
      } catch {
        // The process ended before it was killed; the loop continues.
      }
      if ((await attempt) === 'done') break
      killed += 1
    }
    expect(killed).toBeGreaterThan(1)
    await expect(useEverything()).resolves.toBeUndefined()
  })

  test('is taken over by the next keeper when a killed one leaves PostgreSQL at work', detail, async () => {
    const { data } = await makeOldCluster()
    await rm(join(data, 'postmaster.pid'))
    const starting = spawn(process.execPath, [holder, folder], { stdio: 'ignore' })
    const pid = (await singleUserPid(data, once(starting, 'exit')))!
    const keeper = Number(/^PPid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1])
    process.kill(pid, 'SIGSTOP')
    starting.kill('SIGKILL')
    process.kill(keeper, 'SIGKILL')
    await once(starting, 'exit')
    process.kill(pid, 'SIGCONT')
    expect(await stopOrphan(data)).toSatisfy((found) => found === pid || found === undefined)
    await expect(useEverything()).resolves.toBeUndefined()
  })
})

import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepUnlogged, settleUnlogged } from '../../src/data/write/log/unlogged-changes.ts'
import type { FolderImport } from '../../src/files/import/folder-import.ts'
import { createLogin } from '../../src/files/sql/role.ts'
import { runSql } from '../../src/files/sql/run-sql.ts'
import { connectDatabase } from '../../src/database/connect.ts'
import { leaseClass, taskClass } from '../../src/tasks/queue/lock-classes.ts'
import { openImports } from '../support/folder-import.ts'
import { rowsOf, write } from '../support/records.ts'

// Statements in files run with a role that has few rights. No statement may get more rights.
const { test, context, folder } = await openImports()
// Roles belong to the server, which other tests use at the same time.
const suffix = randomBytes(4).toString('hex')
const role = `files_${suffix}`

const administrate = (text: string): Promise<unknown> => test.database.query({ text })

beforeAll(async () => {
  await administrate(`CREATE ROLE ${role} NOLOGIN`)
  await administrate(`GRANT USAGE ON SCHEMA "default" TO ${role}`)
  await administrate(`GRANT SELECT, INSERT, UPDATE, DELETE ON "default".demand, "default".item TO ${role}`)
  await administrate('CREATE TABLE public.witness (found text)')
  await administrate('GRANT INSERT ON public.witness TO PUBLIC')
})
afterAll(async () => {
  await administrate(`DROP OWNED BY ${role}`)
  await administrate(`DROP ROLE ${role}`)
})
beforeEach(async () => {
  await folder.clear()
  await administrate('TRUNCATE "default"."item", public.witness CASCADE')
  await write(context, 'input.item', [{ name: 'bike' }])
  await write(context, 'input.demand', [{ name: 'D', item: 'bike', quantity: 1 }])
})

const sql = (overrides: Partial<FolderImport['sql']> = {}): Partial<FolderImport> => ({
  sql: { role, timeout: 20, allowed: true, ...overrides },
})

/** Runs statements as demand.sql and returns the log. */
async function run(text: string, overrides: Partial<FolderImport['sql']> = {}): Promise<readonly string[]> {
  await folder.put('demand.sql', text)
  return (await folder.import(sql(overrides))).log
}

const reason = async (overrides: Partial<FolderImport['sql']>): Promise<string> =>
  (await run('SELECT 1', overrides))[0]!

const logins = async (): Promise<readonly unknown[]> => {
  const { rows } = await test.database.query({
    text: `SELECT r.rolname FROM pg_roles r JOIN pg_auth_members m ON m.member = r.oid
      WHERE pg_get_userbyid(m.roleid) = '${role}' AND r.rolname <> current_user`,
  })
  return rows
}

it('the login of a run connects only once, so that a file that knows its password cannot connect with it', async () => {
  await using login = await createLogin(test.database, role)
  const connection = Object.assign(new URL(test.url), { username: login.user, password: login.password })
  const [first, second] = [new Client(connection.href), new Client(connection.href)]
  await first.connect()
  try {
    await expect(second.connect().then(() => second.end())).rejects.toThrow(/too many connections for role/)
  } finally {
    await first.end()
  }
})

describe('statements of a file', () => {
  it('run in the scenario and in one transaction, and tell what they changed', async () => {
    await folder.put('demand.csv', 'name,item,quantity\nE,bike,2\n')
    await folder.put(
      'demand.postprocessing.SQL.gz',
      gzipSync(`UPDATE demand SET quantity = quantity + 1; DELETE FROM "default".demand WHERE name = 'D';
      DO $$ BEGIN RAISE NOTICE 'so far so good'; END $$;`),
    )
    const { log } = await folder.import(sql())
    expect(log).toEqual([
      'demand.csv: 1 created, 0 updated, 0 unchanged, 0 rejected',
      'demand.postprocessing.SQL.gz: NOTICE: so far so good',
      'demand.postprocessing.SQL.gz: demand: 0 created, 2 updated, 1 deleted',
    ])
    expect(await rowsOf(context, 'demand', '"name"')).toEqual([
      expect.objectContaining({ name: 'E', quantity: 3 }),
    ])
    const { rows } = await test.database.query({
      text: `SELECT s."origin", e."updated", e."deleted" FROM "default"."changeset" s
        JOIN "default"."changesetentity" e ON e."changeset" = s."id" ORDER BY s."id" DESC LIMIT 1`,
    })
    expect(rows).toEqual([{ origin: 'demand.postprocessing.SQL.gz', updated: 2, deleted: 1 }])
    expect(await logins()).toEqual([])
  })

  it('get their change set by the next cleanup if it could not be stored with them', async () => {
    await administrate('ALTER TABLE "default"."changesetentity" RENAME TO "away"')
    const log = await run('UPDATE demand SET quantity = 7')
    await administrate('ALTER TABLE "default"."away" RENAME TO "changesetentity"')
    expect(log).toEqual([
      expect.stringMatching(
        /^! demand.sql is imported, but the change log does not contain it yet, because: /,
      ),
      'demand.sql: demand: 0 created, 1 updated, 0 deleted',
    ])
    expect(await rowsOf(context, 'demand', '"name"')).toEqual([expect.objectContaining({ quantity: 7 })])
    await settleUnlogged(context)
    const told = { origin: 'demand.sql', channel: 'api', entity: 'input.demand', updated: 1, kept: 'counts' }
    const { rows } = await test.database.query({
      text: `SELECT s."origin", s."channel", e."entity", e."updated", e."kept" FROM "default"."changeset" s
        JOIN "default"."changesetentity" e ON e."changeset" = s."id" ORDER BY s."id" DESC LIMIT 1`,
    })
    expect(rows).toEqual([told])
    await settleUnlogged(context)
    expect(await rowsOf(context, 'unlogged', '"number"')).toEqual([])
  })

  it('get no change set if the process was killed before their commit, and none while they run', async () => {
    const before = await rowsOf(context, 'changeset', '"id"')
    await test.database.withClient(async (client) => {
      await client.query('BEGIN')
      const { rows } = await client.query<{ number: string }>('SELECT pg_current_xact_id() AS "number"')
      await keepUnlogged(
        context,
        rows[0]!.number,
        new Map([['demand', { created: 1, updated: 0, deleted: 0 }]]),
      )
      await settleUnlogged(context)
      expect(await rowsOf(context, 'unlogged', '"number"')).toHaveLength(1)
      await client.query('ROLLBACK')
    })
    await settleUnlogged(context)
    expect(await rowsOf(context, 'unlogged', '"number"')).toEqual([])
    expect(await rowsOf(context, 'changeset', '"id"')).toEqual(before)
  })

  it('are all undone when one of them fails, with the words of the database and the line', async () => {
    expect(await run('DELETE FROM demand;\n\nSELEC 1;')).toEqual([
      '! demand.sql is refused: nothing of it is stored: line 3: syntax error at or near "SELEC"',
    ])
    expect(await run(`DELETE FROM demand; INSERT INTO demand (name, item) VALUES ('X', 'nothing')`)).toEqual([
      expect.stringContaining('violates foreign key constraint'),
    ])
    expect(await rowsOf(context, 'demand', '"name"')).toHaveLength(1)
    expect(await logins()).toEqual([])
  })

  it('are refused without a role, without the right, and with a role that is missing or too strong', async () => {
    expect(await reason({ role: undefined })).toMatch(
      /no role is set .* SQL_ROLE in the section \[DATABASES\.default\]/,
    )
    expect(await reason({ allowed: false })).toMatch(/only superusers of the scenario may run statements/)
    expect(await reason({ role: `none_${suffix}` })).toMatch(
      /does not exist in the database\. Create it: CREATE ROLE/,
    )
    expect(await reason({ role: 'pg_read_all_data' })).toMatch(
      /is too powerful: it is a member of pg_read_all_data/,
    )
    const { rows } = await test.database.query<{ own: string }>({ text: 'SELECT current_user AS own' })
    expect(await reason({ role: rows[0]!.own })).toMatch(/too powerful/)
    await administrate(`CREATE ROLE weak_${suffix} NOLOGIN`)
    expect(await reason({ role: `weak_${suffix}` })).toMatch(
      /may not use the scenario\. Run planctl migrate, which grants what files need/,
    )
    await administrate(`GRANT USAGE ON SCHEMA "default", control TO weak_${suffix}`)
    expect(await reason({ role: `weak_${suffix}` })).toMatch(/may use the schema control/)
    await administrate(`DROP OWNED BY weak_${suffix}`)
    await administrate(`DROP ROLE weak_${suffix}`)
  })

  it('are ended after the time that they may take, even if they lift the limit of statements', async () => {
    const log = await run('SET statement_timeout = 0; DELETE FROM demand; SELECT pg_sleep(600)', {
      timeout: 1,
    })
    expect(log).toEqual([
      '! demand.sql is refused: it took longer than the 1 seconds of STATEMENT_TIMEOUT and was ended. Nothing of it is stored.',
    ])
    expect(await rowsOf(context, 'demand', '"name"')).toHaveLength(1)
    expect(await logins()).toEqual([])
  })

  it('are ended when the import is canceled', async () => {
    const stopping = new AbortController()
    await folder.put(
      'demand.sql',
      `DO $$ BEGIN RAISE NOTICE 'begun'; END $$; DELETE FROM demand; SELECT pg_sleep(600)`,
    )
    const running = folder.import({
      ...sql({ timeout: 0 }),
      context: { ...context, signal: stopping.signal },
      log: () => stopping.abort(),
    })
    await expect(running).rejects.toThrow(/Canceled|aborted/)
    expect(await rowsOf(context, 'demand', '"name"')).toHaveLength(1)
    expect(await logins()).toEqual([])
  })
})

it('a service role that only makes roles and has the role of files runs statements and leaves no login', async () => {
  const maker = `maker_${suffix}`
  await administrate(`CREATE ROLE ${maker} LOGIN NOSUPERUSER CREATEROLE PASSWORD 'maker'`)
  await administrate(`GRANT ${role} TO ${maker} WITH ADMIN OPTION, INHERIT FALSE, SET FALSE`)
  const url = new URL(test.url)
  url.username = maker
  url.password = 'maker'
  const database = connectDatabase({ url: url.href, timeZone: 'UTC', poolSize: 3, applicationName: 'maker' })
  const shared = { database, role, scenario: 'default', onNotice: () => undefined }
  try {
    const counts = await runSql('UPDATE demand SET quantity = 5', { ...shared, timeout: 20 })
    expect(counts.get('demand')).toEqual({ created: 0, updated: 1, deleted: 0 })
    await expect(runSql('SELECT pg_sleep(600)', { ...shared, timeout: 1 })).rejects.toMatchObject({
      code: 'file_refused',
    })
    const { rows } = await database.query({
      text: `SELECT FROM pg_roles WHERE rolname LIKE 'planctl_sql_%'
      AND pg_has_role(oid, '${role}', 'MEMBER')`,
    })
    expect(rows).toEqual([])
  } finally {
    await database.close()
    await administrate(`DROP ROLE ${maker}`)
  }
})

/** A statement that succeeds only with the rights of the service. */
const forbidden = `INSERT INTO public.witness SELECT 'read ' || count(*) FROM control."user"`

describe('a hostile file', () => {
  it.each([
    ['reads users', forbidden],
    ['goes back to the role of the connection', `RESET ROLE; ${forbidden}`],
    ['takes no role', `SET ROLE NONE; ${forbidden}`],
    ['takes no role by a function', `SELECT set_config('role', 'none', false); ${forbidden}`],
    ['resets its session', `SET SESSION AUTHORIZATION DEFAULT; RESET ROLE; ${forbidden}`],
    ['takes the role of the service', `SET SESSION AUTHORIZATION planctl; ${forbidden}`],
    ['takes the role of the service', `SET ROLE planctl; ${forbidden}`],
    ['resets everything', `RESET ALL; RESET ROLE; ${forbidden}`],
    ['hides it in a block', `DO $$ BEGIN EXECUTE 'RESET ROLE'; EXECUTE $x$${forbidden}$x$; END $$`],
    [
      'goes back within a function of its own',
      `CREATE FUNCTION pg_temp.f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN RESET ROLE; ${forbidden}; END $$; SELECT pg_temp.f()`,
    ],
    [
      'waits for the commit with a trigger',
      `CREATE TEMP TABLE t (a int);
       CREATE FUNCTION pg_temp.late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RESET ROLE; ${forbidden}; RETURN NULL; END $$;
       CREATE CONSTRAINT TRIGGER late AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION pg_temp.late();
       INSERT INTO t VALUES (1)`,
    ],
    [
      'ends the block that it runs in',
      `SELECT 1; END $script$; COMMIT; RESET ROLE; ${forbidden}; DO $script$ BEGIN NULL`,
    ],
    ['commits', `DELETE FROM demand; COMMIT; ${forbidden}`],
    ['rolls back and begins anew', `ROLLBACK; BEGIN; RESET ROLE; ${forbidden}`],
    ['commits in a block', `DO $$ BEGIN DELETE FROM demand; COMMIT; END $$`],
    [
      'commits in a procedure',
      `CREATE PROCEDURE pg_temp.p() LANGUAGE plpgsql AS $$ BEGIN DELETE FROM demand; COMMIT; END $$; CALL pg_temp.p()`,
    ],
    ['runs a program', `COPY (SELECT 1) TO PROGRAM 'touch /tmp/planning-escaped'`],
    ['reads a file', `CREATE TEMP TABLE f (l text); COPY f FROM '/etc/passwd'`],
    ['reads a file by a function', `SELECT pg_read_file('/etc/passwd')`],
    ['writes a file', `COPY demand TO '/tmp/planning-escaped'`],
    [
      'makes itself superuser',
      'DO $$ BEGIN EXECUTE format($x$ALTER ROLE %I SUPERUSER$x$, session_user); END $$',
    ],
    ['makes a superuser', 'CREATE ROLE evil SUPERUSER LOGIN'],
    ['switches triggers off', 'SET session_replication_role = replica'],
    [
      'ends others',
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename <> session_user AND usename IS NOT NULL`,
    ],
    ['enters another scenario', 'DELETE FROM "scenario1".demand'],
    ['deletes what it has no rights on', 'DELETE FROM "default"."location"'],
    ['changes settings of the server', `ALTER SYSTEM SET log_statement = 'all'`],
    ['makes an extension', 'CREATE EXTENSION dblink'],
  ])('that %s gets nowhere', async (_what, text) => {
    const log = await run(text)
    expect(log).toEqual([expect.stringMatching(/^! demand\.sql is refused: nothing of it is stored: /)])
    expect(await rowsOf(context, 'demand', '"name"')).toHaveLength(1)
    const { rows } = await test.database.query({ text: 'SELECT * FROM public.witness' })
    expect(rows).toEqual([])
    expect(await logins()).toEqual([])
  })

  it.each([
    ['at once', 'SELECT lo_create(0)'],
    ['under its login', 'RESET ROLE; SELECT lo_create(0)'],
    [
      'in a block of its own',
      'DO $$ BEGIN PERFORM lo_create(0); BEGIN PERFORM lo_create(0); EXCEPTION WHEN OTHERS THEN NULL; END; END $$',
    ],
    [
      'with a trigger that waits for the commit',
      `CREATE TEMP TABLE t (a int);
       CREATE FUNCTION pg_temp.late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM lo_create(0); RETURN NULL; END $$;
       CREATE CONSTRAINT TRIGGER late AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION pg_temp.late();
       INSERT INTO t VALUES (1)`,
    ],
  ])('that makes large objects %s leaves none behind', async (_how, text) => {
    expect(await run(`DELETE FROM demand; ${text}`)).toEqual([
      expect.stringMatching(/nothing of it is stored: it makes large objects \([12]\), which would stay/),
    ])
    expect(await rowsOf(context, 'demand', '"name"')).toHaveLength(1)
    const { rows } = await test.database.query({ text: 'SELECT oid FROM pg_largeobject_metadata' })
    expect(rows).toEqual([])
    expect(await logins()).toEqual([])
  })

  it.each([
    ['and ends', '', /^demand\.sql: /],
    ['and stays', '; SELECT pg_sleep(600)', /took longer than the 1 seconds of STATEMENT_TIMEOUT/],
  ])('that takes locks of the service %s has none when it is over', async (_how, stay, said) => {
    const text = `SELECT pg_advisory_lock(${leaseClass}, 7), pg_advisory_lock_shared(${taskClass}, 7)${stay}`
    expect(await run(text, { timeout: stay === '' ? 20 : 1 })).toEqual([expect.stringMatching(said)])
    const { rows } = await test.database.query({
      text: `SELECT classid FROM pg_locks WHERE locktype = 'advisory' AND classid = ANY($1::oid[])
        AND objid = 7 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      values: [[leaseClass, taskClass]],
    })
    expect(rows).toEqual([])
  })

  it('that changes the search path, leaves triggers or shadows functions has no effect on what runs after it', async () => {
    await run(`SET search_path = pg_temp; CREATE TEMP TABLE demand (name text); ALTER ROLE CURRENT_USER SET search_path = 'x';
      CREATE FUNCTION pg_temp.count(bigint) RETURNS bigint LANGUAGE sql AS 'SELECT -1::bigint'`)
    await folder.clear()
    await folder.put('demand.csv', 'name,item\nE,bike\n')
    expect((await folder.import()).log).toEqual(['demand.csv: 1 created, 0 updated, 0 unchanged, 0 rejected'])
    expect(await logins()).toEqual([])
  })

  it('that changes the password of its login finds that login gone', async () => {
    await run(
      `RESET ROLE; DO $$ BEGIN EXECUTE format('ALTER ROLE %I PASSWORD %L', session_user, 'mine'); END $$`,
    )
    expect(await logins()).toEqual([])
  })
})

const writeOrders = (): Promise<unknown> =>
  write(context, 'input.purchaseorder', [
    {
      reference: 'P 1',
      item: 'bike',
      location: 'L',
      supplier: 'S',
      startdate: '2026-03-01',
      enddate: '2026-03-05',
    },
    {
      reference: 'P 2',
      item: 'bike',
      location: 'L',
      supplier: 'S',
      startdate: '2026-03-01',
      enddate: '2026-03-05',
    },
  ])

describe('statements that write orders', () => {
  beforeAll(() => administrate(`GRANT SELECT, INSERT, UPDATE, DELETE ON "default".operationplan TO ${role}`))
  beforeEach(async () => {
    await administrate('DELETE FROM "default"."operationplan"')
    await writeOrders()
  })

  it('are undone when an order ends before it starts then', async () => {
    expect(await run(`UPDATE operationplan SET enddate = '2026-02-01' WHERE reference = 'P 2'`)).toEqual([
      '! demand.sql is refused: nothing of it is stored: it makes orders end before they start: "P 2" (start 2026-03-01 00:00:00, end 2026-02-01 00:00:00); correct their startdate or enddate.',
    ])
    const [first] = await run(
      `DO $$ BEGIN INSERT INTO operationplan (reference, type, item, startdate, enddate)
         SELECT 'N ' || n, 'PO', 'bike', '2026-03-01', '2026-02-01' FROM generate_series(1, 8) n;
       EXCEPTION WHEN division_by_zero THEN NULL; END $$`,
    )
    expect(first).toMatch(/: "N 1" \(.*\), .*"N 5" \(.*\) and others; correct/)
    expect(await rowsOf(context, 'operationplan', '"reference"')).toHaveLength(2)
  })

  it('may change what ended before its start already, and what they put right', async () => {
    await administrate(`UPDATE "default"."operationplan" SET "enddate" = '2026-02-01'`)
    expect(await run(`UPDATE operationplan SET remark = 'seen'`)).toEqual([
      'demand.sql: operationplan: 0 created, 2 updated, 0 deleted',
    ])
    expect(await run(`UPDATE operationplan SET enddate = '2026-04-01' WHERE reference = 'P 1'`)).toEqual([
      'demand.sql: operationplan: 0 created, 1 updated, 0 deleted',
    ])
  })

  it('are told when they keep everybody from looking at the orders', async () => {
    const [line] = await run(`LOCK TABLE operationplan; UPDATE operationplan SET enddate = '2026-02-01'`, {
      timeout: 60,
    })
    expect(line).toMatch(/nothing of it is stored: it makes .*the first: "P 1".*leave the lock out/)
  })

  it('are refused where the role may not read orders', async () => {
    await administrate(`REVOKE SELECT ON "default".operationplan FROM ${role}`)
    expect(await run(`INSERT INTO operationplan (reference, type, item) VALUES ('W', 'PO', 'bike')`)).toEqual(
      [expect.stringContaining('GRANT SELECT ON "default"."operationplan"')],
    )
    await administrate(`GRANT SELECT ON "default".operationplan TO ${role}`)
  })
})

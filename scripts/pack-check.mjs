/**
 * `npm run pack:check [commit]`: packs the service, installs the tarball in empty folders, globally (`npm i -g`) and
 * in one folder (`npx`), runs the demo and sends requests to its API. Then the new release migrates and serves a data
 * folder of an older release, by default of the last commit with fewer migrations.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'

const password = 'correct horse battery 42'
/** Timeout for the start of a demo, in seconds, on a machine that runs other programs as well. */
const startLimit = 240

const folder = mkdtempSync(join(tmpdir(), 'planning-pack-'))
const empty = (name) => {
  mkdirSync(join(folder, name))
  return join(folder, name)
}
/** Returns the environment of the installed service: variables of a shell only, none of the clone or of "npm run". */
const environment = (more = {}) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PLANCTL_PORT: '0',
  PLANCTL_ADMIN_PASSWORD: password,
  ...more,
})

function runIn(cwd, command, args, env) {
  return execFileSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

const megabytes = (path) => Number(runIn(folder, 'du', ['-sm', path], environment()).split('\t')[0])

const say = (text) => console.log(`${text}`)

/** Packs the service in a folder of sources. Returns the path of the tarball. */
function pack(sources) {
  const to = mkdtempSync(join(folder, 'tarball-'))
  runIn(sources, 'npm', ['pack', '--pack-destination', to, '--loglevel=error'], process.env)
  return join(
    to,
    readdirSync(to).find((name) => name.endsWith('.tgz')),
  )
}

/** Runs a command that serves until it is ended. Returns the result of `use`, which is called with the address. */
async function withServer(command, args, { cwd, env }, use) {
  // The child gets its own process group, to which Ctrl-C is sent as a terminal does.
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const signal = (name) => {
    try {
      process.kill(-Number(child.pid), name)
    } catch {
      // The group has no processes any more.
    }
  }
  let said = ''
  const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)))
  try {
    const url = await new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`It does not serve after ${startLimit} s:\n${said}`)),
        startLimit * 1000,
      )
      const hear = (chunk) => {
        said += chunk
        const found = /runs at (http:\/\/[^/\s]+)/.exec(said)?.[1]
        if (found === undefined) return
        clearTimeout(late)
        resolve(found)
      }
      child.stdout.setEncoding('utf8').on('data', hear)
      child.stderr.setEncoding('utf8').on('data', hear)
      void ended.then((how) => {
        clearTimeout(late)
        return reject(new Error(`It has ended (${how}):\n${said}`))
      })
    })
    return await use(url)
  } finally {
    signal('SIGINT')
    const late = setTimeout(() => signal('SIGKILL'), 60_000)
    await ended
    clearTimeout(late)
  }
}

async function ask(url, path, headers = {}) {
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
  const answer = await fetch(`${url}${path}`, { headers: { authorization, ...headers }, redirect: 'manual' })
  return { status: answer.status, text: await answer.text() }
}

function require(condition, text) {
  if (!condition) throw new Error(`It should be so: ${text}`)
  say(`  ok  ${text}`)
}

/**
 * Requests what a new user views first: data, its plan, the screens, the help. Then runs a plan, which is a separate
 * process.
 */
async function askEverything(url) {
  const demand = await ask(url, '/api/input/demand/?format=json&limit=3&fields=name,deliverydate')
  require(demand.status === 200 && JSON.parse(demand.text).length === 3, 'sales orders are listed')
  const screen = await ask(url, '/app/', { accept: 'text/html' })
  const script = /\/static\/assets\/[^"]+\.js/.exec(screen.text)?.[0]
  require(screen.status === 200 && script !== undefined, 'the screens are there')
  require((await ask(url, script)).status === 200, 'and their scripts')
  require((await ask(url, '/api/help/')).status === 200, 'the help is there')
  require((await ask(url, '/api/docs/')).status === 200, 'the page of the API is there')
  const plan = await fetch(`${url}/execute/api/runplan/`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
      prefer: 'wait=120',
    },
  })
  require((await plan.text()).includes('"Done"'), 'the plan runs')
}

/** Returns our processes that still run: their command lines contain the folder. */
const left = () =>
  runIn(folder, 'ps', ['-eo', 'pid,args'], environment())
    .split('\n')
    .filter((line) => line.includes(folder) && !line.includes('ps -eo'))

async function leaveNothing() {
  for (let tries = 0; tries < 100 && left().length > 0; tries += 1)
    await new Promise((done) => setTimeout(done, 200))
  require(left().length === 0, `no process is left ${left().join('; ')}`)
}

const git = (...args) => runIn(root, 'git', args, process.env).trim().split('\n')

/**
 * Returns the commit before the last change of migrations, because an upgrade depends on them; otherwise the previous
 * commit.
 */
function olderCommit() {
  const [last = 'HEAD'] = git('log', '-1', '--format=%H', '--', 'migrations')
  return git('rev-parse', `${last}~1`)[0]
}

/** Creates a data folder with a planned dataset by running an older release. */
async function makeOldData(commit, data) {
  const sources = empty('old')
  const archive = join(folder, 'old.tar')
  runIn(root, 'git', ['archive', '--output', archive, commit], process.env)
  runIn(sources, 'tar', ['xf', archive], process.env)
  const same = ['package-lock.json'].every(
    (name) => readFileSync(join(sources, name), 'utf8') === readFileSync(join(root, name), 'utf8'),
  )
  if (same) symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'))
  else
    runIn(sources, 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], process.env)
  const env = environment({ PLANCTL_VAR: data })
  // Releases before the first package run from their sources.
  const packed = existsSync(join(sources, 'scripts/build-package.mjs'))
  if (packed) {
    const tarball = pack(sources)
    const place = empty('old-installed')
    runIn(
      place,
      'npm',
      ['install', tarball, '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      process.env,
    )
    say(`  the release of ${commit.slice(0, 7)} is installed from its tarball`)
    await withServer(
      join(place, 'node_modules/.bin/planctl'),
      ['demo'],
      { cwd: empty('old-work'), env },
      changeSomething,
    )
  } else {
    say(`  the release of ${commit.slice(0, 7)} has no package yet: it runs from its sources`)
    await withServer(join(sources, 'planctl'), ['demo'], { cwd: sources, env }, changeSomething)
  }
}

async function changeSomething(url) {
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
  const answer = await fetch(`${url}/api/input/customer/`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify([{ name: 'Customer of the older release' }]),
  })
  require(answer.status === 201, 'a record is written by the older release')
}

async function check() {
  await ensureInstalled()
  const tarball = pack(root)
  say(`The tarball is ${tarball}.`)

  say('Installed for everybody:')
  const prefix = empty('global')
  runIn(
    empty('empty'),
    'npm',
    ['install', '--global', '--prefix', prefix, tarball, '--no-audit', '--no-fund', '--loglevel=error'],
    process.env,
  )
  const size = megabytes(prefix)
  const developer = megabytes(join(root, 'node_modules'))
  say(`  ${size} MB installed; a clone has ${developer} MB`)
  require(size <= developer / 2, 'it is half the size of a clone, or less')
  const first = { cwd: join(folder, 'empty'), env: environment() }
  await withServer(join(prefix, 'bin/planctl'), ['demo'], first, askEverything)
  require(existsSync(join(folder, 'empty/var')), 'its data lies in the folder where it was started')
  await leaveNothing()

  say('Installed in a folder:')
  const local = empty('local')
  writeFileSync(join(local, 'package.json'), '{"private": true}')
  runIn(local, 'npm', ['install', tarball, '--no-audit', '--no-fund', '--loglevel=error'], process.env)
  rmSync(join(folder, 'empty/var'), { recursive: true, force: true })
  const data = empty('data')
  await withServer('npx', ['planning-service', 'demo'], { cwd: local, env: environment() }, async (url) => {
    require((await ask(url, '/api/input/item/?limit=1')).status === 200, 'npx planning-service demo serves')
  })
  await leaveNothing()

  say('Upgrade:')
  const commit = process.argv[2] ?? olderCommit()
  await makeOldData(commit, data)
  await leaveNothing()
  const after = environment({ PLANCTL_VAR: data })
  const planctl = join(prefix, 'bin/planctl')
  runIn(folder, planctl, ['migrate'], after)
  await withServer(planctl, ['runserver', '--port=0'], { cwd: folder, env: after }, async (url) => {
    const customer = await ask(url, '/api/input/customer/Customer%20of%20the%20older%20release/?format=json')
    require(customer.status === 200, 'the data of the older release is served')
    require((await ask(url, '/readyz')).status === 200, 'the service is ready')
  })
  await leaveNothing()
}

try {
  await check()
  say('The package holds.')
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** A reverse proxy in front of the service: nginx with TLS where it is installed, otherwise a short Node program. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request as forward } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export interface Proxy extends AsyncDisposable {
  /** Its address, such as `https://127.0.0.1:4711`. */
  readonly origin: string
}

export const hasNginx = spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status === 0

export const proxyName = hasNginx ? 'nginx' : 'a proxy of Node'

/**
 * Starts a proxy for servers at ports of this machine; without nginx only the first one is used. Only paths below
 * `/planning` are forwarded.
 */
export function startProxy(...servicePorts: readonly [number, ...number[]]): Promise<Proxy> {
  if (hasNginx) return startNginx(servicePorts)
  console.warn('nginx is not installed: the prefix is tested behind a proxy of Node, without TLS.')
  return startNodeProxy(servicePorts[0])
}

/** Starts nginx with the configuration of the documentation and the addresses of the test. */
async function startNginx(servicePorts: readonly number[]): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'planning-nginx-'))
  const port = await freePort()
  const certificate = ['-keyout', `${folder}/planning.key`, '-out', `${folder}/planning.crt`]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const made = spawnSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...certificate, ...subject],
    { encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`)
  const example = await readFile(join(import.meta.dirname, '../../../deploy/nginx/planning.conf'), 'utf8')
  const site = example
    .replace('server 127.0.0.1:8000;', servicePorts.map((each) => `server 127.0.0.1:${each};`).join(' '))
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('/etc/nginx/', `${folder}/`)
  await writeFile(join(folder, 'planning.conf'), site)
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; error_log ${folder}/error.log; pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  include ${folder}/planning.conf;
}
`,
  )
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `https://127.0.0.1:${port}`
  for (let tries = 0; tries < 100; tries += 1) {
    const reached = await reach(port)
    if (reached) break
    await delay(50)
  }
  return {
    origin,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function reach(port: number): Promise<boolean> {
  const { connect } = await import('node:net')
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function startNodeProxy(servicePort: number): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    if (!/^\/planning(?:\/|$)/.test(incoming.url ?? '')) {
      outgoing.writeHead(404).end()
      return
    }
    const onward = forward(
      {
        host: '127.0.0.1',
        port: servicePort,
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

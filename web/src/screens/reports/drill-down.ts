/** Addresses of the records behind the figures of reports. */
import { keyHref } from './report-address.ts'

/** Returns the address of the screen with the records behind a figure. */
export function drillDown(
  scenario: string,
  template: string,
  row: Readonly<Record<string, string>>,
): string | undefined {
  const [path = '', query = ''] = template.split('?')
  const entity = /\/api\/[^/]+\/([^/]+)\//.exec(path)?.[1]
  if (entity === undefined) return undefined
  const parts = query.split('&').flatMap((part) => {
    const [name = '', value = ''] = part.split('=')
    if (name === '') return []
    const filled = value.replaceAll(/\{(\w+)\}/g, (_, column: string) =>
      encodeURIComponent(row[column] ?? ''),
    )
    // An empty part of the key stands for records without a value.
    return [filled === '' ? `${name}__isnull=true` : `${name}=${filled}`]
  })
  // A report instead of a list of records; the resource is in the path.
  if (entity === 'capacityorders') {
    const others = parts.filter((part) => !part.startsWith('resource='))
    return `${keyHref(scenario, 'resource', [row['resource'] ?? ''])}/orders?${others.join('&')}`
  }
  return `/app/${encodeURIComponent(scenario)}/data/${entity}?${parts.join('&')}`
}

/** Describes schema violations of settings with their remedies. */
import type { SchemaFault } from '../contract/check.ts'

/** Describes why a value is invalid; never includes the value of a secret. */
export function describeFault(fault: SchemaFault, value: unknown, secret: boolean): string {
  const place = fault.instancePath === '' ? '' : ` at ${fault.instancePath.slice(1).replaceAll('/', '.')}`
  const found = secret ? '' : `, not ${JSON.stringify(value)}`
  return `${wording(fault)}${place}${found}`
}

function wording(fault: SchemaFault): string {
  switch (fault.keyword) {
    case 'enum':
      return `must be one of ${fault.params.allowedValues.map((allowed) => JSON.stringify(allowed)).join(', ')}`
    case 'pattern':
      return `must have the form ${fault.params.pattern}`
    case 'boolean':
    case 'additionalProperties':
      return 'has an unknown key'
    case 'format':
      return fault.params.format === 'date' ? 'must be a date such as 2026-12-31' : fault.message
    case 'minLength':
      return `must have at least ${fault.params.limit} characters`
    default:
      return fault.message
  }
}

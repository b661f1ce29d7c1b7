/** Validates the values of parameters that the service itself reads, on every write path. */
import { type ParameterKind, parameterKinds, unreadableParameter } from '../../../model/parameters.ts'
import type { Message, MessageCode } from '../../../errors/messages.ts'
import type { Batch } from '../batch.ts'
import { stage, type Staged } from '../intake/staging.ts'
import type { EntityRules } from './entity-rules.ts'

const codes: Readonly<Record<ParameterKind, MessageCode>> = {
  moment: 'parameter_moment',
  days: 'parameter_days',
  seconds: 'parameter_seconds',
  quantity: 'parameter_quantity',
  count: 'parameter_count',
  boolean: 'parameter_boolean',
}

/** Returns the error of a parameter's value; undefined if it is valid. */
export function parameterFault(name: string, value: string | null): Message | undefined {
  const kind = unreadableParameter(name, value)
  return kind === undefined
    ? undefined
    : { code: codes[kind], params: { name, value: (value ?? '').slice(0, 100) } }
}

/** Checks the staged parameters that the service knows. */
async function checkParameters({ client, faults }: Batch, staged: Staged): Promise<void> {
  if (!staged.given.some(({ field }) => field.name === 'value')) return
  const { rows } = await client.query<{ index: number; name: string; value: string | null }>(
    `SELECT "_i" AS index, "name", "value" FROM ${stage} WHERE "name" = ANY($1::text[]) ${faults.limit}`,
    [[...parameterKinds.keys()]],
  )
  for (const { index, name, value } of rows) {
    const fault = parameterFault(name, value)
    if (fault !== undefined) faults.add(index, 'value', fault)
  }
}

export const parameterRules: EntityRules = { check: checkParameters }

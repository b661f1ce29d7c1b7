/** `POST /execute/exportworkbook/`: returns planning data as a workbook, which is created while it is sent. */
import { Type } from '../../contract/type.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { messageText } from '../../errors/messages.ts'
import { anonymousWarning } from '../../files/workbook/anonymous.ts'
import { exportWorkbook } from '../../files/workbook/export-workbook.ts'
import { workbookMediaType } from '../../files/xlsx/write/write-workbook.ts'
import { parseArguments } from '../../tasks/arguments.ts'
import { authorizeTask } from '../../tasks/authorize.ts'
import {
  exportParameters,
  exportworkbook,
  labelsFor,
  viewableEntities,
} from '../../tasks/commands/exportworkbook.ts'
import { RawReply } from '../contract/routes.ts'
import { attachment } from '../files/content-disposition.ts'
import { channelOf, givenArguments } from './launch.ts'
import type { TaskCall } from './task-call.ts'

const parameters = Type.Object(exportParameters, { additionalProperties: false })

/**
 * Returns the workbook; an anonymous one has the header `x-warning`, because the user must review the remaining data.
 */
export async function answerExportWorkbook(call: TaskCall): Promise<RawReply> {
  const { exchange, principal, scenario } = call
  const { service } = exchange
  const caller = { service, principal, scenario }
  const given = await givenArguments(call, { secrets: [], parameters })
  const args = parseArguments({ ...exportworkbook, parameters, positional: [] }, given)
  const entityNames = namesOf(args['entities'])
  const anonymous = args['anonymous'] === true
  const template = args['template'] === true
  await authorizeTask(exportworkbook, caller, { ...args, output: 'workbook.xlsx' })
  const context = service.dataContext({
    scenario,
    actor: { userId: principal.userId, channel: channelOf(principal) },
    signal: exchange.signal,
  })
  const entities = viewableEntities(context.model, principal, scenario, entityNames)
  const labels = await labelsFor(service, principal)
  const { stream } = await exportWorkbook(context, { entities, labels, anonymous, template })
  return new RawReply({
    status: 200,
    headers: {
      'content-type': workbookMediaType,
      'content-disposition': attachment(template ? 'template.xlsx' : `workbook.${scenario}.xlsx`),
      ...(anonymous && !template ? { 'x-warning': messageText(anonymousWarning) } : {}),
    },
    body: stream,
  })
}

/** Returns the entity names; the schema has already rejected other types. */
function namesOf(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined
  if (Array.isArray(value)) return value.map(String)
  throw invalidParameter('entities', { code: 'must_be_list' })
}

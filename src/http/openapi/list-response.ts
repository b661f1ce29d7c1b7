/** The response of a list in the OpenAPI document, in all formats. */
import { ignoredParametersHeader } from '../../contract/ignored-names.ts'
import { type FormatName, offeredFormats } from '../negotiation.ts'
import type { Schema } from './schemas.ts'

const text: Schema = { type: 'string' }
const textSchemas: Readonly<Partial<Record<FormatName, Schema>>> = {
  xlsx: {
    type: 'string',
    format: 'binary',
    description: 'A workbook with one sheet; its headers are in the language of the reader.',
  },
}

/** @param plural plural label of the listed records */
export function listResponse(plural: string, record: Schema): Schema {
  const texts = offeredFormats(true).filter(({ name }) => name !== 'json')
  return {
    description: `The ${plural} that match.`,
    headers: {
      'X-Total-Count': { description: 'Records on all pages.', schema: { type: 'integer' } },
      'Preference-Applied': {
        description: '`count=estimated` where the total is an estimate.',
        schema: { type: 'string' },
      },
      'X-Cursor': { description: 'With `changed_since`: for the next call.', schema: { type: 'string' } },
      'X-Deleted-Count': {
        description: 'With `changed_since`: records deleted since; `…/deleted/` has their keys.',
        schema: { type: 'integer' },
      },
      'X-Changed-By-Plan': {
        description:
          'With `changed_since`: a plan has also written computed values, whose records are not listed.',
        schema: { type: 'string' },
      },
      Link: { description: 'Neighbouring pages.', schema: { type: 'string' } },
      ...ignoredParametersHeader,
    },
    content: {
      'application/json': { schema: { type: 'array', items: record } },
      ...Object.fromEntries(
        texts.map(({ name, mediaTypes }) => [mediaTypes[0], { schema: textSchemas[name] ?? text }]),
      ),
    },
  }
}

/** Builds addresses of record screens. */
import { recordPath } from '../../../src/model/record-path.ts'

/** Returns the address of the screen of a record. */
export const recordHref = (scenario: string, entity: string, key: string): string =>
  hrefInList(scenario, `/data/${encodeURIComponent(entity.slice(entity.indexOf('.') + 1))}`, key)

/** @param list route of the list of its entity, as in its metadata */
export const hrefInList = (scenario: string, list: string, key: string): string =>
  `/app/${encodeURIComponent(scenario)}${recordPath(list, key)}`

/** Read path: parameters → request → SQL → bytes. */
export { type Clause, type Condition, fieldEquals, fieldIn } from './condition.ts'
export {
  byteOrderMark,
  type FormatOptions,
  indentJson,
  type ListFormat,
  listFormatByName,
  listFormats,
} from './formats.ts'
export { keyOfName } from './key-of-name.ts'
export { recordSeparator } from './gathered.ts'
export {
  type CountPreference,
  createListTotals,
  type ListTotals,
  type Total,
  type TotalFinder,
} from './list-totals.ts'
export { type Lookup, lookups } from './lookups.ts'
export { type PageLink, parsePaging } from './paging.ts'
export {
  isReserved,
  parseRead,
  type ParseOptions,
  readEverything,
  type ReadRequest,
  searchFault,
} from './parse-read.ts'
export {
  type ListAnswer,
  listEtag,
  readCount,
  readDistinct,
  readList,
  readPages,
  readPosition,
  type ReadOptions,
  readRecord,
} from './read-list.ts'
export { type CsvStyle, planQuery, planTexts } from './plan-read.ts'
export { suggestParameter } from './suggest-parameter.ts'
export {
  changedSince,
  changeParameters,
  deleteParameters,
  reservedParameters,
  writeParameters,
} from './reserved-parameters.ts'
export { runPlan, type RunOptions } from './read-stream.ts'
export { whereClause } from './where.ts'

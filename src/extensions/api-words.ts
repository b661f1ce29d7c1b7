/**
 * Words that stand in URLs where the first parts of names of entities do, as in `/api/menu/`, so that no extension
 * module can have one of them as its name.
 */
export const apiWords = [
  'menu',
  'meta',
  'me',
  'lookup',
  'distinct',
  'aggregate',
  'position',
  'batch',
  'orderdates',
  'import',
  'views',
  'plan',
  'calendars',
  'exceptions',
  'release',
  'search',
  'history',
  'audit',
  'proposals',
  'events',
  'webhooks',
  'inbox',
  'access',
  'setup',
  'signon',
  'reset',
  'scenarios',
  'docs',
  'help',
] as const

export const isApiWord = (segment: string): boolean => apiWords.some((word) => word === segment)

/**
 * Words that start URLs in the place of an app name, as in `/api/menu/`. They are reserved and rejected as names of
 * extension modules.
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
  'workers',
  'checks',
  'inbox',
  'mentions',
  'access',
  'setup',
  'signon',
  'reset',
  'scenarios',
  'docs',
  'help',
] as const

export const isApiWord = (segment: string): boolean => apiWords.some((word) => word === segment)

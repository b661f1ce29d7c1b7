/** Words of the scopes of API keys. */
export const scopeWords = {
  all: 'keys.scopeAll',
  read: 'keys.scopeRead',
  propose: 'keys.scopePropose',
  write: 'keys.scopeWrite',
  tasks: 'keys.scopeTasks',
} as const

/** What a keeper is told when it is started. */

export interface KeeperConfig {
  /** `<VAR>/postgres`. */
  readonly folder: string
  /** Milliseconds without holders after which the server is stopped. */
  readonly grace: number
  /** For tests: nothing is made safe on disk, and all is removed at the end. */
  readonly ephemeral: boolean
  /** Folder of the archive, if there is one. */
  readonly archive?: string | undefined
}

/** Reads the argument with which `hold.ts` starts a keeper. */
export function parseKeeperConfig(text: string): KeeperConfig {
  const value: unknown = JSON.parse(text)
  if (
    typeof value === 'object' &&
    value !== null &&
    'folder' in value &&
    typeof value.folder === 'string' &&
    'grace' in value &&
    typeof value.grace === 'number' &&
    'ephemeral' in value &&
    typeof value.ephemeral === 'boolean'
  ) {
    const archive = 'archive' in value && typeof value.archive === 'string' ? value.archive : undefined
    return { folder: value.folder, grace: value.grace, ephemeral: value.ephemeral, archive }
  }
  throw new Error(`A keeper is started by the service, not with "${text}".`)
}

/** Exit code of a keeper that found another one at work. */
export const anotherKeeper = 3

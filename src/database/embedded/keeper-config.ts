/** Configuration of a keeper at its start. */

export interface KeeperConfig {
  /** `<VAR>/postgres`. */
  readonly folder: string
  /** Time without holders after which the server is stopped, in milliseconds. */
  readonly grace: number
  /** For tests: nothing is flushed to disk, and all files are deleted at the end. */
  readonly ephemeral: boolean
  /** Folder of the archive, if there is one. */
  readonly archive?: string | undefined
}

/** Parses the argument with which `hold.ts` starts a keeper. */
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

/** Exit code of a keeper if another one is running. */
export const anotherKeeper = 3

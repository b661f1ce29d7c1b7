/** Configuration of the embedded server for the machine on which it runs. */
import { totalmem } from 'node:os'

const megabyte = 2 ** 20

/**
 * Returns the settings written to postgresql.conf when the cluster is created; administrators may change them there.
 */
export function clusterSettings(memory: number = totalmem()): Readonly<Record<string, string>> {
  const megabytes = Math.floor(memory / megabyte)
  const buffers = Math.min(1024, Math.max(64, Math.floor(megabytes / 4)))
  return {
    shared_buffers: `${buffers}MB`,
    effective_cache_size: `${Math.max(buffers, Math.floor(megabytes / 2))}MB`,
    work_mem: `${Math.min(64, Math.max(8, Math.floor(megabytes / 256)))}MB`,
    maintenance_work_mem: `${Math.min(512, Math.max(64, Math.floor(megabytes / 16)))}MB`,
    max_connections: '100',
    // Large imports and scenario copies write gigabytes, so checkpoints are triggered by time instead of volume.
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '15min',
    // There is no replication, and with this level bulk loads into new tables skip the log.
    wal_level: 'minimal',
    max_wal_senders: '0',
    // Values for current disks; the defaults are for spinning ones.
    random_page_cost: '1.1',
    effective_io_concurrency: '64',
    // Statements are many and short, so compiling them costs more than it saves.
    jit: 'off',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] %a ',
    lc_messages: 'C',
  }
}

/**
 * Returns the settings of the command line, which apply to every run and override the file.
 * @param free free space on the disk, in bytes
 */
export function runSettings(
  { port, durable }: { readonly port: number; readonly durable: boolean },
  free: number,
): Readonly<Record<string, string>> {
  return {
    port: String(port),
    // Prevents queries from filling the disk with temporary files: the query ends with an error, without an effect on
    // others.
    temp_file_limit: `${Math.max(1024, Math.floor(free / 4 / megabyte))}MB`,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...(durable ? {} : throwAway),
  }
}

/** Settings of a server for tests: fast, small, usable in memory beside other servers, and not crash-safe. */
const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  min_wal_size: '64MB',
} as const

/** Configuration of the embedded server for the machine it runs on. */
import { totalmem } from 'node:os'

const megabyte = 2 ** 20

/** Written into postgresql.conf when the cluster is made; whoever runs the installation may change it there. */
export function clusterSettings(memory: number = totalmem()): Readonly<Record<string, string>> {
  const megabytes = Math.floor(memory / megabyte)
  const buffers = Math.min(1024, Math.max(64, Math.floor(megabytes / 4)))
  return {
    shared_buffers: `${buffers}MB`,
    effective_cache_size: `${Math.max(buffers, Math.floor(megabytes / 2))}MB`,
    work_mem: `${Math.min(64, Math.max(8, Math.floor(megabytes / 256)))}MB`,
    maintenance_work_mem: `${Math.min(512, Math.max(64, Math.floor(megabytes / 16)))}MB`,
    max_connections: '100',
    // Large imports and scenario copies write gigabytes: checkpoints by time rather than by volume.
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '15min',
    // Nobody replicates from it; bulk loads into new tables then skip the log.
    wal_level: 'minimal',
    max_wal_senders: '0',
    // Disks of today; the defaults are those of spinning ones.
    random_page_cost: '1.1',
    effective_io_concurrency: '64',
    // Statements are many and short; compiling them costs more than it gains.
    jit: 'off',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] %a ',
    lc_messages: 'C',
  }
}

/**
 * Given on the command line: true for every run, whatever the file says.
 * @param free bytes free on the disk
 */
export function runSettings(
  { port, durable }: { readonly port: number; readonly durable: boolean },
  free: number,
): Readonly<Record<string, string>> {
  return {
    port: String(port),
    // No query fills the disk with what it sorts: it ends with an error before, and nothing else does.
    temp_file_limit: `${Math.max(1024, Math.floor(free / 4 / megabyte))}MB`,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...(durable ? {} : throwAway),
  }
}

/** A server for tests may live in memory, beside others: it is quick, small, and safe in no way. */
const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  min_wal_size: '64MB',
} as const

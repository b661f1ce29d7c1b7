/**
 * An S3 server in a process of its own: `node s3-server.mjs <port> <folder> <bucket> <other bucket>`. The package
 * ignores the condition If-None-Match of writes. The first bucket respects it, as AWS does; the other one does not.
 */
import S3rver from '@20minutes/s3rver'

const [port, directory, bucket, otherBucket] = process.argv.slice(2)
const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  // Signatures of lists differ: the client signs the path with a final slash, this server checks it without one.
  allowMismatchedSignatures: true,
  directory,
  configureBuckets: [bucket, otherBucket].map((name) => ({ name, configs: [] })),
})
server.middleware.unshift(async (context, next) => {
  const completes = context.method === 'PUT' || (context.method === 'POST' && 'uploadId' in context.query)
  const [name, ...key] = decodeURIComponent(context.path).slice(1).split('/')
  const isNew = completes && name === bucket && context.get('if-none-match') === '*'
  if (isNew && (await server.store.existsObject(bucket, key.join('/')))) context.status = 412
  else await next()
})
await server.run()
console.log('The store runs.')

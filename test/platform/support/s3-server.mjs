/** An S3 server in a process of its own: `node s3-server.mjs <port> <folder> <bucket>`. */
import S3rver from '@20minutes/s3rver'

const [port, directory, bucket] = process.argv.slice(2)
const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  // Signatures of lists differ: the client signs the path with a final slash, this server checks it without one.
  allowMismatchedSignatures: true,
  directory,
  configureBuckets: [{ name: bucket, configs: [] }],
})
await server.run()
console.log('The store runs.')

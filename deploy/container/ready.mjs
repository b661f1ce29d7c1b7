/** Whether the server of this container is ready: its exit code, for health checks of images. */
const { PLANCTL_PORT: port = '8000', PLANCTL_BASE_PATH: base = '' } = process.env
const answer = await fetch(`http://127.0.0.1:${port}${base}/readyz`, {
  signal: AbortSignal.timeout(5_000),
}).catch((error) => ({ ok: false, text: () => String(error.cause ?? error) }))
console.log(await answer.text())
process.exitCode = answer.ok ? 0 : 1

/**
 * An OpenID Connect provider as a separate process. It accepts every user name without verification. Arguments: the
 * port and the addresses to which browsers may return. A message from the parent process sets the groups of all
 * users.
 */
import { Provider } from 'oidc-provider'

const [port = '', redirect = '', afterLogout = ''] = process.argv.slice(2)
let groups: readonly string[] = []
process.on('message', (message) => {
  groups = Array.isArray(message) ? message.map(String) : []
})
const issuer = `http://127.0.0.1:${port}`
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'planning',
      client_secret: 'a secret of the test',
      redirect_uris: [redirect],
      post_logout_redirect_uris: [afterLogout],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
  ],
  pkce: { required: () => true },
  scopes: ['openid', 'profile', 'email', 'groups'],
  claims: {
    openid: ['sub'],
    profile: ['preferred_username', 'given_name'],
    email: ['email', 'email_verified'],
    groups: ['groups'],
  },
  findAccount: (_context, name) => {
    return {
      accountId: name,
      claims: () => ({
        sub: name,
        preferred_username: name,
        given_name: name.toUpperCase(),
        email: `${name}@example.com`,
        email_verified: true,
        groups,
      }),
    }
  },
  cookies: { keys: ['only for tests'] },
  features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
})
provider.listen(Number(port), '127.0.0.1', () => console.log('ready'))

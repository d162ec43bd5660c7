import { claimsByScope } from '../model/claims.ts'
import {
  AUTHORIZATION_PATH,
  JWKS_PATH,
  REGISTRATION_PATH,
  REVOCATION_PATH,
  TOKEN_PATH,
  USERINFO_PATH,
} from '../model/paths.ts'
import { oauthScopes } from '../model/requestable-scopes.ts'

/** auth.md §6.7, with the additional features that clients use: revocation, PKCE, `iss` in responses (RFC 9207). */
export const discoveryDocument = (
  issuer: string,
  { isRegistrationOpen }: { readonly isRegistrationOpen: boolean },
): Readonly<Record<string, unknown>> => ({
  issuer,
  authorization_endpoint: `${issuer}${AUTHORIZATION_PATH}`,
  token_endpoint: `${issuer}${TOKEN_PATH}`,
  userinfo_endpoint: `${issuer}${USERINFO_PATH}`,
  revocation_endpoint: `${issuer}${REVOCATION_PATH}`,
  jwks_uri: `${issuer}${JWKS_PATH}`,
  ...(isRegistrationOpen && {
    registration_endpoint: `${issuer}${REGISTRATION_PATH}`,
    client_id_metadata_document_supported: true,
  }),
  scopes_supported: Object.keys(oauthScopes),
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  userinfo_signing_alg_values_supported: ['none'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${issuer}/api/explorer/`,
  ui_locales_supported: ['en-US', 'fr-FR'],
  claims_parameter_supported: false,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
  require_request_uri_registration: false,
  op_tos_uri: issuer,
  claims_supported: ['sub', 'iss', 'aud', 'iat', 'exp', 'auth_time', ...claimsByScope.email, ...claimsByScope.profile],
})

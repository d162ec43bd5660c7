// The public interface of this module.
export { createOauthModule, type OauthModule } from './oauth.module.ts'
export { addOauthEndpoints } from './consent/endpoints.routes.ts'
export { addPageRedirects } from './consent/pages.routes.ts'

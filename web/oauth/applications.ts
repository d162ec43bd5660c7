import { api, bodyOf, done, pageOf } from '../api/api.ts'

/** Maximum applications on one page of the list. */
export const APPLICATIONS_LIMIT = 50

/** A project, or the whole platform (null). */
export type ApplicationsOwner = number | null

export const applicationsKey = (owner: ApplicationsOwner) => ['oauth2-apps', owner] as const

export const listApplications = (owner: ApplicationsOwner, offset: number, signal: AbortSignal) => {
  const query = { limit: APPLICATIONS_LIMIT, offset }
  return pageOf(
    owner === null
      ? api.GET('/oauth2_apps', { params: { query }, signal })
      : api.GET('/projects/{id}/oauth2_apps', { params: { path: { id: owner }, query }, signal }),
  )
}

export type Application = Awaited<ReturnType<typeof listApplications>>['items'][number]

export interface ApplicationValues {
  readonly name: string
  readonly redirect_uris: string[]
  readonly use_pkce: boolean
}

export interface NewApplicationValues extends ApplicationValues {
  readonly is_public: boolean
}

/** The credentials of an application; the server shows the secret only once. */
export interface ApplicationCredentials {
  readonly client_id: string
  /** Null: it is public, and has none. */
  readonly client_secret: string | null
}

export const createApplication = (
  owner: ApplicationsOwner,
  body: NewApplicationValues,
): Promise<ApplicationCredentials> =>
  owner === null
    ? bodyOf(api.POST('/oauth2_apps', { body }))
    : bodyOf(api.POST('/projects/{id}/oauth2_apps', { params: { path: { id: owner } }, body }))

const pathOf = ({ id }: Application) => ({ params: { path: { id } } })

export const changeApplication = (app: Application, body: ApplicationValues) =>
  bodyOf(api.PATCH('/oauth2_apps/{id}', { ...pathOf(app), body }))

export const deleteApplication = (app: Application) => done(api.DELETE('/oauth2_apps/{id}', pathOf(app)))

export const renewSecret = (app: Application): Promise<ApplicationCredentials> =>
  bodyOf(api.POST('/oauth2_apps/{id}/secret', pathOf(app)))

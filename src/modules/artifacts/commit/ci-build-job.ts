import type { Logger } from 'pino'
import type { JobRequest } from '../../../platform/jobs/jobs.store.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { postForm } from '../../../platform/outgoing/post-form.ts'
import type { SettingsModule } from '../../settings/index.ts'

const BUILD_JOB = 'start_build'

/** The attempts span about six hours. */
const MAX_ATTEMPTS = 10

interface Build {
  readonly url: string
  readonly state: string
  readonly userId: number
  readonly projectId: number
  readonly artifactId: number
  readonly trackerId: number
}

/** A job that starts a build after the transaction has committed. */
export const buildRequest = (build: Build): JobRequest => ({
  name: BUILD_JOB,
  payload: build,
  maxAttempts: MAX_ATTEMPTS,
})

/**
 * Starts builds in the form of continuous integration servers: a POST to `<job>/build` with parameters for the build. If the server cannot
 * be reached, the job tries again. If the server refuses, the job logs a warning and gives up.
 */
export const startBuilds = ({ settings, log }: { readonly settings: SettingsModule; readonly log: Logger }): Job => ({
  name: BUILD_JOB,
  run: async payload => {
    const build = payload as Build
    const url = buildUrl(build.url)
    const outcome = await postForm(
      url,
      { json: JSON.stringify({ parameter: parametersOf(build) }) },
      {
        allowedHosts: settings.get('internal_hosts'),
      },
    )
    // Without credentials and tokens, which the address of a job may hold.
    const line = { job: `${url.host}${url.pathname}`, artifactId: build.artifactId, outcome }
    if (outcome.kind === 'accepted') log.info(line, 'a build was started')
    else if (outcome.kind === 'refused') log.warn(line, 'a build could not be started')
    else throw new Error(`${url.host} answered ${outcome.status} to the start of a build`)
  },
})

const buildUrl = (jobUrl: string): URL => {
  const url = new URL(jobUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/build`
  return url
}

const parametersOf = ({
  userId,
  projectId,
  artifactId,
  trackerId,
  state,
}: Build): { name: string; value: string }[] => [
  { name: 'userId', value: String(userId) },
  { name: 'projectId', value: String(projectId) },
  { name: 'artifactId', value: String(artifactId) },
  { name: 'trackerId', value: String(trackerId) },
  { name: 'triggerFieldValue', value: state },
]

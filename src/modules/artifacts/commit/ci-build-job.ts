import type { Logger } from 'pino'
import type { JobRequest } from '../../../platform/jobs/jobs.store.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { postForm } from '../../../platform/outgoing/post-form.ts'
import type { SettingsModule } from '../../settings/index.ts'

const BUILD_JOB = 'start_build'

/** Tried for about six hours. */
const MAX_ATTEMPTS = 10

interface Build {
  readonly url: string
  readonly state: string
  readonly userId: number
  readonly projectId: number
  readonly artifactId: number
  readonly trackerId: number
}

/** A build to be started once the transaction has committed. */
export const buildRequest = (build: Build): JobRequest => ({
  name: BUILD_JOB,
  payload: build,
  maxAttempts: MAX_ATTEMPTS,
})

/**
 * Starts builds as continuous integration servers want it: a POST to `<job>/build` with what the build may want to know. What cannot be
 * reached is tried again; what is refused is told to the log and given up.
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
    // Without credentials and tokens, which addresses of jobs may hold.
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

import { setTimeout as sleep } from 'node:timers/promises'
import { describeDatabase, serverUrls } from '../../platform/db/database-url.ts'
import {
  connectToServer,
  findStandbyState,
  getSystemIdentifier,
  getWrittenPosition,
  type Client,
  type StandbyState,
} from './database.store.ts'
import { ok, reasonOf, warning, type Finding } from './diagnosis.ts'

/** The primary serves reads meanwhile: a fault of a standby refuses no request. */
const PRIMARY_ANSWERS = 'Until then the primary answers all reads.'
const CATCH_UP_MS = 2_000
const POLL_MS = 50

/** Checks the servers of DATABASE_READ_URL: reachable, standbys of this primary, and caught up. */
export const checkStandbys = async (address: string, primary: Client): Promise<Finding[]> => {
  const urls = serverUrls(address, 'standby') ?? []
  const found = await Promise.all(urls.map(url => checkStandby(url, primary)))
  const findings = found.flatMap(each => each.findings)
  // An address may name all servers of a cluster, the primary among them.
  return found.some(each => each.isStandby) || findings.length > 0
    ? findings
    : [
        warning(
          `${urls.length === 1 ? 'The server' : 'None of the servers'} of DATABASE_READ_URL is ${urls.length === 1 ? 'no' : 'a'} standby`,
          `Name a standby there, or take the variable away. ${PRIMARY_ANSWERS}`,
        ),
      ]
}

const checkStandby = async (
  url: string,
  primary: Client,
): Promise<{ readonly isStandby: boolean; readonly findings: readonly Finding[] }> => {
  const name = describeDatabase([url])
  let client: Client
  try {
    client = await connectToServer(url)
  } catch (error) {
    return {
      isStandby: false,
      findings: [
        warning(
          `The standby ${name} cannot be reached: ${reasonOf(error)}`,
          `Start it, or correct DATABASE_READ_URL. ${PRIMARY_ANSWERS}`,
        ),
      ],
    }
  }
  try {
    const state = await findStandbyState(client)
    return state
      ? { isStandby: true, findings: await checkReplication(name, state, client, primary) }
      : { isStandby: false, findings: [] }
  } finally {
    await client.end().catch(() => undefined)
  }
}

const checkReplication = async (
  name: string,
  { hotStandbyFeedback }: StandbyState,
  standby: Client,
  primary: Client,
): Promise<Finding[]> => {
  if ((await getSystemIdentifier(standby)) !== (await getSystemIdentifier(primary)))
    return [
      warning(
        `The standby ${name} is of another cluster than DATABASE_URL`,
        `Make it anew from the primary (pg_basebackup), or name one that is. ${PRIMARY_ANSWERS}`,
      ),
    ]
  const findings = [await checkLag(name, standby, primary)]
  if (hotStandbyFeedback !== 'on')
    findings.push(
      warning(
        `hot_standby_feedback is off on the standby ${name}: the primary breaks long reads off, which it then does itself`,
        "There: alter system set hot_standby_feedback = 'on'; select pg_reload_conf().",
      ),
    )
  return findings
}

/** Whether the standby catches up with the primary's current state. */
const checkLag = async (name: string, standby: Client, primary: Client): Promise<Finding> => {
  const written = await getWrittenPosition(primary)
  const deadline = performance.now() + CATCH_UP_MS
  for (;;) {
    const state = await findStandbyState(standby)
    // The standby was promoted during the check.
    if (!state) return warning(`${name} has become a primary`, 'Call crocus doctor again.')
    if (state.replayed >= written) return ok(`The standby ${name} shows what the primary has`)
    if (performance.now() < deadline) {
      await sleep(POLL_MS)
      continue
    }
    const behind = `${((written - state.replayed) / 1024 ** 2).toFixed(1)} MiB`
    return warning(
      `The standby ${name} is ${behind} of log behind${state.isPaused ? ': its replay is paused' : state.isReceiving ? '' : ', and takes none from the primary'}`,
      `${
        state.isPaused
          ? 'There: select pg_wal_replay_resume().'
          : state.isReceiving
            ? 'Look at its load and disk, and for long reads there that hold its replay up.'
            : 'Look into its log: is primary_conninfo right, and has the primary still the log that it needs?'
      } ${PRIMARY_ANSWERS}`,
    )
  }
}

// examples/receive-webhooks.mjs, as a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { afterFile } from '../harness/after-file.ts'
import { testApp } from '../harness/app.ts'
import { givenAccount, givenArtifact, givenProject } from '../harness/fixture.ts'
import { freePort } from '../harness/free-port.ts'
import { until } from '../harness/until.ts'

const ROOT = join(import.meta.dirname, '../..')

it('takes the changes of a tracker, each once, and refuses a wrong signature', async () => {
  const crocus = await testApp()
  crocus.clock.set(new Date())
  const owner = await givenAccount(crocus, 'owner')
  const garden = await givenProject(crocus, 'garden', { as: owner.as })
  const bug = garden.tracker('bug')
  const port = await freePort()
  await crocus.app.modules.settings.set('internal_hosts', `127.0.0.1:${port}`, { actorId: null, means: 'command' })
  const url = `http://127.0.0.1:${port}/`
  const made = await crocus.request('POST', '/api/webhooks', { as: owner.as, json: { tracker_id: bug.id, url } })
  const { id, secret } = made.json<{ id: number; secret: string }>()

  const program = await readFile(join(ROOT, 'examples/receive-webhooks.mjs'), 'utf8')
  // docs/integrating.md shows it.
  expect(await readFile(join(ROOT, 'docs/integrating.md'), 'utf8')).toContain(program.split('\n').slice(2).join('\n'))
  // Beside the packages, so that the program finds its own.
  const file = join(ROOT, 'node_modules', `.webhook-receiver-${process.pid}.mjs`)
  await writeFile(file, program)
  afterFile(() => rm(file))
  const receiver = spawn(process.execPath, [file], {
    env: { ...process.env, PORT: String(port), CROCUS_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  afterFile(async () => {
    receiver.kill()
    if (receiver.exitCode === null && receiver.signalCode === null) await once(receiver, 'exit')
  })
  let output = ''
  receiver.stdout.on('data', (part: Buffer) => (output += part.toString()))
  await until(async () => (await fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined))?.status === 401)

  const artifact = await givenArtifact(crocus, bug, 'Weeds', { as: owner.as })
  await crocus.work()
  const again = (await crocus.request('GET', `/api/webhooks/${id}/deliveries`, { as: owner.as })).json<
    { id: number; state: string }[]
  >()
  expect(again).toMatchObject([{ state: 'done' }])
  const retry = await crocus.request('POST', `/api/webhooks/${id}/deliveries/${again[0]?.id}/retry`, { as: owner.as })
  expect(retry.json()).toMatchObject({ status: 204 })
  await until(() => output !== '')
  expect(output).toBe(`artifact.created ${artifact}\n`)
}, 60_000)

import { Readable } from 'node:stream'
import { run } from '../../src/cli/main.ts'

export interface CommandOutcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the administration command inside this process, as on no terminal; as a process of its own: `runCrocus`. */
export const runCommand = async (
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  stdin = '',
): Promise<CommandOutcome> => {
  let stdout = ''
  let stderr = ''
  const code = await run([...args], {
    environment,
    stdin: Readable.from([stdin]),
    stdout: text => (stdout += text),
    stderr: text => (stderr += text),
    isTerminal: false,
  })
  return { code, stdout, stderr }
}

// `crocus audit verify` on the installation of a run.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const auditFindings = async (
  environment: NodeJS.ProcessEnv,
): Promise<{ findings: string[]; counts: Record<string, number> }> => {
  const program = join(import.meta.dirname, '../src/cli/main.ts')
  try {
    const { stdout } = await run(process.execPath, [program, 'audit', 'verify'], { env: environment })
    const rows = /to (\d+) are whole/.exec(stdout)?.[1]
    if (rows === undefined) return { findings: [`audit: ${stdout.trim()}`], counts: {} }
    return { findings: [], counts: { 'rows of the audit in one chain': Number(rows) } }
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    return { findings: [`audit: ${stderr?.trim() ?? String(error)}`], counts: {} }
  }
}

// The administration command. Its verbs call the same operations as the routes; each group of them is a file beside this one.
import { Command, CommanderError } from 'commander'
import { Refusal } from '../platform/errors.ts'
import { version } from '../platform/version.ts'
import * as api from './api.ts'
import * as audit from './audit/audit.ts'
import * as accessKey from './access-key.ts'
import * as backup from './backup.ts'
import * as config from './config.ts'
import {
  CommandFailed,
  createContext,
  EXIT_REFUSED,
  EXIT_USAGE,
  example,
  InvalidSettings,
  type CliContext,
  type CliEnvironment,
} from './context.ts'
import * as doctor from './doctor/doctor.ts'
import * as files from './files.ts'
import * as linkType from './link-type.ts'
import * as mcp from './mcp/mcp.ts'
import * as oauth from './oauth.ts'
import * as project from './projects/project.ts'
import * as projectField from './projects/project-field.ts'
import * as exportProject from './projects/export-project.ts'
import * as importProject from './projects/import-project.ts'
import * as sampleProject from './projects/sample-project.ts'
import * as serve from './serve.ts'
import * as sharedFolder from './shared-folder.ts'
import * as sitePermission from './site-permission.ts'
import * as svn from './svn.ts'
import * as tracker from './tracker.ts'
import * as user from './user.ts'
import * as workflow from './workflow.ts'

/** The groups of verbs, in the order of the help. */
const groups: readonly { register(program: Command, context: CliContext): void }[] = [
  serve,
  doctor,
  config,
  user,
  accessKey,
  sitePermission,
  oauth,
  project,
  projectField,
  importProject,
  exportProject,
  sampleProject,
  linkType,
  files,
  sharedFolder,
  backup,
  audit,
  svn,
  tracker,
  workflow,
  api,
  mcp,
]

/** Runs one command line and answers the exit code: 0 done, 1 refused, 2 wrong usage or settings. */
export const run = async (args: readonly string[], outside: CliEnvironment): Promise<number> => {
  const context = createContext(outside)
  const program = createProgram(outside)
  for (const group of groups) group.register(program, context)
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return exitCodeOf(error)
    if (error instanceof CommandFailed) return tell(outside, error.message, error.exitCode)
    if (error instanceof InvalidSettings) return tell(outside, error.message, EXIT_USAGE)
    if (error instanceof Refusal) return tell(outside, error.message, EXIT_REFUSED)
    throw error
  }
}

const createProgram = (outside: CliEnvironment): Command =>
  // Set before any verb is added: verbs inherit these from the command above them.
  new Command('crocus')
    .description('Administers a Crocus installation, whether its server runs or not.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    // An option belongs to the verb that it stands behind, also where the verb above has one of the same name.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: outside.stdout,
      writeErr: outside.stderr,
      outputError: (text, write) => write(nameProgram(text)),
    })
    .showHelpAfterError('(--help shows how to use it)')
    .exitOverride()
    .addHelpText(
      'after',
      '\nIt works on the data folder ./data, or that of CROCUS_DATA, or on the database of DATABASE_URL, as the server does.\n' +
        'Exit codes: 0 done, 1 refused (one line says why, nothing was changed), 2 wrong usage or settings.',
    )
    .addHelpText('after', example('crocus serve', 'crocus config list', 'crocus help config set'))

const nameProgram = (text: string): string => text.replace(/^error: /, 'crocus: ')

// Requested help ends with 0; help shown because a group has no verb ends with the usage code.
const exitCodeOf = ({ exitCode }: CommanderError): number => (exitCode === 0 ? 0 : EXIT_USAGE)

const tell = (outside: CliEnvironment, message: string, exitCode: number): number => {
  for (const line of message.split('\n').filter(Boolean)) outside.stderr(`crocus: ${line}\n`)
  return exitCode
}

if (import.meta.main) {
  process.exitCode = await run(process.argv.slice(2), {
    environment: process.env,
    stdin: process.stdin,
    stdout: text => void process.stdout.write(text),
    stderr: text => void process.stderr.write(text),
    isTerminal: process.stderr.isTTY,
  })
}
